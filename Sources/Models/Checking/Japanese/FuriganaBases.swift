import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// Furigana over another text than the prompt.
struct FuriganaBases: QuestionRule {
  static let rule = Rule(
    "RW405", "furigana-bases", .warning, "What carries the furigana does not join to the prompt.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.cloze == nil, let value = question.text(.furigana),
      let prompt = question.text(.prompt), let ruby = question.furigana
    else { return }
    // A bracket that is read as text is another rule's.
    guard !ruby.hasBareMarkup else { return }
    let base = ruby.base
    if base == prompt.text { return }
    let shown = RubyText(prompt.text).base
    guard Self.fold(base) != Self.fold(shown) else { return }
    findings.add(
      Self.rule, in: value,
      "\"furigana\" is written over \(Quoted.text(base)), "
        + "but the prompt is \(Quoted.text(shown))", "write the prompt with its readings")
  }

  private static func fold(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
