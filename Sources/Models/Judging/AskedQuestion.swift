import RabbleLanguages
import RabbleQuestions
import RabbleText

/// What a card asks: a question in one of its directions, without furigana.
///
/// - recognition: the prompt → the answer. Where the answer carries furigana, its reading is right
///   as well.
/// - production: the answer → the prompt, another of its spellings, or its reading.
/// - reading: the prompt → each of its readings.
/// - listening: the prompt, which is heard → the answer, as in recognition. A judge takes the prompt
///   itself as well, as in production.
/// - a blank: the sentence with the blank open and the others filled → the texts that are right in
///   it. The author's hint for the blank stands in its place. The question's `alternatives` are
///   other answers to the whole question and do not count here.
public struct AskedQuestion: Hashable, Sendable {
  /// The direction in which it is asked.
  public let direction: Direction
  /// What is shown.
  public let prompt: String
  /// The author's hint, unless it gives the answer away: one with the word or its reading in it.
  public let hint: String?
  /// The right answer as it is shown, several between the author's separators or `;`.
  public let answer: String
  /// The right answers, each by itself; at least one.
  public let answers: [String]
  /// Other spellings of the answers, which are right and are never shown.
  public let spellings: [String]
  /// The answer with kana in the place of kanji, if that is right.
  let writing: MixedWriting?
  /// Further answers that are right.
  public let alternatives: [String]
  /// Answers that are never right, not even as a typo; in production those in the language of the word,
  /// for the others are in the language of the prompt.
  public let blocked: [String]
  /// How the prompt is read, if the question says so and it is not what is asked.
  public let reading: String?
  /// What its group says of it.
  public let context: AskingContext

  /// Every text that is right.
  var allAnswers: [String] { answers + spellings + alternatives }
}

/// What a group says of all its questions that makes a difference to what is right.
public struct AskingContext: Hashable, Sendable {
  /// The group's languages.
  public var languages: GroupLanguages
  /// Which forms are right where a form of a verb or an adjective is asked for.
  public var politeness: GroupSettings.Politeness
  /// What is known of languages.
  package var known = Languages.shipped

  /// Makes a context; of a group that says nothing unless told.
  public init(
    languages: GroupLanguages = GroupLanguages(), politeness: GroupSettings.Politeness? = nil
  ) {
    self.languages = languages
    self.politeness = politeness ?? .any
  }

  /// The language that is learned; what may be any where the group names none.
  var learned: SharedLanguage { languages.learned.map { known[$0] } ?? known.unnamed }

  /// The language of the answers; `nil` where the group names none.
  var answers: SharedLanguage? { languages.answers.map { known[$0] } }

  /// The language of meanings: that of the answers, or the usual one where the group names none.
  var meanings: SharedLanguage { answers ?? known.usual }

  /// One key for all texts that are forgiven as the same meaning.
  func meaning(of text: String) -> String { meanings.key(of: meanings.words(in: text)) }
}

extension QuestionGroup {
  /// What the group says of all its questions.
  public var askingContext: AskingContext {
    AskingContext(languages: languages, politeness: settings.politeness)
  }
}

extension Question {
  /// The question as a card of a direction asks it; the direction of a blank which the sentence does
  /// not have counts as recognition.
  ///
  /// - Parameters:
  ///   - direction: the direction.
  ///   - context: what the question's group says.
  /// - Returns: what the card asks.
  public func asked(_ direction: Direction, in context: AskingContext = AskingContext())
    -> AskedQuestion
  {
    switch direction {
    case .recognition: recognition(context)
    case .listening: recognition(context, as: .listening)
    case .production: production(context)
    case .reading: readingAsked(context)
    case .cloze(let key):
      clozeText.flatMap { blank(key, of: $0, context) } ?? recognition(context)
    }
  }

  /// The question as its cards of these directions ask it; a sentence is read once for all of them.
  func asked(_ directions: [Direction], in context: AskingContext = AskingContext())
    -> [AskedQuestion]
  {
    guard directions.count > 1, let sentence = clozeText else {
      return directions.map { asked($0, in: context) }
    }
    return directions.map { direction in
      guard case .cloze(let key) = direction else { return asked(direction, in: context) }
      return blank(key, of: sentence, context) ?? recognition(context)
    }
  }

  private func recognition(
    _ context: AskingContext, as direction: Direction = .recognition
  ) -> AskedQuestion {
    let hasRuby = furigana != nil || RubyText.mayHaveReadings(prompt)
    let answer = answer.withoutRuby
    // A sentence with blanks has commas of its own.
    let answers =
      cloze == nil ? AnswerList.alternatives(of: answer) : Self.bySemicolon(answer)
    return AskedQuestion(
      direction: direction, prompt: prompt.withoutRuby, hint: hint?.withoutRuby, answer: answer,
      answers: answers, spellings: [], writing: nil,
      alternatives: alternatives.map(\.withoutRuby) + self.answer.rubyReadings,
      blocked: blocked, reading: reading ?? (hasRuby ? readings.first : nil), context: context)
  }

  private func production(_ context: AskingContext) -> AskedQuestion {
    let word = prompt.withoutRuby
    let answers = Self.bySemicolon(word).flatMap { words(in: $0, context) }
    return AskedQuestion(
      direction: .production, prompt: answer.withoutRuby,
      hint: hint(hiding: [word] + spellings + readings),
      answer: word, answers: answers, spellings: spellings.map(\.withoutRuby),
      writing: mixedWriting,
      alternatives: readings.filter { $0 != word },
      blocked: blocked.isEmpty ? [] : blockedInProduction(of: word, answers),
      reading: nil, context: context)
  }

  /// The blocked texts that are in the language of the word: those with the word in them, those that
  /// are an answer but for spaces, accents and one letter, and for a Japanese word those in Japanese.
  private func blockedInProduction(of word: String, _ answers: [String]) -> [String] {
    func letters(_ text: String) -> [Character] {
      Array(TextFold.strict(text).filter { $0 != " " })
    }
    let right = (answers + spellings.map(\.withoutRuby) + readings).map(letters)
    return blocked.filter { blocked in
      BlockedAnswer(blocked).texts.contains { text in
        " \(text) ".contains(" \(word) ") || (word.hasJapanese && text.hasJapanese)
          || right.contains { EditDistance.between($0, letters(text), atMost: 1) <= 1 }
      }
    }
  }

  private func readingAsked(_ context: AskingContext) -> AskedQuestion {
    AskedQuestion(
      direction: .reading, prompt: prompt.withoutRuby, hint: hint(hiding: readings),
      answer: readings.joined(separator: "; "), answers: readings, spellings: [], writing: nil,
      alternatives: [],
      blocked: [], reading: nil, context: context)
  }

  private func blank(
    _ key: String, of sentence: ClozeText, _ context: AskingContext
  ) -> AskedQuestion? {
    let answers = sentence.answers(to: key)
    guard !answers.isEmpty else { return nil }
    let written = answers.map(\.withoutRuby)
    let readings = answers.flatMap(\.rubyReadings)
    let writing = answers.count == 1 ? MixedWriting(RubyText(answers[0])) : nil
    return AskedQuestion(
      direction: .cloze(key), prompt: sentence.sentence(open: key).base,
      hint: hint(hiding: written + readings), answer: written.joined(separator: "; "),
      answers: written, spellings: [], writing: writing, alternatives: readings, blocked: blocked,
      reading: nil,
      context: context)
  }

  /// The hint, unless it gives one of these texts away.
  private func hint(hiding texts: [String]) -> String? {
    guard let hint = hint?.withoutRuby else { return nil }
    let check = HintCheck(hint)
    return texts.contains(where: check.reveals) ? nil : hint
  }

  /// The words that a prompt lists with slashes between spaces, or with commas where it is no phrase: each
  /// has its article (`el panadero, la panadera`), or all are single words written alike (`bonito, bonita`)
  /// for one meaning.
  private func words(in text: String, _ context: AskingContext) -> [String] {
    let slashed = AnswerList.slashSeparated(text)
    guard slashed.count < 2 else { return slashed }
    let parts = AnswerList.commaSeparated(text)
    guard parts.count > 1, !text.hasJapanese, !text.contains(where: { ".?!¿¡…".contains($0) })
    else { return [text] }
    let learned = context.learned
    let haveArticles = parts.allSatisfy { part in
      let words = TextFold.strict(learned.withArticlesApart(part)).split(separator: " ")
      return words.count > 1 && learned.value.articles.contains(words[0])
    }
    // Where nouns have none, a capital begins a phrase: “No, gracias”.
    let areLowercase = parts.allSatisfy { $0.first?.isLowercase == true }
    let areNouns =
      learned.value.capitalizesNouns && parts.allSatisfy { $0.first?.isUppercase == true }
    let areWords =
      (areLowercase || areNouns) && !answer.contains(",")
      && parts.allSatisfy { !$0.contains(where: \.isWhitespace) }
    return haveArticles || areWords ? parts : [text]
  }

  /// The answers of a word or a sentence, within which commas and slashes separate nothing.
  private static func bySemicolon(_ text: String) -> [String] {
    let texts = AnswerList.semicolonSeparated(text)
    return texts.isEmpty ? [text.trimmed] : texts
  }
}

extension Card {
  /// What the card asks.
  public var asked: AskedQuestion {
    question.asked(
      id.direction,
      in: AskingContext(languages: languages, politeness: settings.politeness))
  }
}

extension String {
  /// The text without its furigana.
  fileprivate var withoutRuby: String {
    RubyText.mayHaveReadings(self) ? RubyText(self).base : self
  }

  /// The text with furigana in the place of what they stand over, if there are any.
  fileprivate var rubyReadings: [String] {
    guard RubyText.mayHaveReadings(self) else { return [] }
    return AnswerList.alternatives(of: self).compactMap { text in
      let ruby = RubyText(text)
      return ruby.hasReadings ? ruby.reading : nil
    }
  }
}

/// Finds out whether a hint gives the answer away.
struct HintCheck {
  private let folded: String
  private let words: [String]

  init(_ hint: String) {
    folded = TextFold.strict(hint)
    words = [hint] + hint.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether a text stands in the hint: Japanese anywhere, in either kana or spelled in romaji;
  /// anything else as whole words.
  func reveals(_ text: String) -> Bool {
    let strict = TextFold.strict(text)
    guard text.hasJapanese else { return " \(folded) ".contains(" \(strict) ") }
    if folded.contains(strict) { return true }
    guard let reading = text.kanaReading else { return false }
    let target = ReadingTarget(reading: reading, repeatsVowels: true)
    return words.contains { word in RomajiKeys(word).map(target.isSpelled) == true }
  }
}
