import RabbleDecks
import RabbleJudging

/// A pitch of nobody knows which kana.
struct PitchWithoutReading: QuestionRule {
  static let rule = Rule(
    "RW410", "pitch-without-reading", .warning, "A pitch stands beside no reading to draw it on.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.pitch != nil, let field = question.source.field(.pitch),
      JapaneseText.readings(of: question).isEmpty, question.text(.prompt) != nil,
      question.text(.reading) == nil
    else { return }
    findings.add(
      Self.rule, at: field.span, "there are no kana to draw the pitch on", "add a \"reading\"")
  }
}
