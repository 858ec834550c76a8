import RabbleDecks

/// A hint that only says the prompt again.
struct HintPrompt: QuestionRule {
  static let rule = Rule("RW502", "hint-is-prompt", .warning, "A hint only repeats the prompt.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let hint = question.text(.hint), let prompt = question.text(.prompt),
      hint.text == prompt.text
    else { return }
    findings.add(
      Self.rule, in: hint, "the hint only repeats the prompt", "write what helps, or remove it")
  }
}
