import Foundation
import GRDB
import Testing

/// A log that was made with the Spanish decks as they were before they became a course for beginners: groups
/// were split, and questions stand elsewhere.
struct ReorderedSpanishTests {
  private let program: Program
  private static let moment = "2026-11-13T09:00:00+01:00"

  init() throws {
    program = try Program(log: "spanish-before-reorder")
  }

  private func rows(_ query: String) throws -> [String] {
    try DatabaseQueue(path: program.log).read { db in
      try Row.fetchAll(db, sql: query).map(\.description)
    }
  }

  private static let schedules = """
    SELECT hex(question), direction, phase, step, stability, difficulty, due_day, due_time, interval,
      repetitions, lapses, introduced_day, correct, incorrect
    FROM schedule ORDER BY question, direction
    """

  @Test func `every Spanish schedule stays, and belongs to a question of the decks`() throws {
    let before = try rows(Self.schedules)
    #expect(before.count == 357)
    let outcome = try program.run(
      ["study", "Spanish", "--format", "json"], at: Self.moment, input: ":quit\n")
    #expect(outcome.errors == "")
    #expect(try rows(Self.schedules) == before)
    #expect(
      try rows(
        "SELECT question FROM schedule WHERE question NOT IN (SELECT id FROM question)") == [])
    #expect(try rows("SELECT 1 FROM unclear") == [])
    let check = try program.run(["log", "check"], at: Self.moment)
    #expect(check.ending == .exited(0), "\(check.output)")
  }

  @Test func `presets, suspended cards, accepted answers and confusions stay`() throws {
    _ = try program.run(
      ["study", "Spanish", "--format", "json"], at: Self.moment, input: ":quit\n")
    let presets = try program.run(["preset"], at: Self.moment).output
    let slow = presets.components(separatedBy: "slow\n").last ?? ""
    for title in [
      "Spanish: people and family", "Spanish verbs: regular in -ar",
      "Spanish verbs: regular pretérito",
    ] {
      #expect(slow.replacing(/\s+/, with: " ").contains(title), "\(title)")
    }
    let suspended = try program.run(
      ["card", "list", "--where", "is:suspended or is:buried"], at: Self.moment
    ).output
    for prompt in ["Hola", "Con permiso", "la madre"] { #expect(suspended.contains(prompt)) }
    #expect(try program.run(["card", "accept"], at: Self.moment).output.contains("Tengo sed"))
    let confusions = try program.run(
      ["stats", "trouble", "--by", "confusion", "--format", "csv"], at: Self.moment)
    #expect(confusions.output.contains("Una mesa para dos, por favor"))
  }
}
