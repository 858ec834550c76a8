import RabbleDecks

/// A tag that a question has twice.
struct RepeatedTags: QuestionRule {
  static let rule = Rule("RW507", "repeated-tag", .warning, "A question has a tag twice.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard question.question.tags.count > 1 else { return }
    let tags = question.question.tags
    guard tags.indices.dropFirst().contains(where: { tags[..<$0].contains(tags[$0]) }) else {
      return
    }
    var seen = Set<String>()
    for value in question.texts(.tags) where !seen.insert(value.text).inserted {
      findings.add(
        Self.rule, at: value.field.span, "the tag \(Quoted.text(value.text)) is there already",
        "remove it", edits: findings.deck.removal(of: value.field).map { [$0] } ?? [])
    }
  }
}
