import RabbleChecking
import RabbleDecks
import RabbleTestSupport
import Testing

/// Decks that are made to take long. Four times as much may take ten times as long, which a cost that
/// grows with the square (16 times) exceeds; of several runs the fastest counts.
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
      return (0..<3).map { _ in
        ContinuousClock().measure {
          let deck = DeckLoader(faultLimit: .max).parseSource(bytes, path: "d.json")
          _ = DeckChecker().check([deck])
        }
      }.min() ?? .zero
    }
    let (small, large) = (cost(size), cost(4 * size))
    #expect(large < small * 10, "\(bomb.name): \(small) and \(large)")
  }

  @Test func `lines of Markdown that are no questions cost as much each, however many there are`() {
    func cost(_ size: Int) -> Duration {
      let bytes = Array(("# T\n\n" + String(repeating: "nothing here\n", count: size)).utf8)
      return (0..<3).map { _ in
        ContinuousClock().measure { _ = DeckLoader().parseSource(bytes, path: "d.md") }
      }.min() ?? .zero
    }
    let (small, large) = (cost(2000), cost(8000))
    #expect(large < small * 10, "\(small) and \(large)")
  }
}
