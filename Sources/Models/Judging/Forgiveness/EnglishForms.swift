/// The words of a meaning as far as a learner must know them: `strict`, without contractions,
/// articles, a leading "to" and the number of a noun.
enum MeaningFold {
  /// The words of a strictly folded text, in full and without articles and a leading "to".
  static func words(of strict: String) -> [Substring] {
    guard strict.utf8.contains(0x20) else { return inFull(strict[...]) }
    let all = strict.split(separator: " ").flatMap(inFull)
    let withoutTo = all.first == "to" && all.count > 1 ? Array(all.dropFirst()) : all
    let withoutArticles = withoutTo.filter { $0 != "a" && $0 != "an" && $0 != "the" }
    return withoutArticles.isEmpty ? withoutTo : withoutArticles
  }

  /// One key for all texts that are forgiven as the same words.
  static func key(of words: [Substring]) -> String {
    words.count == 1 ? Plural.singular(words[0]) : words.map(Plural.singular).joined()
  }

  private static func inFull(_ word: Substring) -> [Substring] {
    switch word {
    case "cannot", "cant": ["can", "not"]
    case "wont": ["will", "not"]
    case "dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "havent", "hasnt", "hadnt",
      "wouldnt", "couldnt", "shouldnt", "mustnt":
      [word.dropLast(2), "not"]
    default: [word]
    }
  }
}

/// English nouns without their number.
enum Plural {
  private static let irregular: [Substring: String] = [
    "men": "man", "women": "woman", "children": "child", "people": "person", "teeth": "tooth",
    "feet": "foot", "geese": "goose", "mice": "mouse", "leaves": "leaf", "knives": "knife",
    "wives": "wife", "lives": "life", "wolves": "wolf", "shelves": "shelf", "halves": "half",
  ]

  /// The word that a noun and its plural share; not always a word of English, always the same for
  /// both.
  static func singular(_ word: Substring) -> String {
    if let noun = irregular[word] { return noun }
    guard word.utf8.count > 3, word.hasSuffix("s"), !word.hasSuffix("ss") else {
      return String(word)
    }
    if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
    for ending in ["ses", "xes", "zes", "ches", "shes", "oes"] where word.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return word.hasSuffix("us") || word.hasSuffix("is") ? String(word) : String(word.dropLast())
  }
}
