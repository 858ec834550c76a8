import RabbleDecks
import RabbleJudging

/// An alternative that is right already.
struct RepeatedAlternatives: QuestionRule {
  static let rule = Rule(
    "RW503", "repeated-alternative", .warning, "An alternative is the answer, or stands twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.question.alternatives.isEmpty else { return }
    var seen = Set<String>()
    if let answer = question.text(.answer) {
      seen = Set(AnswerText.alternatives(of: answer.text).map { $0.lowercased() })
    }
    for value in question.texts(.alternatives)
    where !seen.insert(value.text.lowercased()).inserted {
      findings.add(
        Self.rule, at: value.field.span,
        "\(Quoted.text(value.text)) is right already", "remove it",
        edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}
