import RabbleDecks

/// A separator with no answer on one side of it.
struct EmptyAnswerParts: QuestionRule {
  static let rule = Rule(
    "RW508", "empty-answer-part", .warning, "A separator has no answer on one side of it.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for (value, pieces) in question.parts {
      guard pieces.count > 1, let index = pieces.firstIndex(where: \.text.isEmpty) else { continue }
      let range = pieces[index].range
      let isFirst = index == 0
      let separator =
        isFirst
        ? range.lowerBound..<min(range.upperBound + 1, value.text.utf8.count)
        : range.lowerBound - 1..<range.upperBound
      let isWide = value.text.unicodeScalars.contains("；")
      findings.add(
        Self.rule, in: value, separator, "\(value.name) has a separator with nothing beside it",
        "remove it", replacement: isWide ? nil : "")
    }
  }
}
