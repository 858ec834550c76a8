import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// Furigana that read otherwise than the reading.
struct FuriganaReading: QuestionRule {
  static let rule = Rule(
    "RW406", "furigana-reading", .warning, "The furigana do not join to the reading.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.furigana), let reading = question.text(.reading) else {
      return
    }
    guard let ruby = question.furigana, ruby.hasReadings, let read = ruby.reading.kanaReading else {
      return
    }
    let readings = question.readings.compactMap(\.kana)
    guard !readings.isEmpty, !readings.contains(read) else { return }
    findings.add(
      Self.rule, in: value,
      "\"furigana\" read \(Quoted.text(ruby.reading)), "
        + "but \"reading\" is \(Quoted.text(reading.text))", "correct the one that is wrong")
  }
}
