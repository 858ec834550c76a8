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
    let rows, calendar: [Day]
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
    let ahead = try #require(first.rows.first { $0.count > 0 })
    #expect(first.rows.map(\.count).reduce(0, +) <= 3)

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

  @Test func `the end of a session of one group tells what the others have`() throws {
    let program = try Program(courses: false)
    try program.addDeck(
      #"{"title": "Words", "questions": [{"prompt": "hola", "answer": "hello"}]}"#)
    try program.addDeck(
      #"{"title": "My meals", "questions": [{"prompt": "pan", "answer": "bread"}]}"#,
      named: "meals.json")
    let before = try program.run(["today", "My meals"], at: Program.morning)
    #expect(before.output.contains("`rabble study 'My meals'` asks the 1 card left today."))
    let terminal = try PseudoTerminal(program, ["study", "Words"], at: Program.morning)
    try terminal.expect("hola › ")
    terminal.enter("")
    terminal.enter("4")
    try terminal.expect("0 due, 0 learning, 1 new")
    try terminal.expect("`rabble study` asks the 1 card left today.")
  }

  @Test func `a session of chosen cards says that the others are due now`() throws {
    let program = try Program(courses: false)
    try program.addDeck(Program.words)
    _ = try program.run(
      ["study"], at: Program.morning, input: String(repeating: "\n4\n", count: 3))
    let outcome = try program.run(
      ["study", "--where", "cat", "--format", "json"], at: "2027-03-01T09:00:00+09:00",
      input: "\n4\n")
    let last = try #require(outcome.output.split(separator: "\n").last)
    #expect(last.contains(#""next_due":"2027-03-01T09:00:00+09:00""#), "\(last)")
  }

  @Test func `nothing due leads on to the day instead of nowhere`() throws {
    let program = try Program()
    let terminal = try PseudoTerminal(program, ["study", "Hiragana", "--new", "0"])
    try terminal.expect("Due in the next 7 days")
    // The day has the new cards that this session was not to ask.
    try terminal.expect("`rabble study` asks the 20 cards left today.")
    #expect(!terminal.raw.contains("Answered  0"))
  }
}
