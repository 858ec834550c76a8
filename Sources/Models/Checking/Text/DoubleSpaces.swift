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
