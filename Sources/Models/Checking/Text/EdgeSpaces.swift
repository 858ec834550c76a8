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
