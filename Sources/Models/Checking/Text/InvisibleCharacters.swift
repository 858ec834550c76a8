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
          "\(value.name) has the invisible \(Quoted.number(scalar))", "remove it", replacement: "")
      default: break
      }
    }
  }
}
