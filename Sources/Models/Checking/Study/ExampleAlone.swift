import RabbleDecks
import RabbleQuestions

/// An example that is the prompt itself.
struct ExampleAlone: QuestionRule {
  static let rule = Rule("RW513", "example-is-prompt", .warning, "An example only says the prompt.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(example: .text), let prompt = question.text(.prompt),
      question.example?.base == prompt.text
    else { return }
    findings.add(
      Self.rule, in: value, "the example is nothing but the prompt",
      "show the prompt in a sentence, or remove it")
  }
}
