import RabbleDecks
import RabbleJudging
import RabbleQuestions

/// A hint in a blank that is what belongs in it.
struct ClozeHints: QuestionRule {
  static let rule = Rule(
    "RW512", "blank-hint-has-answer", .warning, "A blank's hint gives away what belongs in it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let value = question.text(.cloze) else { return }
    do throws(ClozeError) {
      for blank in try ClozeText(value.text).blanks {
        guard let hint = blank.hint,
          AnswerText.alternatives(of: blank.answer).contains(where: {
            TextFold.plain($0) == TextFold.plain(hint)
          }), let range = value.text.utf8.firstRange(of: Array("::\(hint)".utf8))
        else { continue }
        let utf8 = value.text.utf8
        let start = utf8.distance(from: utf8.startIndex, to: range.lowerBound)
        let end = utf8.distance(from: utf8.startIndex, to: range.upperBound)
        findings.add(
          Self.rule, in: value, start + 2..<end,
          "the hint \(Quoted.text(hint)) is what belongs in the blank", "help without it")
      }
    } catch {
      // The loader has named it.
      return
    }
  }
}
