/// Pinyin whose tones are typed as digits: `ni3 hao3` for nǐ hǎo, `lv4` for lǜ.
enum Pinyin {
  private static let marked: [Character: [Character]] = [
    "a": Array("āáǎà"), "e": Array("ēéěè"), "i": Array("īíǐì"), "o": Array("ōóǒò"),
    "u": Array("ūúǔù"), "ü": Array("ǖǘǚǜ"),
  ]
  private static let toneMarked = Set(
    "āǎēěīǐōǒūǔǖǘǚǜ".unicodeScalars)

  /// Whether a small letter carries a tone that no European alphabet has for an accent.
  static func isToneMarked(_ scalar: Unicode.Scalar) -> Bool { toneMarked.contains(scalar) }

  /// A text with tone marks in the place of digits after its syllables; `nil` for one without such
  /// digits.
  static func withMarks(_ text: String) -> String? {
    var result = ""
    var syllable: [Character] = []
    var hasTone = false
    for letter in text.lowercased().precomposed {
      if let tone = letter.wholeNumberValue, !syllable.isEmpty {
        guard (1...5).contains(tone), let vowel = vowel(of: syllable) else { return nil }
        if tone < 5, let marked = marked[syllable[vowel]] { syllable[vowel] = marked[tone - 1] }
        result += syllable
        syllable = []
        hasTone = true
      } else if letter.isLetter {
        syllable.append(letter == "v" ? "ü" : letter)
      } else {
        result += syllable + [letter]
        syllable = []
      }
    }
    return hasTone ? result + syllable : nil
  }

  /// The place of the vowel that carries the tone: a or e; the o of ou; else the last.
  private static func vowel(of syllable: [Character]) -> Int? {
    syllable.firstIndex { $0 == "a" || $0 == "e" }
      ?? (String(syllable).contains("ou") ? syllable.firstIndex(of: "o") : nil)
      ?? syllable.lastIndex { marked[$0] != nil }
  }
}

extension String {
  /// The text with ü as one letter.
  fileprivate var precomposed: String { replacing("u\u{308}", with: "ü") }
}
