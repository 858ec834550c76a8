import RabbleDecks
import RabbleQuestions
import RabbleText

/// RW309, 313, 316–318, 511: brackets, braces, HTML, Markdown, and the marks of blanks.
enum BracketAndMarkupRules {
  static let checks = [
    Check(
      "RW309", "unbalanced-bracket", .warning, "A bracket has no partner.", fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "(big） dog"}"#,
      .text(.bracket, unbalancedBrackets)),
    Check(
      "RW313", "markup", .warning, "Text contains an HTML entity or tag.", fix: .unsafe,
      example: #"{"prompt": "犬", "answer": "<b>dog</b>"}"#, .text(.markup, markup)),
    Check(
      "RW316", "braces", .warning, "Braces do not make a blank here.",
      example: #"{"prompt": "I am.", "cloze": "私{{は}}{です}。"}"#, .text(.brace, singleBraces)),
    Check(
      "RW317", "list-number", .warning, "A prompt in Markdown begins with the number of a list.",
      example: #"1. 鳥 :: bird"#,
      .text(.digit, listNumber)),
    Check(
      "RW318", "emphasis", .warning, "Text contains the ** of Markdown, which is shown as it is.",
      example: #"**犬** :: dog"#,
      .text(.asterisk, emphasis)),
    Check(
      "RW511", "empty-blank-hint", .warning, "A blank has :: without a hint.", fix: .safe,
      example: #"{"prompt": "I am.", "cloze": "私{{は::}}学生だ。"}"#, .question(blankHints)
    ),
  ]

  /// Finds brackets without a partner.
  private static func unbalancedBrackets(
    _ rule: Rule, _ value: TextValue, _ findings: inout FindingList
  ) {
    guard value.isContent else { return }
    var open: [(offset: Int, scalar: Unicode.Scalar)] = []
    var stray: [(offset: Int, scalar: Unicode.Scalar)] = []
    var otherWidth: [(offset: Int, scalar: Unicode.Scalar, right: Unicode.Scalar)] = []
    var previous: Unicode.Scalar = " "
    value.forEachScalar { offset, scalar in
      defer { previous = scalar }
      guard let bracket = scalar.bracket else { return }
      if scalar == bracket.opening {
        open.append((offset, scalar))
      } else if open.last?.scalar == bracket.opening {
        open.removeLast()
      } else if let other = bracket.inOtherWidth, open.last?.scalar == other.opening {
        open.removeLast()
        otherWidth.append((offset, scalar, other.closing))
      } else if scalar != ")" || !endsNumberOrFace(previous) {
        stray.append((offset, scalar))
      }
    }
    for (offset, scalar, right) in otherWidth {
      findings.add(
        rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) contains a \(scalar) that closes a bracket of another width",
        "write \(right)", replacement: String(right))
    }
    for (range, scalar) in runs(of: stray) {
      findings.add(
        rule, in: value, range, "\(value.name) contains a \(scalar) that closes nothing",
        "remove it, or add the opening bracket")
    }
    let hasFace = !open.isEmpty && value.text.contains(":(")
    for (range, scalar) in runs(of: open.filter { !($0.scalar == "(" && hasFace) }) {
      findings.add(
        rule, in: value, range, "\(value.name) contains a \(scalar) that is not closed",
        "close it, or remove it")
    }
  }

  /// The bytes of brackets, those that are the same and stand beside each other as one.
  private static func runs(
    of brackets: [(offset: Int, scalar: Unicode.Scalar)]
  ) -> [(range: Range<Int>, scalar: Unicode.Scalar)] {
    var runs: [(range: Range<Int>, scalar: Unicode.Scalar)] = []
    for (offset, scalar) in brackets {
      let end = offset + UTF8.width(scalar)
      if let last = runs.last, last.scalar == scalar, last.range.upperBound == offset {
        runs[runs.count - 1].range = last.range.lowerBound..<end
      } else {
        runs.append((offset..<end, scalar))
      }
    }
    return runs
  }

  /// Whether a closing bracket after this character needs no partner: in `1)`, `:)` and `;)`.
  private static func endsNumberOrFace(_ previous: Unicode.Scalar) -> Bool {
    previous == ":" || previous == ";" || previous == "-" || ("0"..."9").contains(previous)
  }

  /// Finds HTML that another program left behind.
  private static func markup(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    let text = Markup(value.text)
    for (mark, replacement) in zip(text.marks, text.replacements) {
      guard mark.isEntity else {
        findings.add(
          rule, in: value, mark.range, "\(value.name) contains the HTML tag \(mark.name)",
          "remove it", replacement: replacement)
        continue
      }
      let decoded = Quoting.quoted(mark.replacement ?? "")
      findings.add(
        rule, in: value, mark.range, "\(value.name) contains the HTML entity \(mark.name)",
        replacement == nil
          ? "write \(decoded), and suppress RW313 if the text is about HTML"
          : "write \(decoded)",
        replacement: replacement)
    }
  }

  /// Finds prompts in Markdown that begin with the number of a list, which is not left out as a
  /// bullet is: it may be a part of the prompt.
  private static func listNumber(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    guard findings.deck.form == .markdown, value.isQuestion(.prompt),
      let number = value.text.prefixMatch(of: /[0-9]{1,3}[.)] +/)
    else { return }
    let text = String(number.output)
    findings.add(
      rule, in: value, 0..<text.utf8.count,
      "\(value.name) begins with \(Quoting.quoted(text)), which is asked with it",
      "remove it, unless it is part of the prompt")
  }

  /// Finds `**emphasis**`, which is shown with its marks.
  private static func emphasis(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    guard value.isContent, let match = value.text.firstMatch(of: /\*\*[^*\s](?:[^*]*[^*\s])?\*\*/)
    else { return }
    let start = value.text.utf8.distance(
      from: value.text.startIndex, to: match.range.lowerBound)
    findings.add(
      rule, in: value, start..<start + match.output.utf8.count,
      "\(value.name) contains \(Quoting.quoted(match.output)) with its marks of Markdown",
      "remove the **")
  }

  /// Finds blanks in single braces, and blanks outside a cloze.
  private static func singleBraces(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList)
  {
    let bytes = Array(value.text.utf8)
    guard let first = bytes.firstIndex(of: UInt8(ascii: "{")) else { return }
    if value.isQuestion(.cloze) {
      if let single = single(bytes) {
        findings.add(
          rule, in: value, single..<single + 1, "\"cloze\" contains a single brace",
          "put the text to ask for in \(findings.deck.form == .json ? "{{ }}" : "== ==")")
      }
    } else if value.isQuestion(.prompt) || value.isQuestion(.answer),
      first + 1 < bytes.count, bytes[first + 1] == UInt8(ascii: "{")
    {
      findings.add(
        rule, in: value, first..<first + 2,
        "\(value.name) contains {{, which does not make a blank there",
        findings.deck.form == .json
          ? "put the sentence in \"cloze\"" : "mark the text to ask for with ==, as in ==x==")
    }
  }

  /// The offset of the first brace that is not doubled.
  private static func single(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }

  /// Finds blanks with the mark of a hint but no hint.
  private static func blankHints(
    _ rule: Rule, _ question: CheckedQuestion, _ findings: inout FindingList
  ) {
    guard let value = question.text(.cloze) else { return }
    let bytes = Array(value.text.utf8)
    let mark = Array("::".utf8)
    var index = 0
    while index + 3 < bytes.count {
      defer { index += 1 }
      guard bytes[index...].starts(with: mark) else { continue }
      var end = index + 2
      while end < bytes.count, bytes[end] == 0x20 { end += 1 }
      guard bytes[end...].starts(with: "}}".utf8) else { continue }
      findings.add(
        rule, in: value, index..<end, "the blank has :: without a hint",
        "write the hint, or remove the ::", replacement: "")
    }
  }
}
