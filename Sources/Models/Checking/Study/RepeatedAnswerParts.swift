import RabbleDecks

/// An answer that stands twice between separators.
struct RepeatedAnswerParts: QuestionRule {
  static let rule = Rule(
    "RW509", "repeated-answer-part", .warning, "One text names the same answer twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for (value, pieces) in question.parts {
      var seen = Set<String>()
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
