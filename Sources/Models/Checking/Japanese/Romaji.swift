import RabbleJudging

/// Romaji where kana are meant.
enum Romaji {
  /// Whether a scalar can belong to romaji: a Latin letter, with a macron or circumflex or without.
  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    Script(of: scalar) == .latin || scalar == "'" || scalar == "’" || scalar == "-"
  }

  /// The kana of a text in romaji; `nil` if it can't be read as kana to the end.
  static func kana(of text: String) -> String? {
    let plain = text.map { character in
      ["ā": "aa", "ī": "ii", "ū": "uu", "ē": "ee", "ō": "ou", "â": "aa", "û": "uu", "ô": "ou"][
        character.lowercased()] ?? character.lowercased()
    }.joined()
    let kana = KanaConversion(to: .hiragana).converted(plain)
    return kana.kanaReading != nil && !kana.contains { $0.isASCII && $0.isLetter } ? kana : nil
  }

  /// Whether a text has Latin letters, and besides them only what a reading may have.
  static func stands(in text: String) -> Bool {
    var hasLetter = false
    for scalar in text.unicodeScalars {
      if Script(of: scalar) == .latin {
        hasLetter = true
      } else if !isLetter(scalar), ("あ" + String(scalar)).kanaReading == nil {
        return false
      }
    }
    return hasLetter
  }
}
