import RabbleDecks

/// An alternative that is right already.
struct RepeatedAlternatives: QuestionRule {
  static let rule = Rule(
    "RW503", "repeated-alternative", .warning, "An alternative is the answer, or stands twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.question.alternatives.isEmpty else { return }
    var seen = question.answers.map { $0.lowercased() }
    for value in question.texts(.alternatives) {
      let text = value.text.lowercased()
      guard seen.contains(text) else {
        seen.append(text)
        continue
      }
      findings.add(
        Self.rule, at: value.field.span,
        "\(Quoted.text(value.text)) is right already", "remove it",
        edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}
