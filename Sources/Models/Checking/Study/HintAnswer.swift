import RabbleDecks
import RabbleJudging

/// A hint that has the answer in it.
struct HintAnswer: QuestionRule {
  static let rule = Rule("RW501", "hint-has-answer", .warning, "A hint gives the answer away.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let hint = question.text(.hint), question.question.cloze == nil,
      let value = question.text(.answer)
    else { return }
    if value.traits.isDisjoint(with: .japanese), !hint.text.mayContain(value.text) { return }
    let folded = " " + TextFold.plain(hint.text) + " "
    for answer in AnswerText.alternatives(of: value.text) {
      let fold = TextFold.plain(answer)
      guard !fold.isEmpty else { continue }
      let isJapanese = fold.unicodeScalars.contains { $0.value >= 0x3000 }
      let letters = fold.unicodeScalars.count
      let stands =
        isJapanese
        ? letters > 1 && folded.contains(fold) : letters > 2 && folded.contains(" " + fold + " ")
      guard stands || folded == " " + fold + " " else { continue }
      findings.add(
        Self.rule, in: hint, "the hint has the answer \(Quoted.text(answer)) in it",
        "help without it")
      return
    }
  }
}

extension String {
  /// Whether the first word of another text's first answer could stand in this one: a quick look at
  /// the bytes, so that most hints need no folding.
  fileprivate func mayContain(_ answer: String) -> Bool {
    var answer = answer
    var hint = self
    return answer.withUTF8 { answer in
      hint.withUTF8 { hint in
        // Several answers, or letters that fold: look closely.
        for byte in answer
        where byte >= 0x80 || byte == 0x3B || byte == 0x2C || byte == 0x2F || byte == 0x0A
          || byte == 0x28
        { return true }
        let word = answer.prefix { $0 > 0x20 && $0 != 0x2D }
        guard let first = word.first, word.count <= hint.count else { return word.isEmpty }
        for start in 0...(hint.count - word.count) where (hint[start] | 0x20) == (first | 0x20) {
          var index = 1
          while index < word.count, (hint[start + index] | 0x20) == (word[index] | 0x20) {
            index += 1
          }
          if index == word.count { return true }
        }
        return false
      }
    }
  }
}
