import RabbleDecks

/// White space around a text.
struct EdgeSpaces: TextRule {
  static let rule = Rule("RW301", "edge-space", .warning, "A text begins or ends with a space.")
  let triggers: TextTraits = .edgeSpace

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let count = value.text.utf8.count
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let scalars = value.text.unicodeScalars
    let leading = scalars.prefix(while: isSpace).reduce(0) { $0 + UTF8.width($1) }
    let trailing = scalars.reversed().prefix(while: isSpace).reduce(0) { $0 + UTF8.width($1) }
    guard leading < count else { return }
    if leading > 0 {
      findings.add(
        Self.rule, in: value, 0..<leading, "\(value.name) begins with a space", "remove it",
        replacement: "")
    }
    if trailing > 0 {
      findings.add(
        Self.rule, in: value, count - trailing..<count, "\(value.name) ends with a space",
        "remove it", replacement: "")
    }
  }
}

/// Several spaces in a row within a text.
struct DoubleSpaces: TextRule {
  static let rule = Rule("RW302", "double-space", .warning, "Two spaces stand side by side.")
  let triggers: TextTraits = .doubleSpace

  func check(_ value: TextValue, _ findings: inout FindingList) {
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
    for range in found {
      findings.add(
        Self.rule, in: value, range, "\(value.name) has several spaces in a row", "keep one",
        replacement: " ")
    }
  }
}

/// A line that a terminal cannot show at one glance.
struct WideLines: TextRule {
  static let rule = Rule(
    "RW310", "wide-line", .warning, "A title, prompt, hint or answer is wider than a terminal.")
  let triggers: TextTraits = .long

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let limit: Int
    switch value.field.key {
    case .group(.title): limit = 48
    case .question(.prompt), .question(.hint), .question(.answer): limit = 240
    case .question(.tags), .question(.id), .question(.partOfSpeech): limit = 80
    default: return
    }
    guard value.columns > limit else { return }
    findings.add(
      Self.rule, in: value, "\(value.name) takes \(value.columns) columns",
      "keep it within \(limit)" + (limit == 240 ? ", and put the rest into \"note\"" : ""))
  }
}

/// A line break where a text is shown on one line.
struct LineBreaks: TextRule {
  static let rule = Rule(
    "RW315", "line-break", .warning, "A title, id, tag, reading or source has a line break.")
  let triggers: TextTraits = .lineBreak

  func check(_ value: TextValue, _ findings: inout FindingList) {
    switch value.field.key {
    case .group(.title), .question(.id), .question(.tags), .question(.reading),
      .question(.partOfSpeech), .group(.author), .group(.licence), .group(.version):
      break
    default: return
    }
    guard let index = value.text.utf8.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return
    }
    let offset = value.text.utf8.distance(from: value.text.utf8.startIndex, to: index)
    findings.add(
      Self.rule, in: value, offset..<offset + 1, "\(value.name) goes over two lines",
      "write it on one")
  }
}
