import RabbleDecks

/// A question that answers itself.
struct SelfAnswer: QuestionRule {
  static let rule = Rule("RW506", "prompt-is-answer", .warning, "Prompt and answer are the same.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.cloze == nil, let answer = question.text(.answer),
      question.text(.prompt)?.text == answer.text
    else { return }
    findings.add(
      Self.rule, in: answer, "the answer is the prompt itself", "write what is to be learned")
  }
}
