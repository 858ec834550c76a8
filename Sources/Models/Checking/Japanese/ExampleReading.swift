import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// An example's reading that is not kana or does not fit its sentence.
struct ExampleReading: QuestionRule {
  static let rule = Rule(
    "RW412", "example-reading", .warning, "An example's reading does not read its sentence.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, let value = question.text(example: .reading),
      let text = question.text(example: .text), !text.traits.isDisjoint(with: .kana),
      let reading = value.text.kanaReading, let ruby = question.example,
      let pattern = ReadingPattern(ruby.base)
    else { return }
    if pattern.fits(reading) { return }
    findings.add(
      Self.rule, in: value, "this does not read the example's sentence",
      "write its kana in their order, and only its kanji otherwise")
  }
}
