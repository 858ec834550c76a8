import RabbleDecks

/// An answer that stands twice between separators.
struct RepeatedAnswerParts: QuestionRule {
  static let rule = Rule(
    "RW509", "repeated-answer-part", .warning, "One text names the same answer twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for key in [DeckKey.Question.answer, .reading] {
      guard let value = question.text(key), AnswerPieces.mayHaveSeveral(value) else { continue }
      var seen = Set<String>()
      let pieces = AnswerPieces.pieces(of: value.text)
      for (index, piece) in pieces.enumerated() where !piece.text.isEmpty {
        guard !seen.insert(piece.text.lowercased()).inserted else { continue }
        let start = pieces[index - 1].range.upperBound
        findings.add(
          Self.rule, in: value, start..<piece.range.upperBound,
          "\(value.name) has \(Quoted.text(piece.text)) twice", "remove it", replacement: "")
      }
    }
  }
}
