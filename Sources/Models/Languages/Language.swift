import RabbleText

/// All that the program knows of one language, as values; a closure where a rule is code.
///
///     static let swedish = Language("sv") { swedish in
///       swedish.names = ["swedish", "svenska"]
///       swedish.articles = words("en ett den det de")
///     }
///
/// What a language doesn't say is neutral: nothing of it is forgiven, left out or told apart.
/// Texts are compared strictly folded (``TextFold/strict(_:)``) unless a property says otherwise.
package struct Language: Sendable {
  /// Its language subtag of BCP 47, in lower case.
  package var tag: String
  /// What authors write in place of the tag, in lower case: names and codes that are taken for it.
  package var names: [String] = []

  /// Whether many learn it, so that its tag is offered.
  package var isOftenLearned = false

  // MARK: Other programs

  /// What spreadsheets and other programs call columns and fields in it, by our names for them; in lower case
  /// with letters alone.
  package var columnNames: [String: Set<Substring>] = [:]
  /// What Anki calls the note types that it begins with.
  package var ankiNoteTypes = AnkiNoteTypes()
  /// The language and country by which Anki's speech knows it: `ja_JP`.
  package var speechLocale: String?

  // MARK: Writing

  /// Whether it is written in Latin letters.
  package var isLatin = true
  /// Whether it is written in kana, so that Latin letters may be its romaji.
  package var hasKana = false
  /// Whether a text is of this language where its group names none.
  package var isTold: (@Sendable (_ text: String) -> Bool)?
  /// How it looks in Latin letters, where it has others.
  package var romanization = Romanization()
  /// What is typed for letters that a keyboard lacks; each line is tried with those before it.
  package var keysOfLetters: [[(letter: String, keys: String)]] = [
    [("ä", "ae"), ("ö", "oe"), ("ü", "ue")], [("ß", "ss")],
  ]
  /// Writings that count as one, each replaced by the next: what stands for it, and what it stands for; in small
  /// letters, in order.
  package var oneLetter: [(other: String, usual: String)] = []
  /// What the keys of an American keyboard type on the language's own, by what they type there.
  package var keyboard: [Character: Character] = [:]
  /// Whether a noun begins with a capital wherever it stands.
  package var capitalizesNouns = false

  // MARK: Articles

  /// Its articles.
  package var articles: Set<Substring> = []
  /// What is left of articles before an apostrophe.
  package var elidedArticles: Set<String> = []
  /// What a noun's ending tells of its gender.
  package var genders = Genders()

  // MARK: Meanings, where it is the learner's own language

  /// The word before a verb that makes no difference at the beginning: "to".
  package var infinitiveMarker: Substring?
  /// The number that may stand for an indefinite article, and those articles: "one" for "a", "an".
  package var numeralForArticle: (numeral: String, articles: Set<String>)?
  /// A possessive that stands for any of some others: "one's" for "my", "your" and so on.
  package var anyPossessive: (word: String, others: [String])?
  /// What joins two answers in one line: "or".
  package var disjunction: String?
  /// What a word with an apostrophe may stand for before the next word, in small letters; the likeliest first.
  package var contraction: (@Sendable (_ word: Substring, _ next: String) -> [String])?
  /// Contractions that are no other word when their apostrophe is left out, in full.
  package var contractedWords: [Substring: [Substring]] = [:]
  /// Words and abbreviations that are forgiven for others.
  package var otherWords: [Substring: [Substring]] = [:]
  /// A text with the signs of its numbers, and the like, in words.
  package var readOut: (@Sendable (_ text: String) -> String)?
  /// How its numbers are spelled.
  package var numbers: SpelledNumbers?
  /// The word that a noun and its plural share.
  package var singular: (@Sendable (_ word: Substring) -> String)?
  /// The one spelling of a word, in the singular, that is spelled differently from country to country.
  package var usualSpelling: (@Sendable (_ word: String) -> String)?
  /// Words that mean something else with a capital; `nil` where any word may.
  package var capitonyms: Set<String>?
  /// Its words, so that one of them is no typo of another.
  package var wordList: WordList?
  /// Words that are never a typo of one another.
  package var strictWords = StrictWords()

  // MARK: The language that is learned

  /// Subject pronouns that a verb does without, folded, each with those of the usual language that it stands
  /// for.
  package var optionalPronouns: [Substring: Set<Substring>] = [:]
  /// The other forms of a word that are as right as the deck's.
  package var forms: (@Sendable (_ request: FormRequest) -> any WordForms)?
  /// A word without the ending that speakers may leave out, and which endings may take its place; `nil`
  /// for a word without one.
  package var optionalEnding: (@Sendable (_ word: Substring) -> OptionalEnding?)?

  // MARK: Contrasts

  /// Words that make another question of a text when they come, go or change.
  package var contrasts = Contrasts()

  /// Describes a language.
  package init(_ tag: String, _ describe: (inout Language) -> Void = { _ in }) {
    self.tag = tag
    describe(&self)
  }

  /// The words of a text, between spaces.
  static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }
}

/// What tells that a text in Latin letters is a romanization, and how it is typed.
package struct Romanization: Sendable {
  /// Letters that no European alphabet has, but romanizations do.
  package var letters = Set("āǎēěīǐōǒūǔǖǘǚǜ".unicodeScalars)
  /// Whether all words of a text are spelled in it.
  package var isSpelled: (@Sendable (_ text: String) -> Bool)?
  /// A text with the marks for which digits were typed; `nil` for one without such digits.
  package var withMarks: (@Sendable (_ text: String) -> String?)?
  /// Its letters in Latin ones, in small letters; empty where nobody described that.
  package var latin: [Character: String] = [:]
}

/// How the numbers of a language are spelled, and which words are some.
package struct SpelledNumbers: Sendable {
  /// Words with their numbers spelled out in one way.
  package let spelledOut: @Sendable (_ words: [Substring]) -> [Substring]
  /// Whether a word, wherever it stands, is no number and no part of one.
  package let isNoPart: @Sendable (_ word: Substring) -> Bool
  /// Whether a spelled-out word is a number or part of one.
  package let isSpelled: @Sendable (_ word: Substring) -> Bool
}

/// What Anki calls the note types that it begins with, in a language that it is translated into: its text
/// exports have the name that a type got when the collection was made.
///
/// Source: the translations in Anki 26.09, `notetypes-basic-name` and its neighbors.
package struct AnkiNoteTypes: Sendable {
  /// Those with one card, or one a blank: “Basic”, “Basic (type in the answer)” and “Cloze”.
  package var usual: [String] = []
  /// “Basic (and reversed card)”.
  package var reversed: [String] = []
  /// “Basic (optional reversed card)”.
  package var optionalReversed: [String] = []
}
