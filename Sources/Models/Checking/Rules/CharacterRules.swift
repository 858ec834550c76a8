import Foundation
import RabbleJudging
import RabbleText

/// Letters whose marks stand apart from them (NFD), as some systems write file names.
struct DecomposedText: TextRule {
  static let rule = Rule(
    "RW303", "decomposed-text", .warning, "A letter and its mark are two characters (not NFC).")
  let triggers: TextTraits = .combining

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var offset = 0
    for letter in value.text {
      let text = String(letter)
      let count = text.utf8.count
      defer { offset += count }
      let composed = text.precomposedStringWithCanonicalMapping
      guard !composed.unicodeScalars.elementsEqual(text.unicodeScalars) else { continue }
      findings.add(
        Self.rule, in: value, offset..<offset + count,
        "\(value.name) has a letter whose mark is a character of its own (NFD)",
        "write the letter as one character (NFC)", replacement: composed)
    }
  }
}

/// Control characters, which a file can hold as escapes.
struct ControlCharacters: TextRule {
  static let rule = Rule("RW304", "control-character", .warning, "A text has a control character.")
  let triggers: TextTraits = .control

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      let isControl =
        scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .lineSeparator
        || scalar.properties.generalCategory == .paragraphSeparator
      guard isControl, scalar != "\n", scalar != "\r" else { return }
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has the control character \(Quoting.codePoint(of: scalar))",
        scalar == "\t" ? "write a space" : "remove it", replacement: scalar == "\t" ? " " : "")
    }
  }
}

/// Characters that reorder what a reader sees.
struct BidiControls: TextRule {
  static let rule = Rule(
    "RW305", "bidi-control", .warning, "A text has a character that reorders what is seen.")
  let triggers: TextTraits = .bidi

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
        findings.add(
          Self.rule, in: value, offset..<offset + UTF8.width(scalar),
          "\(value.name) has the invisible \(Quoting.codePoint(of: scalar)), which reorders what is seen",
          "remove it; letters find their direction by themselves", replacement: "")
      default: break
      }
    }
  }
}

/// Characters that nobody sees and no script needs.
struct InvisibleCharacters: TextRule {
  static let rule = Rule(
    "RW306", "invisible-character", .warning, "A text has a character that nobody sees.")
  let triggers: TextTraits = .invisible

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      switch scalar.value {
      case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF, 0x180E:
        findings.add(
          Self.rule, in: value, offset..<offset + UTF8.width(scalar),
          "\(value.name) has the invisible \(Quoting.codePoint(of: scalar))", "remove it",
          replacement: "")
      default: break
      }
    }
  }
}

/// Letters and digits in full width.
struct FullWidthLetters: TextRule {
  static let rule = Rule(
    "RW307", "full-width-letter", .warning, "Latin letters or digits stand in full width.")
  let triggers: TextTraits = .fullWidth

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var run: (start: Int, text: String)?
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      switch scalar.value {
      case 0xFF10...0xFF19, 0xFF21...0xFF3A, 0xFF41...0xFF5A:
        let plain = Unicode.Scalar(scalar.value - 0xFEE0).map(String.init) ?? ""
        run = (run?.start ?? offset, (run?.text ?? "") + plain)
      default:
        if let run { runs.append(run) }
        run = nil
      }
    }
    if let run { runs.append(run) }
    for run in runs {
      findings.add(
        Self.rule, in: value, run.start..<run.start + run.text.utf8.count * 3,
        "\(value.name) has letters or digits in full width", "write \(Quoting.quoted(run.text))",
        replacement: run.text)
    }
  }
}

/// Katakana in half width.
struct HalfWidthKana: TextRule {
  static let rule = Rule("RW308", "half-width-kana", .warning, "Katakana stand in half width.")
  let triggers: TextTraits = .halfWidthKana

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var run = ""
    var start = 0
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      if (0xFF66...0xFF9F).contains(scalar.value) {
        if run.isEmpty { start = offset }
        run.unicodeScalars.append(scalar)
      } else if !run.isEmpty {
        runs.append((start, run))
        run = ""
      }
    }
    if !run.isEmpty { runs.append((start, run)) }
    for run in runs {
      let whole = run.text.withWholeKana
      findings.add(
        Self.rule, in: value, run.start..<run.start + run.text.utf8.count,
        "\(value.name) has katakana in half width", "write \(Quoting.quoted(whole))",
        replacement: whole)
    }
  }
}

/// What is left of a character that some program could not read.
struct BrokenCharacters: TextRule {
  static let rule = Rule(
    "RW311", "broken-character", .warning, "A text has U+FFFD, or a character of private use.")
  let triggers: TextTraits = .broken

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      let isPrivate = scalar.properties.generalCategory == .privateUse
      guard scalar == "\u{FFFD}" || isPrivate || scalar.properties.isNoncharacterCodePoint
      else { return }
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        isPrivate
          ? "\(value.name) has \(Quoting.codePoint(of: scalar)), which every font draws otherwise"
          : "\(value.name) has \(Quoting.codePoint(of: scalar)), left of a character that was lost",
        "write the character that was meant")
    }
  }
}

/// Radicals, which look like kanji but are none to a search or a judge.
struct Radicals: TextRule {
  static let rule = Rule(
    "RW312", "radical", .warning, "A radical stands where the kanji of the same shape is meant.")
  let triggers: TextTraits = .radical

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      guard (0x2E80...0x2FDF).contains(scalar.value) else { return }
      let kanji = String(scalar).precomposedStringWithCompatibilityMapping
      let isKnown = kanji.unicodeScalars.first != scalar
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has the radical \(scalar) (\(Quoting.codePoint(of: scalar))), which is no kanji",
        isKnown ? "write the kanji \(kanji)" : "write the kanji that is meant",
        replacement: isKnown ? kanji : nil)
    }
  }
}

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
        "\(value.name) has \(scalar) (\(Quoting.codePoint(of: scalar))) within a word of another script",
        "write \(right)", replacement: right)
    }
  }
}
