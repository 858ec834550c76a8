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
