import RabbleDecks
import RabbleJudging

/// The direction "reading" where no reading is given.
struct ReadingDirection: QuestionRule {
  static let rule = Rule(
    "RW413", "direction-without-reading", .error,
    "A question is asked for its reading, and has none.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard !question.source.isDamaged, question.question.cloze == nil else { return }
    let own = question.question.directions
    guard own?.contains(.reading) == true, question.question.reading == nil,
      question.question.furigana == nil
    else { return }
    let elements = question.source.fields.filter {
      $0.key == .question(.directions) && $0.element != nil
    }
    let place = own?.firstIndex(of: .reading) ?? 0
    let field = elements.indices.contains(place) ? elements[place] : nil
    findings.add(
      Self.rule, at: field?.span ?? question.source.span,
      "the direction \"reading\" asks for a reading, and there is none",
      "add a \"reading\", or leave this direction out",
      edits: field.flatMap { elements.count > 1 ? findings.deck.removal(of: $0) : nil }
        .map { [$0] } ?? [])
  }
}
