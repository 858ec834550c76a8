import RabbleScreens
import RabbleTerminal
import Testing

struct TodayTextTests {
  private func screen(
    answers: [Int] = [0, 3, 9, 40, 0, 12, 20], unlocked: [String] = ["Katakana: the rows from あ"],
    carriedOver: Int = 0
  ) -> TodayScreen {
    let days = answers.indices.map {
      TodayScreen.Day(day: "2026-11-\(16 + $0)", weekday: $0, count: answers[$0])
    }
    return TodayScreen(
      day: "2026-11-22", correct: 18, incorrect: 2, seconds: 245, retention: 0.875, reviewed: 8,
      left: .init(due: 3, learning: 1, new: 0),
      forecast: (0..<7).map {
        TodayScreen.Day(day: "2026-11-\(23 + $0)", weekday: $0, count: [12, 3, 0, 1, 0, 24, 7][$0])
      },
      carriedOver: carriedOver, streak: 2, calendar: answers.reduce(0, +) == 0 ? [] : days,
      unlocked: unlocked,
      next: ["`rabble study` asks the 4 cards left today."])
  }

  @Test func `a day on a terminal of 80 columns`() {
    #expect(
      TodayText.text(screen(), width: 80, isColored: false) == """
        Today, 2026-11-22
          Answers    20, 18 correct, in 4 minutes
          Retention  88% of 8 reviewed cards
          Left       3 due, 1 learning, 0 new
          Streak     2 days

        Due in the next 7 days
          Mon  12  ████████████████████
          Tue   3  █████
          Wed   0
          Thu   1  ██
          Fri   0
          Sat  24  ████████████████████████████████████████
          Sun   7  ████████████

        Answers in the last 1 week
          Mon  ·
          Tue  ░
          Wed  ░
          Thu  █
          Fri  ·
          Sat  ▒
          Sun  ▒

        Unlocked
          Katakana: the rows from あ

        `rabble study` asks the 4 cards left today.

        """)
  }

  @Test func `below the days it says how many of tomorrow's cards are left from today`() {
    func text(_ count: Int, width: Int = 80, isPlain: Bool = false) -> String {
      var style = DisplayStyle()
      style.isPlain = isPlain
      return DisplayStyle.$current.withValue(style) {
        TodayText.text(screen(carriedOver: count), width: width, isColored: false)
      }
    }
    #expect(
      text(4).contains("  Sun   7  ████████████\n  Tomorrow includes 4 cards left from today.\n\n"))
    #expect(text(1).contains("  Tomorrow includes 1 card left from today.\n"))
    #expect(text(4, width: 20).contains("  Tomorrow includes\n  4 cards left from\n  today.\n"))
    #expect(text(4, isPlain: true).contains("\nTomorrow includes 4 cards left from today.\n"))
    #expect(!text(0).contains("Tomorrow"))
  }

  @Test func `a day on a terminal of 20 columns`() {
    let text = TodayText.text(screen(), width: 20, isColored: false)
    #expect(
      text.split(separator: "\n").prefix(8).joined(separator: "\n") == """
        Today, 2026-11-22
          Answers: 20, 18
            correct, in 4
            minutes
          Retention: 88% of
            8 reviewed cards
          Left: 3 due, 1
            learning, 0 new
        """)
    #expect(text.contains("  Sat  24  █████████\n  Sun   7  ███\n"))
  }

  @Test func `every width from 20 columns on is kept, and a pipe gets the lines of 60`() {
    for width in [20, 40, 80, 200] {
      let lines = TodayText.text(screen(), width: width, isColored: false).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "\(width)")
    }
    #expect(
      TodayText.text(screen(), width: nil, isColored: false).contains(
        "Sat  24  ████████████████████████████████████████\n"))
  }

  @Test func `of many unlocked groups the first are named and the others counted`() {
    func unlocked(_ count: Int) -> String {
      let titles = (1...count).map { "Group \($0)" }
      let text = TodayText.text(screen(unlocked: titles), width: 80, isColored: false)
      return text.split(separator: "\n").drop { $0 != "Unlocked" }.dropFirst().dropLast()
        .joined(separator: "\n")
    }
    #expect(unlocked(5) == (1...5).map { "  Group \($0)" }.joined(separator: "\n"))
    #expect(
      unlocked(40) == """
          Group 1
          Group 2
          Group 3
          Group 4
          and 36 more: rabble deck list
        """)
  }

  @Test func `a day before the first answer has no calendar, and hostile titles are harmless`() {
    let text = TodayText.text(
      screen(answers: [0], unlocked: ["\u{1b}[31mred\u{202e}"]), width: 80, isColored: false)
    #expect(!text.contains("week"))
    #expect(text.contains("  [31mred\n"))
  }
}
