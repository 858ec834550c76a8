import RabbleDecks
import RabbleJudging

/// Romaji in a field for kana.
struct ReadingRomaji: QuestionRule {
  static let rule = Rule("RW402", "romaji", .warning, "Romaji stand where kana are meant.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese else { return }
    for value in [question.text(.reading), question.text(example: .reading)].compactMap(\.self)
    where !value.traits.isDisjoint(with: [.latin, .accented]) {
      for reading in JapaneseText.readings(in: value) where Romaji.stands(in: reading.text) {
        let kana = Romaji.kana(of: reading.text)
        findings.add(
          Self.rule, in: value, reading.range,
          "\(value.name) has romaji", kana.map { "write \($0)" } ?? "write it in kana",
          replacement: kana)
      }
    }
  }
}
