import Foundation

/// Radicals, which look like kanji but are none to a search or a judge.
struct Radicals: TextRule {
  static let rule = Rule(
    "RW312", "radical", .warning, "A radical stands where the kanji of the same shape is meant.")
  let triggers: TextTraits = .radical

  func check(_ value: TextValue, _ findings: inout FindingList) {
    value.forEachScalar { offset, scalar in
      guard (0x2E80...0x2FDF).contains(scalar.value) else { return }
      let kanji = String(scalar).precomposedStringWithCompatibilityMapping
      let isKnown = kanji.unicodeScalars.first != scalar
      findings.add(
        Self.rule, in: value, offset..<offset + UTF8.width(scalar),
        "\(value.name) has the radical \(scalar) (\(Quoted.number(scalar))), which is no kanji",
        isKnown ? "write the kanji \(kanji)" : "write the kanji that is meant",
        replacement: isKnown ? kanji : nil)
    }
  }
}
