import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// Kanji in furigana without a reading.
struct FuriganaCover: QuestionRule {
  static let rule = Rule(
    "RW408", "furigana-cover", .warning, "A kanji in furigana has no reading over it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.furigana), let ruby = question.furigana, ruby.hasReadings,
      let bare = ruby.segments.first(where: {
        $0.reading == nil && $0.base.unicodeScalars.contains(where: JapaneseText.isKanji)
      }), let kanji = bare.base.unicodeScalars.first(where: JapaneseText.isKanji)
    else { return }
    var found: Int?
    var depth = 0
    value.forEachScalar { offset, scalar in
      if scalar == "[" || scalar == "《" { depth += 1 }
      if scalar == "]" || scalar == "》" { depth -= 1 }
      if depth == 0, scalar == kanji, found == nil { found = offset }
    }
    let offset = found ?? 0
    findings.add(
      Self.rule, in: value, offset..<offset + UTF8.width(kanji),
      "\(kanji) has no reading over it", "write one after it, as in 食[た]べる")
  }
}
