import Foundation
import GRDB
import Testing

/// A log that was made with the decks as they were before the Japanese course was reordered: its groups
/// were split, and many questions stand elsewhere.
struct ReorderedCourseTests {
  private let program: Program
  private static let moment = "2026-11-13T09:00:00+09:00"

  init() throws {
    program = try Program(log: "course-before-reorder")
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

  @Test func `every schedule stays, and belongs to a question of the decks`() throws {
    let before = try rows(Self.schedules)
    #expect(before.count == 328)
    let outcome = try program.run(["study", "--format", "json"], at: Self.moment, input: ":quit\n")
    #expect(outcome.errors == "")
    #expect(try rows(Self.schedules) == before)
    #expect(
      try rows(
        "SELECT question FROM schedule WHERE question NOT IN (SELECT id FROM question)") == [])
    #expect(try rows("SELECT 1 FROM unclear") == [])
    let check = try program.run(["log", "check"], at: Self.moment)
    #expect(check.ending == .exited(0), "\(check.output)")
  }

  @Test func `presets go on in the groups that questions were put into`() throws {
    _ = try program.run(["study", "--format", "json"], at: Self.moment, input: ":quit\n")
    let presets = try program.run(["preset"], at: Self.moment).output
    let groups = try #require(
      presets.split(separator: "slow\n").last?.split(separator: "Groups").last)
    let names = groups.replacing(/\s+/, with: " ").trimmingCharacters(in: .whitespaces)
    #expect(
      Set(names.components(separatedBy: ", ")) == [
        "Basic phrases", "First phrases", "Meeting and parting", "Verb forms: て",
        "More verb forms: て", "N5: Food (80%)", "First food (80%)",
      ])
  }

  @Test func `suspended cards, accepted answers and confusions stay`() throws {
    let confusions = try program.run(
      ["stats", "trouble", "--by", "confusion", "--format", "csv"], at: Self.moment)
    #expect(confusions.output.split(whereSeparator: \.isNewline).count > 5)
    let suspended = try program.run(
      ["card", "list", "--where", "is:suspended or is:buried"], at: Self.moment
    ).output
    #expect(suspended.contains("会う → て") && suspended.contains("さようなら"))
    let accepted = try program.run(["card", "accept"], at: Self.moment).output
    #expect(accepted.contains("nonsense") && accepted.contains("肉"))
    let confused = ["また明日", "じゃあね", "誰ですか", "分かります", "水をください"]
    for prompt in confused { #expect(confusions.output.contains(prompt)) }
  }

  @Test func `what was started and is optional now is still asked, and a group once started stays`()
    throws
  {
    let outcome = try program.run(
      ["study", "--format", "json", "--new", "0", "--order", "sequential"],
      at: "2027-03-01T09:00:00+09:00", input: String(repeating: "\n3\n", count: 400))
    let groups = Set(try outcome.screens.filter { $0.kind == "question" }.map(\.group))
    for title in ["Hiragana look-alikes, more", "More verb forms: て", "First food", "N5: Food"] {
      #expect(groups.contains(title), "\(title)")
    }
    let decks = try program.run(["deck", "list", "--all"], at: Self.moment).lines
    let row = try #require(decks.first { $0.hasPrefix("Verb forms: て  ") })
    #expect(!row.contains("locked: "))
  }
}
