/// The gender of a noun.
package enum Gender: Sendable {
  case masculine
  case feminine
  case neuter
}

/// What the ending of a noun tells of its gender, so that an article that a deck leaves out is judged where
/// that is certain.
package struct Genders: Sendable {
  /// The genders of articles in the singular.
  package var articles: [Substring: Gender] = [:]
  /// Articles of every gender, which stand before a vowel.
  package var beforeVowels: Set<Substring> = []
  /// Articles that tell the language, so that its rules hold where none is named.
  package var telling: Set<Substring> = []
  /// Endings of nouns; the longest of those that overlap stand first.
  package var endings: [(ending: String, gender: Gender)] = []
  /// Nouns of another gender than their ending tells.
  package var exceptions: [Substring: Gender] = [:]
  /// Whose rules hold for an article, where no language is named.
  private var others: [Substring: [Genders]] = [:]

  package init() {}

  /// Adds nouns of a gender that their endings don't tell.
  package mutating func except(_ nouns: String, _ gender: Gender) {
    for noun in nouns.split(separator: " ") where exceptions[noun] == nil {
      exceptions[noun] = gender
    }
  }

  /// Whether an article in the singular goes with a noun; `nil` where the noun's ending doesn't tell.
  package func agrees(article: Substring, with noun: Substring) -> Bool? {
    if beforeVowels.contains(article) { return noun.first.map { "aeiouyh".contains($0) } }
    if let other = others[article]?.first { return other.agrees(article: article, with: noun) }
    let known = exceptions[noun] ?? endings.first { noun.hasSuffix($0.ending) }?.gender
    return known.map { articles[article] == $0 }
  }

  /// The rules of whichever language an article by itself tells.
  static func toldByArticle(in languages: [Genders]) -> Genders {
    var told = Genders()
    for genders in languages {
      told.beforeVowels.formUnion(genders.beforeVowels)
      for article in genders.telling { told.others[article, default: []].append(genders) }
    }
    return told
  }
}

extension SharedLanguage {
  /// A text in which an article with an apostrophe is a word of its own: `l eau` for `l'eau`.
  package func withArticlesApart(_ text: String) -> String {
    guard !value.elidedArticles.isEmpty, Apostrophe.isIn(text) else { return text }
    return text.split(separator: " ", omittingEmptySubsequences: false).map { word -> String in
      guard let place = word.firstIndex(where: { "'’ʼ＇".contains($0) }),
        value.elidedArticles.contains(word[..<place].lowercased())
      else { return String(word) }
      return "\(word[..<place]) \(word[word.index(after: place)...])"
    }.joined(separator: " ")
  }
}
