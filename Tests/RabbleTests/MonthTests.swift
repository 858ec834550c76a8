import Foundation
import Testing

/// What a learner sees who studies for a month, stays away for three, and comes back: the program itself on a
/// terminal, day by day. Every seventh answer is another word of the deck.
struct MonthTests {
  private static let words = [
    ("agua", "water"), ("pan", "bread"), ("leche", "milk"), ("queso", "cheese"), ("sal", "salt"),
    ("vino", "wine"), ("mesa", "table"), ("silla", "chair"), ("casa", "house"), ("puerta", "door"),
    ("calle", "street"), ("coche", "car"), ("tren", "train"), ("barco", "ship"), ("perro", "dog"),
    ("gato", "cat"), ("pájaro", "bird"), ("pez", "fish"), ("árbol", "tree"), ("flor", "flower"),
    ("sol", "sun"), ("luna", "moon"), ("mar", "sea"), ("río", "river"), ("pie", "foot"),
    ("mano", "hand"), ("ojo", "eye"), ("boca", "mouth"), ("día", "day"), ("noche", "night"),
    ("año", "year"), ("mes", "month"), ("rey", "king"), ("ley", "law"), ("voz", "voice"),
    ("luz", "light"), ("paz", "peace"), ("fin", "end"), ("pared", "wall"), ("suelo", "floor"),
  ]
  private let program: Program

  init() throws {
    program = try Program(courses: false)
    func group(_ title: String, _ words: some Sequence<(String, String)>) -> String {
      let questions = words.map { #"{"prompt": "\#($0.0)", "answer": "\#($0.1)"}"# }
      return #"{"title": "\#(title)", "questions": [\#(questions.joined(separator: ", "))]}"#
    }
    try program.addDeck(
      "[\(group("Food", Self.words.prefix(12))), \(group("World", Self.words.dropFirst(12)))]",
      named: "words.json")
  }

  /// Studies on a day of the learner's, counted from the first, and returns what was shown.
  private func study(day: Int, _ asked: inout Int) throws -> String {
    let start = try #require(ISO8601DateFormatter().date(from: Program.morning))
    let formatter = ISO8601DateFormatter()
    formatter.timeZone = TimeZone(secondsFromGMT: 9 * 3600)
    let terminal = try PseudoTerminal(
      program, ["study", "--seed", "1", "--new", "5", "--color", "never"],
      at: formatter.string(from: start.addingTimeInterval(Double(day) * 86_400)), settings: "")
    let answers = Dictionary(uniqueKeysWithValues: Self.words)
    var shown = ""
    while let text = try? terminal.expect("› ") {
      shown += text + "› "
      let prompt = String(text.split(whereSeparator: \.isNewline).last ?? "")
        .trimmingCharacters(in: .whitespaces)
      let isOver = prompt.hasPrefix("Enter to quit")
      if let answer = answers[prompt] {
        asked += 1
        terminal.enter(asked % 7 == 0 ? Self.words[asked % Self.words.count].1 : answer)
      } else {
        terminal.enter(prompt.hasPrefix("1–") ? "1" : "")
      }
      if isOver { break }
    }
    _ = try terminal.finish()
    let lines = shown.replacing("\r", with: "").split(
      separator: "\n", omittingEmptySubsequences: false)
    return lines.map { $0.replacing(#/ +$/#, with: "") }.joined(separator: "\n")
      .trimmingCharacters(in: .newlines)
  }

  @Test func `a month, and a return after three, read as a learner would want them`() throws {
    var asked = 0
    let first = try study(day: 0, &asked)
    #expect(
      first.hasPrefix(
        """
          Type each answer and press Enter. An empty line shows the answer.
          New cards are shown first. :help lists the commands; :quit saves and ends.
          `rabble tutorial` shows how it works with ten cards.

        Food · lesson 1 of 5 · new
        agua
          Answer  water
        Enter ›

        Food · lesson 2 of 5 · new
        pan
          Answer  bread
        Enter ›

        Food · lesson 3 of 5 · new
        leche
          Answer  milk
        Enter ›

        Food · lesson 4 of 5 · new
        queso
          Answer  cheese
        Enter ›

        Food · lesson 5 of 5 · new
        sal
          Answer  salt
        Enter ›

        Food · 5 new · new card
        agua › water
          ✓ Correct: water
            good · due in 10 minutes, in this session · 1 correct, 0 incorrect, 100%
        """), "\(first)")
    for day in 1..<29 { _ = try study(day: day, &asked) }
    #expect(
      try study(day: 29, &asked)
        == """
        World · 1 due
        perro › eye
          ✗ Incorrect — the answer is: dog
            “eye” is ojo.
            again · due in 10 minutes, in this session · 0 correct, 1 incorrect, 0%
        Enter ›

        World · 1 learning
        ██████████░░░░░░░░░░  0 minutes
        perro › dog
          ✓ Correct: dog
            good · due in 2 days · 1 correct, 1 incorrect, 50%

        Session over
          Answered  2
          Correct   1 (50%)
          Time      0 seconds
          Again     1
          Hard      0
          Good      1
          Easy      0
          Next due  tomorrow (2026-12-21 04:00)

        Today, 2026-12-20
          Answers    2, 1 correct, in 0 seconds
          Retention  0% of 1 reviewed card
          Left       nothing
          Streak     30 days

        Due in the next 7 days
          Mon  3  ████████████████████████████████████████
          Tue  1  ██████████████
          Wed  1  ██████████████
          Thu  3  ████████████████████████████████████████
          Fri  1  ██████████████
          Sat  1  ██████████████
          Sun  1  ██████████████

        Answers in the last 12 weeks
          Mon  ········█▒░░
          Tue  ········█░▒░
          Wed  ········█░▒░
          Thu  ········█▒▒░
          Fri  ········█░░░
          Sat  ·······▓█░░░
          Sun  ·······▓▒▒░░

        `rabble study --ahead 1` asks what is due tomorrow.
        `rabble study --cram` asks any card and changes no schedule.
        `rabble study --confusions` practices 29 cards that you confuse with another.
        Enter to quit, :more, :undo ›
        """)
    let back = try study(day: 120, &asked)
    #expect(
      back.hasPrefix(
        """
        40 cards are due, more than a day's work. How many today?
          1  10 per day, best known first, no new cards: caught up in 5 days
          2  20 per day, best known first, no new cards: caught up in 3 days
          3  All 40 today
        1–3 [1] › 1

        World · 10 due
        paz › peace
          ✓ Correct: peace
            good · due in 8 months · 1 correct, 0 incorrect, 100%
        """), "\(back)")
    #expect(
      back.hasSuffix(
        """
        Session over
          Answered  11
          Correct   10 (91%)
          Time      0 seconds
          Again      1
          Hard       0
          Good      10
          Easy       0
          Next due  tomorrow (2027-03-22 04:00)

        Today, 2027-03-21
          Answers    11, 10 correct, in 0 seconds
          Retention  90% of 10 reviewed cards
          Left       30 due, 0 learning, 0 new
          Streak     1 day

        Due in the next 7 days
          Mon  30  ████████████████████████████████████████
          Tue   1  ██
          Wed   0
          Thu   0
          Fri   0
          Sat   0
          Sun   0
          Tomorrow includes 30 cards left from today.

        Answers in the last 12 weeks
          Mon  ············
          Tue  ············
          Wed  ············
          Thu  ············
          Fri  ············
          Sat  ············
          Sun  ···········█

        Today's share of the backlog is done; `rabble study --reviews 40` asks the 30
        cards still due, besides the 10 reviewed today.
        `rabble study --confusions` practices 25 cards that you confuse with another.
        Enter to quit, :more, :undo ›
        """), "\(back)")
    // The share holds on the next day, too.
    let next = try study(day: 121, &asked)
    #expect(
      next.hasPrefix(
        """
          Catching up: 10 of 30 due cards today. `rabble study --reviews 30` studies
          them all.
        """), "\(next)")
  }
}
