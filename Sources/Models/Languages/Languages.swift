/// The languages that the program knows, by their tags.
///
/// It is passed to whatever asks for a language, so that a test, or a program that knows more, can
/// have others.
package final class Languages: Sendable {
  /// Those that the program comes with.
  package static let shipped = Languages(
    [
      .english, .japanese, .spanish, .german, .korean, .french, .italian, .portuguese, .dutch,
      .chinese,
    ] + Language.brieflyDescribed)

  /// All of them.
  package let all: [SharedLanguage]
  /// The one that a learner knows where a group doesn't say which: the first.
  package let usual: SharedLanguage
  /// What a language may be that a group doesn't name: any of those but the usual one.
  package let unnamed: SharedLanguage
  private let byTag: [String: SharedLanguage]
  private let tagsByName: [String: String]
  private let telling: [SharedLanguage]

  /// Makes a register of at least one language, the first of which is the usual one of learners.
  package init(_ languages: [Language]) {
    precondition(!languages.isEmpty, "a learner knows some language")
    all = languages.map(SharedLanguage.init)
    usual = all[0]
    unnamed = SharedLanguage(.unnamed(among: Array(languages.dropFirst())))
    byTag = Dictionary(all.map { ($0.tag, $0) }) { first, _ in first }
    tagsByName = Dictionary(
      languages.flatMap { language in language.names.map { ($0, language.tag) } }
    ) { first, _ in first }
    telling = all.filter { $0.value.isTold != nil }
  }

  /// The language of a tag; a neutral one where nobody described it.
  package subscript(tag: String) -> SharedLanguage {
    byTag[tag] ?? SharedLanguage(Language(tag))
  }

  /// The tag of a language by one of its names, in lower case.
  package func tag(named name: String) -> String? { tagsByName[name] }

  /// The names in all languages under which spreadsheets have a column, by our name for it.
  package func columnNames(_ name: String) -> Set<String> {
    all.reduce(into: []) { names, language in
      for other in language.value.columnNames[name] ?? [] { names.insert(String(other)) }
    }
  }

  /// The language that a text is in without a doubt.
  package func told(by text: String) -> SharedLanguage? {
    telling.first { $0.value.isTold?(text) == true }
  }
}

extension Languages: Hashable {
  package static func == (one: Languages, other: Languages) -> Bool { one === other }

  /// Nothing: what is hashed together is of one register.
  package func hash(into hasher: inout Hasher) {}
}

/// A language where it is kept, so that a fact is asked of it without copying all the others.
package final class SharedLanguage: Sendable {
  /// What the program knows of it.
  package let value: Language
  /// The bytes of its longest article: most words are longer, and need not be looked up.
  let longestArticle: Int
  /// What stands for words in full.
  let fullWords: [Substring: [Substring]]

  init(_ value: Language) {
    self.value = value
    longestArticle = value.articles.map(\.utf8.count).max() ?? 0
    fullWords = value.otherWords.merging(value.contractedWords) { $1 }
  }

  package var tag: String { value.tag }
}

extension Language {
  /// What may be true of a language that is any of these.
  fileprivate static func unnamed(among languages: [Language]) -> Language {
    Language("") { unnamed in
      for language in languages {
        unnamed.articles.formUnion(language.articles)
        unnamed.elidedArticles.formUnion(language.elidedArticles)
      }
      unnamed.genders = .toldByArticle(in: languages.map(\.genders))
      let typed = languages.compactMap(\.romanization.withMarks)
      unnamed.romanization.withMarks = { text in typed.lazy.compactMap { $0(text) }.first }
      let endings = languages.compactMap(\.optionalEnding)
      unnamed.optionalEnding = { word in endings.lazy.compactMap { $0(word) }.first }
    }
  }
}
