import Foundation
import Testing

/// `rabble today`, and what it comes to after some days.
struct TodayTests {
  private struct Today: Decodable {
    struct Day: Decodable {
      let day: String
      let count: Int
    }
    struct Left: Decodable {
      let due, learning, new: Int
    }
    let day: String
    let correct, incorrect, reviewed, streak: Int
    let retention: Double?
    let left: Left
    let forecast, calendar: [Day]
    let next: [String]
  }

  private func today(_ program: Program, at moment: String) throws -> Today {
    let outcome = try program.run(["today", "Hiragana", "--format", "json"], at: moment)
    #expect(outcome.ending == .exited(0))
    return try JSONDecoder().decode(Today.self, from: Data(outcome.output.utf8))
  }

  @Test func `two days of study are counted, and the days ahead`() throws {
    let program = try Program()
    let before = try today(program, at: Program.morning)
    #expect(before.correct + before.incorrect + before.streak == 0)
    #expect(before.retention == nil)
    #expect(before.left.new == 20)

    _ = try program.run(
      ["study", "Hiragana", "--new", "3"], at: "2026-11-21T09:00:00+09:00",
      input: "\n4\n\n4\n\n4\n")
    let first = try today(program, at: "2026-11-21T09:05:00+09:00")
    #expect(first.correct == 3)
    #expect(first.retention == nil)
    #expect(first.streak == 1)
    #expect(first.left.due == 0)
    let ahead = try #require(first.forecast.first { $0.count > 0 })
    #expect(first.forecast.map(\.count).reduce(0, +) <= 3)

    let second = ahead.day + "T09:00:00+09:00"
    #expect(try today(program, at: second).left.due == ahead.count)
    _ = try program.run(
      ["study", "Hiragana", "--new", "0"], at: second,
      input: String(repeating: "\n3\n", count: ahead.count))
    let last = try today(program, at: second)
    #expect(last.reviewed == ahead.count)
    #expect(last.retention == 1)
    #expect(last.calendar.count > 77 && last.calendar.count <= 84)
    #expect(last.calendar.last?.count == ahead.count)
    #expect(last.calendar.first { $0.day == "2026-11-21" }?.count == 3)
  }

  @Test func `nothing due leads on to the day instead of nowhere`() throws {
    let program = try Program()
    let terminal = try PseudoTerminal(program, ["study", "Hiragana", "--new", "0"])
    try terminal.expect("Due in the next 7 days")
    try terminal.expect("`rabble study --new N`, asks more new cards")
    #expect(!terminal.raw.contains("Answered  0"))
  }
}
