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
    for answer in question.answers {
      let fold = TextFold.plain(answer)
      guard !fold.isEmpty else { continue }
      let isJapanese = fold.unicodeScalars.contains { $0.value >= 0x3000 }
      let letters = fold.unicodeScalars.count
      let stands =
        isJapanese
        ? letters > 1 && ByteSearch.contains(folded, fold)
        : letters > 2 && ByteSearch.contains(folded, " " + fold + " ")
      guard stands || folded == " " + fold + " " else { continue }
      findings.add(
        Self.rule, in: hint, "the hint has the answer \(Quoted.text(answer)) in it",
        "help without it")
      return
    }
  }
}

extension String {
  /// Whether the first word of one of another text's answers could stand in this one: a quick look
  /// at the bytes, so that most hints need no folding.
  fileprivate func mayContain(_ answer: String) -> Bool {
    var answer = answer
    var hint = self
    return answer.withUTF8 { answer in
      hint.withUTF8 { hint in
        var start = 0
        for index in 0...answer.count {
          // Letters that fold: look closely.
          if index < answer.count, answer[index] >= 0x80 || answer[index] == 0x28 { return true }
          guard index == answer.count || [0x3B, 0x2C, 0x2F, 0x0A].contains(answer[index]) else {
            continue
          }
          let piece = UnsafeBufferPointer(rebasing: answer[start..<index])
          if Self.hasFirstWord(of: piece, hint) { return true }
          start = index + 1
        }
        return false
      }
    }
  }

  private static func hasFirstWord(
    of piece: UnsafeBufferPointer<UInt8>, _ hint: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let word = piece.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != 0x2D }
    guard let first = word.first else { return !piece.isEmpty && piece.contains { $0 > 0x20 } }
    guard word.count <= hint.count else { return false }
    let offset = word.startIndex
    for start in 0...(hint.count - word.count) where (hint[start] | 0x20) == (first | 0x20) {
      var index = 1
      while index < word.count, (hint[start + index] | 0x20) == (word[offset + index] | 0x20) {
        index += 1
      }
      if index == word.count { return true }
    }
    return false
  }
}
