import Foundation
import RabbleTestSupport
import Testing

/// A computer whose clock was wrong for a session, or is now.
struct WrongClockTests {
  private static let ahead = "2031-11-22T09:00:00+09:00"
  private static let next = "2026-11-22T09:00:00+09:00"

  private let program: Program

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
  }

  private func run(_ arguments: String..., at moment: String = next) throws -> Outcome {
    try program.run(arguments, at: moment)
  }

  private func study(
    _ input: String, _ options: String..., at moment: String
  ) throws -> Outcome {
    try program.run(
      ["study", "Words", "--order", "sequential"] + options, at: moment, input: input)
  }

  /// What a session says of the clock before its first card.
  private func warnings(at moment: String) throws -> [String] {
    let screens = try study("", "--format", "json", at: moment).screens
    return screens.prefix { $0.kind == "notice" }.compactMap(\.message)
      .flatMap { $0.split(separator: "\n").map(String.init) }.filter { $0.contains("clock") }
  }

  @Test func `a session with a clock that was ahead is told, named by check, and undone at once`()
    throws
  {
    _ = try study("cat\n", at: Program.morning)
    let before = try run("card", "list", "--format", "json").output
    _ = try study("cat\n:hard\ndog\nbird\n", at: Self.ahead)
    let told =
      "Your last answer is dated 2031-11-22 09:00, but the clock shows 2026-11-22 09:00. If the clock is "
      + "wrong (`date` shows it), set it first. If it was wrong then, `rabble undo --session` undoes "
      + "that session."
    #expect(try warnings(at: Self.next) == [told])
    #expect(try study("", at: Self.next).output.contains(told))
    let terminal = try PseudoTerminal(program, ["study", "Words"], at: Self.next)
    try terminal.expect("Your last answer is dated 2031-11-22 09:00")
    terminal.hangUp()

    let check = try run("log", "check")
    #expect(check.ending == .exited(0))
    #expect(check.lines.count == 2)
    #expect(
      check.lines.last?.hasPrefix(
        "3 cards (“ねこ”, “いぬ”, “とり”) have due dates from answers dated up to 2031-11-22 09:00, but the "
          + "clock shows 2026-11-22 09:00.") == true)
    #expect(check.output.hasSuffix("undo that session: `rabble undo --session`.\n"))

    let undo = try run("undo", "--session")
    #expect(
      undo.output
        == "Undone: 3 answers of the session of 2031-11-22 09:00. 3 cards were rescheduled.\n")
    #expect(try run("card", "list", "--format", "json").output == before)
    #expect(try warnings(at: Self.next) == [])
    #expect(
      try run("log", "check").lines == ["Review log OK: all schedules match the recorded answers."])
    #expect(try run("redo", "4").ending == .exited(0))
    #expect(try warnings(at: Self.next) == [told])
  }

  @Test func `after another session, check gives the number of an answer by which to undo`() throws
  {
    _ = try study("cat\n", at: Program.morning)
    _ = try study("dog\nbird\n", "--cram", at: "2030-11-22T09:00:00+09:00")
    _ = try study("dog\nbird\n", "--new", "9", at: Self.ahead)
    _ = try study("cat\n", "--cram", at: Self.next)
    #expect(
      try warnings(at: Self.next) == [
        "There are answers dated 2031-11-22 09:00, but the clock shows 2026-11-22 09:00. If the clock is "
          + "wrong (`date` shows it), set it first. If it was wrong then, `rabble log check` names the "
          + "session to undo."
      ])
    let found = try run("log", "check").output.firstMatch(
      of: #/undo that session: `rabble undo (--session --event [0-9]+)`\.\n$/#)
    let command = try #require(found).1.split(separator: " ").map(String.init)
    let undo = try program.run(["undo"] + command, at: Self.next)
    #expect(undo.output.contains(" of the session of 2031-11-22 09:00."))
    let isLater = try program.reviews().map { ($0.time.hasPrefix("2031"), $0.retracted) }
    #expect(isLater.allSatisfy { $0 == $1 } && isLater.contains { $0.0 })
    #expect(try run("log", "check").lines.count == 1)
    #expect(try warnings(at: Self.next) == [])
  }

  @Test func `an absence of more than a year is told, three months and a first session are not`()
    throws
  {
    #expect(try warnings(at: Program.morning) == [])
    _ = try study("cat\n", at: Program.morning)
    for moment in ["2026-11-20T10:00:00+09:00", "2027-02-21T09:00:00+09:00"] {
      #expect(try warnings(at: moment) == [], "\(moment)")
    }
    #expect(
      try warnings(at: "2027-11-22T09:00:00+09:00") == [
        "The clock shows 2027-11-22 09:00, more than a year after your last answer (2026-11-21 09:00). If "
          + "the clock is wrong (`date` shows it), set it first. `rabble undo --session` undoes a "
          + "session with wrong dates."
      ])
  }

  @Test func `a clock that is behind by more than a day is told, and check names all cards`() throws
  {
    _ = try study("cat\ndog\n", at: Program.morning)
    let behind = "2000-01-01T00:00:00+09:00"
    #expect(try warnings(at: behind).count == 1)
    #expect(
      try run("log", "check", at: behind).lines.last?.hasPrefix("2 cards (“ねこ”, “いぬ”) have") == true
    )
  }

  @Test func `sessions are undone one after the other, or by one of their answers`() throws {
    _ = try study("cat\n", at: Program.morning)
    _ = try study("dog\n", "--cram", at: "2026-11-21T12:00:00+09:00")
    _ = try study("bird\n", "--cram", at: Self.next)
    let some = try run("undo", "--session", "2")
    #expect(
      some.output == """
        Undone: 1 answer of the session of 2026-11-22 09:00. 0 cards were rescheduled.
        Undone: 1 answer of the session of 2026-11-21 12:00. 0 cards were rescheduled.

        """)
    let twice = try run("undo", "--session", "--event", "2")
    #expect(twice.ending == .exited(2) && twice.errors.contains("Event 2 was undone already"))
    #expect(
      try run("undo", "--session", "--event", "1").output
        == "Undone: 1 answer of the session of 2026-11-21 09:00. 1 card was rescheduled.\n")
    #expect(try program.reviews().map(\.retracted) == [true, true, true])
    #expect(try run("undo", "--session").ending == .exited(1))
    _ = try run("card", "suspend", "--yes", "いぬ")
    let other = try run("undo", "--session", "--event", "4")
    #expect(other.ending == .exited(2) && other.errors.contains("Event 4 is not an answer"))
    #expect(try run("undo", "--session", "--answer").ending == .exited(2))
  }
}
