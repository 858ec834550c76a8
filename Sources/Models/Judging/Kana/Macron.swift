/// Vowels written long in romaji: ō or ô.
enum Macron {
  private static let vowels: [Character: Character] = [
    "ā": "a", "ī": "i", "ū": "u", "ē": "e", "ō": "o",
    "â": "a", "î": "i", "û": "u", "ê": "e", "ô": "o",
    "Ā": "a", "Ī": "i", "Ū": "u", "Ē": "e", "Ō": "o",
    "Â": "a", "Î": "i", "Û": "u", "Ê": "e", "Ô": "o",
  ]

  /// The vowel that a letter with a macron or a circumflex writes long, else `nil`.
  static func vowel(_ letter: Character) -> Character? {
    letter.isASCII ? nil : vowels[letter]
  }

  /// The hiragana that usually makes a vowel long: う after o, else the vowel itself.
  static func lengthening(_ vowel: Character?) -> Unicode.Scalar {
    switch vowel {
    case "a": "あ"
    case "i": "い"
    case "e": "え"
    default: "う"
    }
  }

  /// The letter with a macron for a romaji vowel, else `nil`.
  static func long(_ vowel: Character) -> Character? {
    switch vowel {
    case "a": "ā"
    case "i": "ī"
    case "u": "ū"
    case "e": "ē"
    case "o": "ō"
    default: nil
    }
  }
}
