/// Text reduced to what decides if two answers are the same words.
enum TextFold {
  /// The text without case, width, punctuation, and doubled or outer spaces; hyphens and slashes
  /// count as spaces, and beside Japanese there are none. What is nothing but punctuation is kept.
  static func plain(_ text: String) -> String {
    folded(text, foldingKana: false, foldingAccents: false)
  }

  /// `plain` with katakana as hiragana and Latin letters without their accents: ば is still not は.
  static func strict(_ text: String) -> String {
    folded(text, foldingKana: true, foldingAccents: true)
  }

  private static func folded(_ text: String, foldingKana: Bool, foldingAccents: Bool) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    var spaceIsDue = false
    var previousIsJapanese = false
    let letters = text.inOrdinaryWidth.lowercased()
    var previous: Character?
    for (index, letter) in zip(letters.indices, letters) {
      defer { previous = letter }
      guard let scalar = letter.unicodeScalars.first else { continue }
      if scalar.isIgnorable, !isDecimalPoint(letter, at: index, of: letters, after: previous) {
        spaceIsDue = spaceIsDue || separatesWords(scalar)
        continue
      }
      let script = Script(of: scalar)
      let isJapanese = script.isKana || script == .kanji
      if spaceIsDue, !result.isEmpty, !isJapanese, !previousIsJapanese { result.append(" ") }
      spaceIsDue = false
      previousIsJapanese = isJapanese
      if foldingAccents, script == .latin, !letter.isASCII {
        result.append(contentsOf: Accents.removed(from: letter))
      } else if foldingKana, script == .katakana {
        result.append(contentsOf: String(letter.unicodeScalars.map(\.asHiragana)))
      } else {
        result.append(letter)
      }
    }
    return result.isEmpty ? String(letters.filter { !$0.isWhitespace }) : result
  }

  private static func separatesWords(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "/", "_", "|", "\\", "‐", "‑", "–", "—", "―", "−", "…", ",", ";", ":", "、", "・",
      "，", "；", "（", "(", "）", ")", "+":
      true
    default: scalar.properties.isWhitespace
    }
  }

  /// Whether the dot stands between two digits: 3.5 is not 35.
  private static func isDecimalPoint(
    _ letter: Character, at index: String.Index, of letters: String, after previous: Character?
  ) -> Bool {
    guard letter == ".", previous?.isNumber == true else { return false }
    let next = letters.index(after: index)
    return next < letters.endIndex && letters[next].isNumber
  }
}
