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

  /// Whether four times as much takes less than ten times as long, in one of three tries: a busy machine
  /// may stop a program at any time, but a square stays one.
  private static func isNearlyLinear(_ cost: (Int) -> Duration, _ size: Int) -> Bool {
    (0..<3).contains { _ in cost(4 * size) < cost(size) * 10 }
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
    #expect(Self.isNearlyLinear(cost, size), "\(bomb.name)")
  }

  @Test func `lines of Markdown that are no questions cost as much each, however many there are`() {
    func cost(_ size: Int) -> Duration {
      let bytes = Array(("# T\n\n" + String(repeating: "nothing here\n", count: size)).utf8)
      return (0..<3).map { _ in
        ContinuousClock().measure { _ = DeckLoader().parseSource(bytes, path: "d.md") }
      }.min() ?? .zero
    }
    #expect(Self.isNearlyLinear(cost, 2000))
  }
}
