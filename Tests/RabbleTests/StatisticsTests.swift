import Foundation
import Testing

/// The statistical reports as the executable makes them.
struct StatisticsTests {
  private let program: Program
  private static let evening = "2026-11-24T20:00:00+09:00"

  private static let reports = [
    "overview", "scores", "reviews", "calendar", "forecast", "retention", "cards", "intervals",
    "memory", "calibration", "hours", "grades", "sessions", "groups", "words", "level", "added",
    "mistakes",
  ]

  init() throws {
    program = try Program()
    try program.addDeck(Program.words)
    for (day, answers) in [
      ("2026-11-21", "cat\ndog\nfish\nbird\n"), ("2026-11-22", "cat\nfish\nbird\n"),
      ("2026-11-24", "cat\ndog\n"),
    ] {
      _ = try program.run(
        ["study", "Words"], at: day + "T09:00:00+09:00", input: answers + ":quit\n")
    }
  }

  private func json(_ arguments: [String]) throws -> [String: Any] {
    let outcome = try program.run(
      ["stats"] + arguments + ["--format", "json"], at: Self.evening)
    #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func rows(_ arguments: [String]) throws -> [[String: Any]] {
    try #require(try json(arguments)["rows"] as? [[String: Any]])
  }

  @Test(arguments: reports)
  func `a report has the same rows in every format`(report: String) throws {
    let json = try json([report])
    #expect(json["schema"] as? Int == 1)
    #expect(json["report"] as? String == report)
    #expect(json["summary"] is [String: Any])
    let rows = try #require(json["rows"] as? [[String: Any]])
    let csv = try CSVRows(
      try program.run(["stats", report, "--format", "csv"], at: Self.evening).output)
    #expect(csv.rows.count == rows.count)
    for (row, other) in zip(rows, csv.rows) {
      #expect(Set(row.keys) == Set(csv.header))
      for (key, value) in row {
        let text = other[key] ?? ""
        switch value {
        case let value as String: #expect(text == value || text == "'" + value)
        case is NSNull: #expect(text == "")
        case let value as NSNumber:
          #expect(
            text == "true" || text == "false"
              || abs((Double(text) ?? .nan) - value.doubleValue) < 1e-9)
        default: break
        }
      }
    }
    for arguments in [[], ["--plain"], ["--explain"], ["--format", "html"]] {
      let outcome = try program.run(["stats", report] + arguments, at: Self.evening)
      #expect(outcome.ending == .exited(0) && outcome.output != "")
    }
  }

  @Test func `undo changes every report back exactly`() throws {
    func all() throws -> [String] {
      try Self.reports.map {
        try program.run(["stats", $0, "--format", "json"], at: Self.evening).output
      }
    }
    let before = try all()
    _ = try program.run(
      ["study", "Words"], at: "2026-11-24T19:00:00+09:00", input: "cat\n:quit\n")
    _ = try program.run(
      ["study", "Words", "--cram"], at: "2026-11-24T19:00:00+09:00", input: "x\n:quit\n")
    #expect(try all() != before)
    while try all()[1] != before[1] {
      let undone = try program.run(["undo"], at: "2026-11-24T19:30:00+09:00")
      try #require(undone.ending == .exited(0))
    }
    #expect(try all() == before)
  }

  @Test func `the overview fits one screen`() throws {
    let lines = try program.run(["stats"], at: Self.evening).lines
    #expect(lines.count <= 40)
    #expect(lines.first == "Overview, 2026-11-24")
  }

  @Test func `days without an answer are shown, and a streak ends there`() throws {
    let days = try rows(["scores", "-D", "-p", "7d"])
    #expect(days.map { $0["day"] as? String }.first == "2026-11-18")
    #expect(days.map { $0["answers"] as? Int }.suffix(4) == [4, 3, 0, 2])
    let summary = try #require(try json(["calendar"])["summary"] as? [String: Any])
    #expect(summary["streak"] as? Int == 1)
    #expect(summary["longest_streak"] as? Int == 2)
  }

  @Test func `a filter and its negation part the answers`() throws {
    func answers(_ filter: [String]) throws -> Int {
      let summary = try json(["scores"] + filter)["summary"] as? [String: Any]
      return try #require(summary?["answers"] as? Int)
    }
    let all = try answers([])
    let some = try answers(["--where", "ねこ"])
    let rest = try answers(["--where", "-ねこ"])
    #expect(some > 0 && rest > 0 && some + rest == all)
    let refused = try program.run(["stats", "level", "--where", "ねこ"], at: Self.evening)
    #expect(refused.ending == .exited(2))
  }

  @Test func `a single number is printed alone`() throws {
    let outcome = try program.run(
      ["stats", "scores", "--value", "answers", "-p", "2026-11-22"], at: Self.evening)
    #expect(outcome.output == "3\n")
    let unknown = try program.run(["stats", "scores", "--value", "nosuch"], at: Self.evening)
    #expect(unknown.ending == .exited(2) && unknown.errors.contains("It has: answers, "))
  }

  @Test func `a period is compared with as many days before`() throws {
    let page = try json(["scores", "-p", "2026-11-24..", "--compare"])
    let table = try #require(page["compare"] as? [[String: Any]])
    let answers = try #require(table.first { $0["figure"] as? String == "answers" })
    #expect(answers["value"] as? Int == 2 && answers["before"] as? Int == 0)
  }

  @Test(arguments: [
    ["stats", "calendar", "--by", "group"], ["stats", "cards", "-p", "7d"],
    ["stats", "leeches", "--compare"], ["stats", "scores", "--compare"],
    ["stats", "scores", "-p", "soon"], ["stats", "scores", "-D", "-W"],
    ["stats", "scores", "--sort", "nosuch"], ["stats", "scores", "--limit", "-1"],
    ["stats", "card"], ["stats", "scores", "ねこ"], ["stats", "nosuch"],
    ["stats", "mistakes", "--by", "card"], ["stats", "reviews", "--days", "3"],
    ["log", "export", "--columns", "nosuch"],
    ["log", "export", "--columns", "all", "--layout", "benchmark"],
  ])
  func `an option that makes no sense is refused with a reason`(arguments: [String]) throws {
    let outcome = try program.run(arguments, at: Self.evening)
    #expect(outcome.ending == .exited(2))
    #expect(outcome.output == "" && outcome.errors.count > 20)
  }

  // MARK: - The log

  @Test func `the log has what is known of each card before and after`() throws {
    let csv = try CSVRows(
      try program.run(["log", "export", "--columns", "all"], at: Self.evening).output)
    #expect(csv.rows.count == 9)
    let cards = Set(csv.rows.compactMap { $0["question"] })
    #expect(csv.rows.count { $0["state"] == "new" } == cards.count)
    for row in csv.rows where row["state"] == "new" {
      #expect(row["stability_before"] == "" && row["retrievability_before"] == "")
      #expect(row["stability"] != "" && row["deck"]?.hasSuffix(".json") == true)
    }
    #expect(csv.rows.last?["session"] == "3")
    #expect(csv.rows.allSatisfy { $0["preset"] == "default" && $0["model"] == "fsrs-6" })
    let few = try program.run(
      ["log", "export", "--columns", "grade,state", "--bom"], at: Self.evening)
    #expect(few.output.hasPrefix("\u{feff}grade,state\r\n"))
  }

  @Test(arguments: [["--columns", "fsrs"], ["--layout", "benchmark"], []])
  func `the optimizer reads every form of the log`(form: [String]) throws {
    let export = try program.run(["log", "export"] + form, at: Self.evening)
    let path = program.home.path + "/reviews.csv"
    try Data(export.output.utf8).write(to: URL(filePath: path))
    let outcome = try program.run(
      ["optimize", "--reviews", path], at: Self.evening)
    // The clock stands still in a test, so that some answers have the same time.
    #expect(!outcome.errors.contains("header"), "\(outcome.errors)")
    #expect(outcome.ending != .exited(3) && outcome.ending != .exited(2), "\(outcome.errors)")
  }
}
