import RabbleDecks
import RabbleQuestions
import Testing

/// What an edit by hand says for certain about which question is which.
struct CertainEditsTests {
  private func source(_ groups: (String, [(String, String)])...) -> DeckSource {
    let groups = groups.map { title, pairs in
      QuestionGroup(
        title: title, questions: pairs.map { Question(prompt: $0.0, answer: $0.1) })
    }
    return DeckLoader().parseSource(Array(DeckJSON.text(of: groups).utf8), path: "d.json")
  }

  private func id(_ group: String, _ prompt: String, _ answer: String) -> QuestionID {
    QuestionID(of: Question(prompt: prompt, answer: answer), inGroup: group)
  }

  private func pairs(_ edits: [DeckSource.Edit]) -> [[QuestionID]] {
    edits.map { [$0.from, $0.to] }
  }

  @Test func `one question that reads otherwise in its place is the same one`() {
    let old = source(("A", [("1", "one"), ("2", "two")]))
    let new = source(("A", [("1", "one"), ("x", "y")]))
    #expect(pairs(new.certainEdits(since: old)) == [[id("A", "2", "two"), id("A", "x", "y")]])
  }

  @Test func `a group with another title and the same questions is the same one`() {
    let old = source(("A", [("1", "one"), ("2", "two")]), ("B", [("1", "one")]))
    let new = source(("C", [("1", "one"), ("2", "two")]), ("B", [("1", "one")]))
    #expect(
      pairs(new.certainEdits(since: old)) == [
        [id("A", "1", "one"), id("C", "1", "one")], [id("A", "2", "two"), id("C", "2", "two")],
      ])
  }

  @Test func `nothing else is certain`() {
    let old = source(("A", [("1", "one"), ("2", "two")]))
    for new in [
      source(("A", [("x", "y"), ("1", "one")])),
      source(("A", [("1", "eins"), ("2", "zwei")])),
      source(("A", [("1", "one")])),
      source(("A", [("1", "one"), ("2", "two"), ("3", "three")])),
      source(("C", [("1", "one"), ("3", "two")])),
      old,
    ] {
      #expect(new.certainEdits(since: old).isEmpty)
    }
  }
}
