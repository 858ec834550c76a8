import RabbleDecks

/// A line break where a text is shown on one line.
struct LineBreaks: TextRule {
  static let rule = Rule(
    "RW315", "line-break", .warning, "A title, id, tag, reading or source has a line break.")
  let triggers: TextTraits = .lineBreak

  func check(_ value: TextValue, _ findings: inout FindingList) {
    switch value.field.key {
    case .group(.title), .question(.id), .question(.tags), .question(.reading),
      .question(.partOfSpeech), .group(.author), .group(.licence), .group(.version):
      break
    default: return
    }
    guard let index = value.text.utf8.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
      return
    }
    let offset = value.text.utf8.distance(from: value.text.utf8.startIndex, to: index)
    findings.add(
      Self.rule, in: value, offset..<offset + 1, "\(value.name) goes over two lines",
      "write it on one")
  }
}
