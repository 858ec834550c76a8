import RabbleDecks
import RabbleJudging

/// A reading with something in it that is neither kana nor romaji.
struct ReadingLetters: QuestionRule {
  static let rule = Rule("RW401", "reading-not-kana", .warning, "A reading is not written in kana.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.group.isJapanese, let value = question.text(.reading) else { return }
    for reading in question.readings where reading.kana == nil {
      let (text, offset) = (reading.text, reading.offset)
      let foreign = text.unicodeScalars.first { scalar in
        !String(scalar).isKanaOrIgnorable && !Romaji.isLetter(scalar)
      }
      guard let foreign else { continue }
      let before = text.unicodeScalars.prefix { $0 != foreign }.reduce(0) { $0 + UTF8.width($1) }
      findings.add(
        Self.rule, in: value, offset + before..<offset + before + UTF8.width(foreign),
        "\"reading\" has \(Quoted.text(String(foreign))), which is no kana",
        "write in kana how the prompt is read")
    }
  }
}

extension String {
  /// Whether it is kana, or a sign that a reading may have beside them.
  fileprivate var isKanaOrIgnorable: Bool { ("あ" + self).kanaReading != nil }
}
