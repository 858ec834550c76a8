import RabbleChecking
import RabbleDecks
import Testing

/// The interface as another package uses it: nothing is imported with `@testable` here.
struct PublicInterfaceTests {
  @Test func `a deck is checked and fixed`() {
    let text = #"[{"title": "T", "questions": [{"prompt": "a", "answer": "b "}]}]"#
    let deck = DeckLoader().parseSource(Array(text.utf8), path: "a.json")
    let findings = DeckChecker().check([deck])
    #expect(findings.map(\.rule.code) == ["RW301"])
    #expect(findings.map(\.reason) == [#""answer" ends with a space"#])
    let result = DeckFixer().fix([deck])
    #expect(result.fixed == [1] && result.findings.isEmpty)
    #expect(result.decks[0].file.groups[0].questions[0].answer == "b")
  }
}
