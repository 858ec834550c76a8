import Foundation
import RabbleDecks
import RabbleText

/// RW303–308, 311, 312, 314, 319: characters that are damaged, invisible, or not what they look like.
enum CharacterRules {
  static let checks = [
    Check(
      "RW303", "decomposed-text", .warning,
      "A letter and its mark are separate characters (not NFC).", fix: .safe,
      example: #"{"prompt": "犬", "answer": "cafe\#u{301}"}"#, .text(.combining, decomposedText)),
    Check(
      "RW304", "control-character", .warning, "Text contains a control character.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "dog\u0007"}"#,
      .text(.control, controlCharacters)),
    Check(
      "RW305", "bidi-control", .warning,
      "Text contains a character that changes the direction of text.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "\#u{202E}dog"}"#, .text(.bidi, bidiControls)),
    Check(
      "RW306", "invisible-character", .warning, "Text contains an invisible character.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "do\#u{200B}g"}"#,
      .text(.invisible, invisibleCharacters)),
    Check(
      "RW307", "full-width-letter", .warning, "Latin letters or digits are in full width.",
      fix: .safe,
      example: #"{"prompt": "ＣＤを２まい", "answer": "two CDs"}"#,
      .text(.fullWidth, fullWidthLetters)),
    Check(
      "RW308", "half-width-kana", .warning, "Katakana are in half width.", fix: .safe,
      example: #"{"prompt": "ﾊﾞﾅﾅが", "answer": "banana"}"#,
      .text(.halfWidthKana, halfWidthKana)),
    Check(
      "RW311", "broken-character", .warning, "Text contains U+FFFD or a private-use character.",
      example: #"{"prompt": "犬", "answer": "do�"}"#,
      .text(.broken, brokenCharacters)),
    Check(
      "RW312", "radical", .warning, "A radical is used in place of the kanji of the same shape.",
      fix: .safe,
      example: #"{"prompt": "⽝だ", "answer": "dog"}"#,
      .text(.radical, radicals)),
    Check(
      "RW314", "look-alike", .warning, "A word contains a look-alike letter of another script.",
      fix: .unsafe,
      example: #"{"prompt": "コ一ヒー", "answer": "cоffee"}"#,
      .text([.otherAlphabet, .katakana], lookAlikeLetters)),
    Check(
      "RW319", "mojibake", .warning, "Text is UTF-8 that was read in another encoding.",
      fix: .unsafe, example: #"{"prompt": "el cafÃ©", "answer": "coffee"}"#,
      .text(.accented, mojibake)),
  ]

  /// Finds letters whose marks are separate characters (NFD), as some systems write file names.
  private static func decomposedText(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    var offset = 0
    var run: (start: Int, composed: String)?
    func end() {
      guard let found = run else { return }
      run = nil
      findings.add(
        rule, in: value, found.start..<offset,
        "\(value.name) has a letter whose mark is a separate character (NFD)",
        "write the letter as one character (NFC)", replacement: found.composed)
    }
    for letter in value.text {
      let text = String(letter)
      let composed = text.precomposedStringWithCanonicalMapping
      if composed.isSame(as: text) {
        end()
      } else {
        // In place: a run of many letters would be copied for each of them.
        if run == nil { run = (offset, "") }
        run?.composed += composed
      }
      offset += text.utf8.count
    }
    end()
  }

  /// Finds control characters, which a file can contain as escapes.
  private static func controlCharacters(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    let misread = Misread(value)
    value.forEachRun(of: {
      $0.isUnprintable && !$0.isBidiControl && $0 != "\n" && $0 != "\r"
    }) { range, scalar in
      let reason = "\(value.name) contains the control character \(Quoting.codePoint(of: scalar))"
      if misread.contains(range.lowerBound) { return }
      if scalar == "\t" {
        findings.add(rule, in: value, range, reason, "write a space", replacement: " ")
      } else if scalar.value < 0x80 {
        findings.add(rule, in: value, range, reason, "remove it", replacement: "")
      } else if let meant = Windows1252.character(meantBy: scalar) {
        let isOne = UTF8.width(scalar) == range.count
        findings.add(
          rule, in: value, range, reason, "write \(meant), which it is in Western Windows",
          replacement: isOne ? String(meant) : nil, fix: .unsafe)
      } else {
        findings.add(rule, in: value, range, reason, "write the intended character")
      }
    }
  }

  /// Finds characters that change the direction of text.
  private static func bidiControls(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList)
  {
    value.forEachRun(of: \.isBidiControl) { range, scalar in
      findings.add(
        rule, in: value, range,
        "\(value.name) contains the invisible \(Quoting.codePoint(of: scalar)), which changes the direction of text",
        "remove it; letters set their direction themselves", replacement: "")
    }
  }

  /// Finds invisible characters that no script needs.
  private static func invisibleCharacters(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    var tags = FlagTags()
    let misread = Misread(value)
    value.forEachRun(of: { !tags.continues(with: $0) && $0.isInvisible }) { range, scalar in
      if misread.contains(range.lowerBound) { return }
      findings.add(
        rule, in: value, range,
        "\(value.name) contains the invisible \(Quoting.codePoint(of: scalar))", "remove it",
        replacement: "")
    }
  }

  /// Finds Latin letters and digits in full width.
  private static func fullWidthLetters(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    var run: (start: Int, text: String)?
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      if scalar.isFullWidthLetter {
        if run == nil { run = (offset, "") }
        run?.text += String(scalar).inOrdinaryWidth
      } else {
        if let run { runs.append(run) }
        run = nil
      }
    }
    if let run { runs.append(run) }
    for run in runs {
      findings.add(
        rule, in: value, run.start..<run.start + run.text.utf8.count * 3,
        "\(value.name) contains letters or digits in full width",
        "write \(Quoting.quoted(run.text))",
        replacement: run.text)
    }
  }

  /// Finds katakana in half width.
  private static func halfWidthKana(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList)
  {
    var run = ""
    var start = 0
    var runs: [(start: Int, text: String)] = []
    value.forEachScalar { offset, scalar in
      if scalar.isHalfWidthKana {
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
        rule, in: value, run.start..<run.start + run.text.utf8.count,
        "\(value.name) contains katakana in half width", "write \(Quoting.quoted(whole))",
        replacement: whole)
    }
  }

  /// Finds what is left of a character that some program could not read.
  private static func brokenCharacters(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    value.forEachRun(of: \.isBroken) { range, scalar in
      let isPrivate = scalar.properties.generalCategory == .privateUse
      findings.add(
        rule, in: value, range,
        isPrivate
          ? "\(value.name) contains \(Quoting.codePoint(of: scalar)), which looks different in every font"
          : "\(value.name) contains \(Quoting.codePoint(of: scalar)), which replaces a lost character",
        "write the intended character")
    }
  }

  /// Finds radicals, which look like kanji but don't equal them.
  private static func radicals(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      guard scalar.isRadical else { return }
      let kanji = String(scalar).precomposedStringWithCompatibilityMapping
      let isKnown = kanji.unicodeScalars.first != scalar
      findings.add(
        rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) contains the radical \(scalar) (\(Quoting.codePoint(of: scalar))), which is not a kanji",
        isKnown ? "write the kanji \(kanji)" : "write the intended kanji",
        replacement: isKnown ? kanji : nil)
    }
  }

  /// Finds UTF-8 that some program took for another encoding. What else looks wrong there is not named: to
  /// remove it would make what was meant unrecognizable.
  private static func mojibake(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    for part in Mojibake.parts(of: value.text) {
      let found = String(decoding: Array(value.text.utf8)[part.range], as: UTF8.self)
      findings.add(
        rule, in: value, part.range,
        "\(value.name) contains \(Quoting.quoted(found)), which is \(Quoting.quoted(part.meant)) in another encoding",
        "write \(Quoting.quoted(part.meant))", replacement: part.meant)
    }
  }

  private static let latin: [Unicode.Scalar: String] = [
    "а": "a", "е": "e", "о": "o", "р": "p", "с": "c", "х": "x", "у": "y", "і": "i", "ѕ": "s",
    "А": "A", "В": "B", "Е": "E", "К": "K", "М": "M", "Н": "H", "О": "O", "Р": "P", "С": "C",
    "Т": "T", "Х": "X", "ο": "o", "Α": "A", "Ο": "O", "ν": "v",
  ]
  private static let katakana: [Unicode.Scalar: String] = [
    "一": "ー", "口": "ロ", "力": "カ", "二": "ニ", "八": "ハ", "工": "エ", "夕": "タ", "卜": "ト",
    "べ": "ベ", "ぺ": "ペ",
  ]

  /// Finds letters of another script that look like the right one.
  private static func lookAlikeLetters(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    guard !value.traits.isDisjoint(with: [.otherAlphabet, .kanji, .hiragana]) else { return }
    let scalars = Array(value.text.unicodeScalars)
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      defer { offset += UTF8.width(scalar) }
      let before = index > 0 ? Script(of: scalars[index - 1]) : .other
      let after = index + 1 < scalars.count ? Script(of: scalars[index + 1]) : .other
      let right: String?
      if let letter = latin[scalar] {
        right = before == .latin || after == .latin ? letter : nil
      } else if let letter = katakana[scalar] {
        let isBetween = [before, after].allSatisfy { $0 == .katakana || $0 == .longMark }
        right = isBetween ? letter : nil
      } else {
        right = nil
      }
      guard let right else { continue }
      findings.add(
        rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) contains \(scalar) (\(Quoting.codePoint(of: scalar))) in a word of another script",
        "write \(right)", replacement: right)
    }
  }
}

/// The places of a text that are only damaged because it was read in another encoding.
struct Misread {
  private let parts: [Mojibake.Part]

  init(_ value: TextValue) {
    parts = value.traits.contains(.accented) ? Mojibake.parts(of: value.text) : []
  }

  /// Whether a byte of the text's UTF-8 lies in one.
  func contains(_ offset: Int) -> Bool { parts.contains { $0.range.contains(offset) } }
}
