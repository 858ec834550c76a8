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
          "\(value.name) has the invisible \(Quoted.number(scalar)), which reorders what is seen",
          "remove it; letters find their direction by themselves", replacement: "")
      default: break
      }
    }
  }
}
