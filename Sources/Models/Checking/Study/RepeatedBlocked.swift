import RabbleDecks

/// A text that is blocked twice.
struct RepeatedBlocked: QuestionRule {
  static let rule = Rule("RW505", "repeated-blocked", .warning, "A text is blocked twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.blocked.count > 1 else { return }
    var seen = Set<String>()
    for value in question.texts(.blocked)
    where !seen.insert(value.text.lowercased()).inserted {
      findings.add(
        Self.rule, at: value.field.span, "\(Quoted.text(value.text)) is blocked already",
        "remove it", edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}
