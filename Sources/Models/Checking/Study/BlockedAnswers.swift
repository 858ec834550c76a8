import RabbleDecks

/// An answer that is right and blocked.
struct BlockedAnswers: QuestionRule {
  static let rule = Rule(
    "RW504", "blocked-answer", .error, "A text is among the right answers and the blocked ones.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.question.blocked.isEmpty else { return }
    let right = (question.answers + question.question.alternatives).map { $0.lowercased() }
    for value in question.texts(.blocked) where right.contains(value.text.lowercased()) {
      findings.add(
        Self.rule, at: value.field.span,
        "\(Quoted.text(value.text)) is blocked, and is a right answer",
        "remove it here or there")
    }
  }
}
