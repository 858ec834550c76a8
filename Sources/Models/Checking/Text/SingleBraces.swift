import RabbleDecks

/// A blank in single braces, or braces outside a cloze.
struct SingleBraces: TextRule {
  static let rule = Rule(
    "RW316", "braces", .warning, "Braces stand where no blank of a cloze is read.")
  let triggers: TextTraits = .brace

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let bytes = Array(value.text.utf8)
    guard let first = bytes.firstIndex(of: UInt8(ascii: "{")) else { return }
    if value.isQuestion(.cloze) {
      if let single = Self.single(bytes) {
        findings.add(
          Self.rule, in: value, single..<single + 1, "\"cloze\" has a brace that stands alone",
          "put what is asked into {{ }}")
      }
    } else if value.isQuestion(.prompt) || value.isQuestion(.answer),
      first + 1 < bytes.count, bytes[first + 1] == UInt8(ascii: "{")
    {
      findings.add(
        Self.rule, in: value, first..<first + 2, "\(value.name) has {{, which makes no blank there",
        "put the sentence under \"cloze\"")
    }
  }

  /// The offset of the first brace that is not doubled.
  private static func single(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") else {
        index += 1
        continue
      }
      if index + 1 < bytes.count, bytes[index + 1] == byte {
        index += 2
      } else {
        return index
      }
    }
    return nil
  }
}
