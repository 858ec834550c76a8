import Foundation

/// Letters whose marks stand apart from them (NFD), as some systems write file names.
struct DecomposedText: TextRule {
  static let rule = Rule(
    "RW303", "decomposed-text", .warning, "A letter and its mark are two characters (not NFC).")
  let triggers: TextTraits = .combining

  func check(_ value: TextValue, _ findings: inout FindingList) {
    var offset = 0
    for letter in value.text {
      let text = String(letter)
      let count = text.utf8.count
      defer { offset += count }
      let composed = text.precomposedStringWithCanonicalMapping
      guard !composed.unicodeScalars.elementsEqual(text.unicodeScalars) else { continue }
      findings.add(
        Self.rule, in: value, offset..<offset + count,
        "\(value.name) has a letter whose mark is a character of its own (NFD)",
        "write the letter as one character (NFC)", replacement: composed)
    }
  }
}
