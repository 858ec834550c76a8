import RabbleDecks

/// A note that says nothing new.
struct NoteRepeats: QuestionRule {
  static let rule = Rule(
    "RW514", "note-repeats", .warning, "A note only repeats the prompt, answer or hint.")

  func check(_ question: CheckedQuestion, _ findings: inout FindingList) {
    guard let note = question.text(.note) else { return }
    for key in [DeckKey.Question.prompt, .answer, .hint, .reading]
    where question.text(key)?.text == note.text {
      findings.add(
        Self.rule, at: note.field.span, "the note only repeats \"\(key.name)\"",
        "write what is worth knowing besides, or remove it",
        edits: findings.deck.removal(of: note.field).map { [$0] } ?? [])
      return
    }
  }
}
