import RabbleJudging

/// A letter of another script that looks like the right one.
struct LookAlikeLetters: TextRule {
  static let rule = Rule(
    "RW314", "look-alike", .warning, "A letter of another script stands within a word.")
  let triggers: TextTraits = [.otherAlphabet, .katakana]

  private static let latin: [Unicode.Scalar: String] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "ѕ": "s",
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C",
    "Т": "T", "Х": "X", "ο": "o", "Α": "A", "Ο": "O", "ν": "v",
  ]
  private static let katakana: [Unicode.Scalar: String] = [
    "一": "ー", "口": "ロ", "力": "カ", "二": "ニ", "八": "ハ", "工": "エ", "夕": "タ", "卜": "ト",
    "べ": "ベ", "ぺ": "ペ",
  ]

  func check(_ value: TextValue, _ findings: inout FindingList) {
    guard !value.traits.isDisjoint(with: [.otherAlphabet, .kanji, .hiragana]) else { return }
    let scalars = Array(value.text.unicodeScalars)
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      defer { offset += UTF8.width(scalar) }
      let before = index > 0 ? Script(of: scalars[index - 1]) : .other
      let after = index + 1 < scalars.count ? Script(of: scalars[index + 1]) : .other
      let right: String?
      if let letter = Self.latin[scalar] {
        right = before == .latin || after == .latin ? letter : nil
      } else if let letter = Self.katakana[scalar] {
        let isBetween = [before, after].allSatisfy { $0 == .katakana || $0 == .longMark }
        right = isBetween ? letter : nil
      } else {
        right = nil
      }
      guard let right else { continue }
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has \(scalar) (\(Quoted.number(scalar))) within a word of another script",
        "write \(right)", replacement: right)
    }
  }
}
