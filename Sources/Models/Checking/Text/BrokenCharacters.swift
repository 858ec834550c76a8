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
          ? "\(value.name) has \(Quoted.number(scalar)), which every font draws otherwise"
          : "\(value.name) has \(Quoted.number(scalar)), left of a character that was lost",
        "write the character that was meant")
    }
  }
}
