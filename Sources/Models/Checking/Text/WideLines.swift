import RabbleDecks

/// A line that a terminal cannot show at one glance.
struct WideLines: TextRule {
  static let rule = Rule(
    "RW310", "wide-line", .warning, "A title, prompt, hint or answer is wider than a terminal.")
  let triggers: TextTraits = .long

  func check(_ value: TextValue, _ findings: inout FindingList) {
    let limit: Int
    switch value.field.key {
    case .group(.title): limit = 48
    case .question(.prompt), .question(.hint), .question(.answer): limit = 240
    case .question(.tags), .question(.id), .question(.partOfSpeech): limit = 80
    default: return
    }
    guard value.columns > limit else { return }
    findings.add(
      Self.rule, in: value, "\(value.name) takes \(value.columns) columns",
      "keep it within \(limit)" + (limit == 240 ? ", and put the rest into \"note\"" : ""))
  }
}
