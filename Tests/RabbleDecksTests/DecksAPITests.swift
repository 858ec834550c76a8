import RabbleDecks
import RabbleQuestions
import RabbleTestSupport
import Testing

/// What another program does with decks, without a look inside.
struct DecksAPITests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a deck is read, changed and written by another program`() throws {
    let path = folder.path + "/a.json"
    let text = #"[{"title": "Numbers", "questions": [{"prompt": "一", "answer": "one"}]}]"#
    try AtomicFile.replace(path, with: Array(text.utf8), ifStill: .nothing)

    let deck = DeckLoader().loadSource(path: path)
    #expect(deck.file.faults.isEmpty)
    let two = DeckEntry(Question(prompt: "二", answer: "two"))
    let changed = try deck.applying([.add([two], toGroup: 0)])
    try AtomicFile.replace(path, with: changed.bytes, ifStill: .content(deck.bytes))

    let groups = DeckLoader().load(path: path).groups
    #expect(groups.map { $0.questions.map(\.answer) } == [["one", "two"]])
  }
}
