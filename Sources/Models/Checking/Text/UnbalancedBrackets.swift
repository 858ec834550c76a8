/// A bracket without its partner.
struct UnbalancedBrackets: TextRule {
  static let rule = Rule("RW309", "unbalanced-bracket", .warning, "A bracket has no partner.")
  let triggers: TextTraits = .bracket

  private static let partners: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "）": "（", "］": "［", "｝": "｛", "」": "「", "』": "『",
    "】": "【", "〕": "〔", "〉": "〈", "》": "《",
  ]
  private static let openings = Set(partners.values)
  private static let widths: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "）", "）": ")", "]": "］", "］": "]", "}": "｝", "｝": "}",
  ]

  func check(_ value: TextValue, _ findings: inout FindingList) {
    guard value.isContent else { return }
    var open: [(offset: Int, scalar: Unicode.Scalar)] = []
    var found: [(offset: Int, scalar: Unicode.Scalar, other: Unicode.Scalar?)] = []
    var previous: Unicode.Scalar = " "
    value.forEachScalar { offset, scalar in
      defer { previous = scalar }
      if Self.openings.contains(scalar) {
        open.append((offset, scalar))
      } else if let partner = Self.partners[scalar] {
        if open.last?.scalar == partner {
          open.removeLast()
        } else if let other = Self.widths[scalar], let partner = Self.partners[other],
          open.last?.scalar == partner
        {
          open.removeLast()
          found.append((offset, scalar, other))
        } else if scalar != ")" || !Self.endsNumberOrFace(previous) {
          found.append((offset, scalar, nil))
        }
      }
    }
    for (offset, scalar, other) in found {
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        other == nil
          ? "\(value.name) closes with \(scalar) what was not opened"
          : "\(value.name) closes with \(scalar) a bracket of another width",
        other.map { "write \($0)" } ?? "remove it, or open it",
        replacement: other.map { String($0) })
    }
    for (offset, scalar) in open where !(scalar == "(" && value.text.contains(":(")) {
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has a \(scalar) that is not closed", "close it, or remove it")
    }
  }

  /// Whether a closing bracket may stand alone: in `1)`, `:)` and `;)`.
  private static func endsNumberOrFace(_ previous: Unicode.Scalar) -> Bool {
    previous == ":" || previous == ";" || previous == "-" || ("0"..."9").contains(previous)
  }
}
