import RabbleDecks
import RabbleText

/// RW301, 302, 310, 315: spaces, line breaks and wide lines.
enum SpaceAndWidthRules {
  static let checks = [
    Check(
      "RW301", "edge-space", .warning, "Text begins or ends with a space.", fix: .safe,
      example: #"{"prompt": " 犬", "answer": "dog\#u{3000}"}"#,
      .text(.edgeSpace, edgeSpaces)),
    Check(
      "RW302", "double-space", .warning, "Text contains several spaces in a row.", fix: .safe,
      example: #"{"prompt": "犬", "answer": "big  dog"}"#,
      .text(.doubleSpace, doubleSpaces)),
    Check(
      "RW310", "wide-line", .warning,
      "A title, prompt, hint, answer or label is too wide for a terminal.",
      example:
        #"{"prompt": "長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長長", "answer": "long"}"#,
      .text(.long, wideLines)),
    Check(
      "RW315", "line-break", .warning, "A field of one line contains a line break.",
      example: #"{"prompt": "犬", "answer": "dog", "tags": ["a\nb"]}"#,
      .text(.lineBreak, lineBreaks)),
  ]

  /// Finds white space around a text.
  private static func edgeSpaces(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    let count = value.text.utf8.count
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = value.text.unicodeScalars
    let leading = scalars.prefix(while: isSpace).reduce(0) { $0 + UTF8.width($1) }
    let trailing = scalars.reversed().prefix(while: isSpace).reduce(0) { $0 + UTF8.width($1) }
    guard leading < count else { return }
    // The no-break space of a misread à.
    let misread = Misread(value)
    if leading > 0 {
      findings.add(
        rule, in: value, 0..<leading, "\(value.name) begins with a space", "remove it",
        replacement: "")
    }
    if trailing > 0, !misread.contains(count - trailing) {
      findings.add(
        rule, in: value, count - trailing..<count, "\(value.name) ends with a space",
        "remove it", replacement: "")
    }
  }

  /// Finds several spaces in a row within a text.
  private static func doubleSpaces(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList)
  {
    var start = 0
    var run = 0
    var found: [Range<Int>] = []
    value.forEachScalar { offset, scalar in
      if scalar == " " || scalar == "\u{3000}" || scalar == "\u{A0}" {
        if run == 0 { start = offset }
        run += 1
      } else {
        if run > 1, start > 0 { found.append(start..<offset) }
        run = 0
      }
    }
    let misread = found.isEmpty ? nil : Misread(value)
    for range in found where misread?.contains(range.lowerBound) != true {
      findings.add(
        rule, in: value, range, "\(value.name) contains several spaces in a row", "keep one",
        replacement: " ")
    }
  }

  /// Finds texts that are too wide to take in at a glance in a terminal.
  private static func wideLines(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    let limit: Int? =
      switch value.field.key {
      case .group(let field): field.width
      case .question(let field): field.width
      default: nil
      }
    guard let limit else { return }
    // A deck is as wide on every terminal.
    let columns = DisplayWidth.columns(of: value.text, ambiguous: 1)
    guard columns > limit else { return }
    findings.add(
      rule, in: value, "\(value.name) is \(columns) columns wide",
      "use at most \(limit)" + (limit == 240 ? ", and put the rest in \"note\"" : ""))
  }

  /// Finds line breaks in texts that are shown on one line.
  private static func lineBreaks(_ rule: Rule, _ value: TextValue, _ findings: inout FindingList) {
    let isOneLine =
      switch value.field.key {
      case .group(let field): field.isOneLine
      case .question(let field): field.isOneLine
      default: false
      }
    guard isOneLine, let index = value.text.utf8.firstIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else { return }
    let offset = value.text.utf8.distance(from: value.text.utf8.startIndex, to: index)
    findings.add(
      rule, in: value, offset..<offset + 1, "\(value.name) contains a line break",
      "write it on one line")
  }
}
