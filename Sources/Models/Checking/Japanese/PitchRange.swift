import RabbleDecks
import RabbleJudging

/// A pitch that falls behind the end of the word.
struct PitchRange: QuestionRule {
  static let rule = Rule("RW409", "pitch-range", .warning, "A pitch falls behind the last mora.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let pitch = question.question.pitch, let field = question.source.field(.pitch),
      let longest = JapaneseText.readings(of: question).map(JapaneseText.morae).max(),
      pitch > longest
    else { return }
    findings.add(
      Self.rule, at: field.span,
      "the pitch falls after mora \(pitch), but the reading has \(longest)",
      "write a number from 0 to \(longest)")
  }
}
