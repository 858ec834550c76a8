import RabbleDecks

/// Several answers in one element of a list, where no separator is read.
struct JoinedAlternatives: QuestionRule {
  static let rule = Rule(
    "RW510", "joined-alternatives", .warning,
    "An element of a list has a ; in it, which parts nothing there.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    for key in [DeckKey.Question.alternatives, .blocked, .tags] {
      for value in question.texts(key)
      where value.traits.contains(.separator)
        && value.text.unicodeScalars.contains(where: { $0 == ";" || $0 == "；" })
      {
        let parts = AnswerPieces.pieces(of: value.text).map(\.text).filter { !$0.isEmpty }
        guard parts.count > 1 else { continue }
        let deck = findings.deck
        let list = parts.map { "\"\(deck.literal($0))\"" }.joined(separator: ", ")
        let isElement = deck.form == .json && deck.isInArray(value.field.span)
        findings.add(
          Self.rule, at: value.field.span,
          "\(value.name) has a ; in it, which parts no answers here",
          "write \(parts.count) elements",
          edits: isElement ? [.init(value.field.span.range, list)] : [])
      }
    }
  }
}

extension DeckSource {
  /// Whether an element of JSON stands in an array, and not as the only value of its key.
  fileprivate func isInArray(_ span: SourceSpan) -> Bool {
    var index = span.start
    while index > 0, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index - 1]) { index -= 1 }
    return index > 0 && bytes[index - 1] != UInt8(ascii: ":")
  }
}
