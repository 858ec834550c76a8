import RabbleChecking
import RabbleDecks
import RabbleTestSupport
import Testing

/// Decks that are made to take long. Four times as much may take ten times as long, which a cost that
/// grows with the square (16 times) exceeds.
struct BombTests {
  private static let bombs: [(name: String, text: @Sendable (Int) -> String)] = [
    ("equal prompts", { deck((0..<$0).map { #"{"prompt": "same", "answer": "a\#($0)"}"# }) }),
    ("equal questions", { deck((0..<$0).map { _ in #"{"prompt": "same", "answer": "a"}"# }) }),
    (
      "equal prompts with hints",
      { deck((0..<$0).map { #"{"prompt": "same", "hint": "h\#($0)", "answer": "a\#($0)"}"# }) }
    ),
    (
      "alternatives",
      { size in
        let list = (0..<size).map { "\"b\($0)\"" }.joined(separator: ",")
        return deck([#"{"prompt": "p", "answer": "a", "alternatives": [\#(list)]}"#])
      }
    ),
    (
      "answers in one text",
      { size in
        let list = (0..<size).map { "b\($0)" }.joined(separator: "; ")
        return deck([#"{"prompt": "p", "answer": "\#(list)"}"#])
      }
    ),
    (
      "blanks",
      { size in
        let sentence = (0..<size).map { "{{w\($0)}}" }.joined(separator: " ")
        return deck([#"{"cloze": "\#(sentence)"}"#])
      }
    ),
    (
      "brackets",
      { size in
        let brackets = String(repeating: "(", count: 10 * size)
        return deck([#"{"prompt": "\#(brackets)", "answer": "a"}"#])
      }
    ),
    ("faults", { deck((0..<$0).map { _ in #"{"prompt": 1}"# }) }),
  ]

  private static func deck(_ questions: [String]) -> String {
    #"[{"title": "T", "questions": [\#(questions.joined(separator: ",\n"))]}]"#
  }

  @Test(arguments: bombs.indices)
  func `the cost of a check is nearly in proportion to the deck`(number: Int) {
    let bomb = Self.bombs[number]
    let size = LongForm.rounds(usually: 400)
    func cost(_ size: Int) -> Duration {
      let bytes = Array(bomb.text(size).utf8)
      // A deck of one group is checked on one thread.
      return ProcessorTime.least {
        let deck = DeckLoader(faultLimit: .max).parseSource(bytes, path: "d.json")
        _ = DeckChecker().check([deck])
      }
    }
    #expect(cost(4 * size) < cost(size) * 10, "\(bomb.name)")
  }

  @Test func `lines of Markdown that are no questions cost as much each, however many there are`() {
    func cost(_ size: Int) -> Duration {
      let bytes = Array(("# T\n\n" + String(repeating: "nothing here\n", count: size)).utf8)
      return ProcessorTime.least { _ = DeckLoader().parseSource(bytes, path: "d.md") }
    }
    #expect(cost(8000) < cost(2000) * 10)
  }
}
