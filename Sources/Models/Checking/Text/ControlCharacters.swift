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
        "\(value.name) has the control character \(Quoted.number(scalar))",
        scalar == "\t" ? "write a space" : "remove it", replacement: scalar == "\t" ? " " : "")
    }
  }
}
