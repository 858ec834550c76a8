import RabbleDecks
import RabbleJudging

/// A reading without the kana that its prompt shows.
struct ReadingFit: QuestionRule {
  static let rule = Rule(
    "RW404", "reading-does-not-fit", .warning, "The prompt's own kana do not stand in its reading.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, let value = question.text(.reading),
      let prompt = question.text(.prompt), question.question.cloze == nil,
      !prompt.traits.isDisjoint(with: .kana)
    else { return }
    if prompt.text == value.text { return }
    guard let pattern = ReadingPattern(prompt.text) else { return }
    for found in question.readings {
      guard let reading = found.kana, !pattern.fits(reading) else { continue }
      findings.add(
        Self.rule, in: value, found.range,
        "\(Quoted.text(found.text)) does not read the prompt \(Quoted.text(prompt.text))",
        "write its kana in their order, and only its kanji otherwise")
    }
  }
}
