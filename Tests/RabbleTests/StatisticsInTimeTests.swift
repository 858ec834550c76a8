import Foundation
import Testing

/// What reports say of past days, and what they leave out of days to come.
struct StatisticsInTimeTests {
  private let program: Program
  private static let evening = "2026-11-24T20:00:00+09:00"

  /// Three cards that are answered on three days, and two that are new.
  init() throws {
    program = try Program(courses: false)
    try program.addDeck(Program.words)
    try program.addDeck(
      """
      {"title": "More", "questions": [
        {"prompt": "うし", "answer": "cow"}, {"prompt": "ひつじ", "answer": "sheep"}
      ]}
      """, named: "more.json")
    for day in ["18", "19", "24"] {
      try run(["study", "Words"], at: "2026-11-\(day)T09:00:00+09:00", input: Self.graded(3))
    }
  }

  /// Three answers with a grade, each after the answer was shown.
  private static func graded(_ grade: Int) -> String {
    String(repeating: "\n\(grade)\n", count: 3) + ":quit\n"
  }

  private func page(_ arguments: [String], at time: String = evening) throws -> [String: Any] {
    let outcome = try program.run(["stats"] + arguments + ["--format", "json"], at: time)
    #expect(outcome.ending == .exited(0), "\(arguments): \(outcome.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  private func rows(_ arguments: [String], at time: String = evening) throws -> [[String: Any]] {
    try #require(try page(arguments, at: time)["rows"] as? [[String: Any]])
  }

  private func value(_ report: String, _ key: String, at time: String = evening) throws -> Double {
    let outcome = try program.run(["stats", report, "--value", key], at: time)
    return try #require(Double(outcome.output.dropLast()), "\(outcome.errors)")
  }

  private func run(_ command: [String], at time: String, input: String = "") throws {
    let outcome = try program.run(command, at: time, input: input)
    try #require(outcome.ending == .exited(0), "\(command): \(outcome.errors)")
  }

  @Test func `cards that are marked as known or forgotten leave the past as it was`() throws {
    let past = ["memory", "-p", "2026-11-21..2026-11-24", "--format", "csv"]
    let before = try program.run(["stats"] + past, at: Self.evening).output
    try run(["card", "known", "--yes", "More"], at: "2026-11-25T09:00:00+09:00")
    try run(["card", "forget", "--yes", "ねこ"], at: "2026-11-26T09:00:00+09:00")
    let end = "2026-11-27T09:00:00+09:00"
    // What was known on the evening of the last day, when it was the present.
    let lines = before.split(whereSeparator: \.isNewline).dropLast()
    let after = try program.run(["stats"] + past, at: end).output
    #expect(after.split(whereSeparator: \.isNewline).prefix(lines.count) == lines)
    let points = try rows(["memory"], at: end)
    #expect(points.map { $0["answered_cards"] as? Int } == [3, 3, 3, 3, 3, 3, 3, 5, 4, 4])
    let last = try #require(points.last?["expected"] as? Double)
    #expect(abs(last - (try value("cards", "expected", at: end))) < 1e-4)
  }

  @Test func `what is known without an answer is known from its day on`() throws {
    let other = try Program(courses: false)
    try other.addDeck(Program.words)
    _ = try other.run(["card", "known", "--yes", "Words"], at: "2026-11-22T09:00:00+09:00")
    let csv = try CSVRows(
      try other.run(["stats", "memory", "--format", "csv"], at: Self.evening).output)
    #expect(csv.rows.map { $0["day"] } == ["2026-11-22", "2026-11-23", "2026-11-24"])
    #expect(csv.rows.allSatisfy { $0["answered_cards"] == "3" })
  }

  @Test func `the known cards of all groups are all known cards`() throws {
    try run(["card", "known", "--yes", "More"], at: "2026-11-24T10:00:00+09:00")
    let groups = try rows(["answers", "--by", "group"])
    #expect(groups.map { $0["group"] as? String } == ["Words", "More"])
    #expect(groups.last?["answers"] as? Int == 0 && groups.last?["cards"] as? Int == 2)
    let sum = groups.reduce(0) { $0 + ($1["expected"] as? Double ?? 0) }
    #expect(abs(sum - (try value("cards", "expected"))) < 1e-9 && sum > 4)
    // Of a period, they are those with an answer in it.
    #expect(try rows(["answers", "--by", "group", "-p", "7d"]).count == 1)
    #expect(try rows(["answers", "--by", "group", "-p", "2026-11-23"]).isEmpty)
  }

  @Test func `answers of days to come are in no number of the present`() throws {
    func numbers(at time: String = Self.evening) throws -> [Double] {
      [try value("overview", "retention", at: time), try value("course", "pace", at: time)]
    }
    let before = try numbers()
    let tables = ["stats", "answers", "--by", "card", "--format", "json"]
    let total = try program.run(tables, at: Self.evening).output
    // Three new cards in 28 days.
    #expect(abs(before[1] - 3.0 / 28) < 1e-9)
    let later = "2026-12-08T09:00:00+09:00"
    try run(["study", "Words"], at: later, input: Self.graded(1))
    try run(["study", "More"], at: later, input: "cow\nsheep\n:quit\n")
    #expect(try numbers() == before)
    #expect(try program.run(tables, at: Self.evening).output == total)
    let then = try numbers(at: later)
    #expect(then[0] < before[0] && abs(then[1] - 5.0 / 28) < 1e-9)
  }

  @Test func `confusions of days to come are none of the present`() throws {
    let confusions = ["stats", "trouble", "--format", "json"]
    let before = try program.run(confusions, at: Self.evening).output
    let later = "2026-12-08T09:00:00+09:00"
    // Each word's answer is asked for once; two of them are another's.
    try run(["study", "Words"], at: later, input: "dog\ndog\ndog\n:quit\n")
    #expect(try program.run(confusions, at: Self.evening).output == before)
    #expect(try program.run(confusions, at: later).output != before)
  }

  @Test func `an answer of a clock that was ahead leaves the curve of the other days`() throws {
    let other = try Program(courses: false)
    try other.addDeck(Program.words)
    try other.addDeck(
      #"{"title": "More", "questions": [{"prompt": "うし", "answer": "cow"}]}"#, named: "more.json")
    for (group, day, count) in [("More", "22", 1), ("Words", "18", 3), ("Words", "19", 3)] {
      let input = String(repeating: "\n3\n", count: count) + ":quit\n"
      let outcome = try other.run(
        ["study", group], at: "2026-11-\(day)T09:00:00+09:00", input: input)
      #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    }
    let csv = try CSVRows(
      try other.run(["stats", "memory", "--format", "csv"], at: Self.evening).output)
    #expect(csv.rows.map { $0["day"] } == (18...24).map { "2026-11-\($0)" })
    let known = csv.rows.compactMap { $0["expected"].flatMap { Double($0) } }
    #expect(known.count == 7 && known.allSatisfy { $0 > 2 && $0 <= 4 })
    #expect(csv.rows.last?["answered_cards"] == "4")
  }

  @Test func `a report of knowledge is of the days that it shows`() throws {
    let some = try page(["memory", "-p", "2026-11-21..2026-11-22"])
    #expect(some["first"] as? String == "2026-11-21" && some["last"] as? String == "2026-11-22")
    #expect(some["title"] as? String == "Estimated knowledge, 2026-11-21 to 2026-11-22")
    let none = try page(["memory", "-p", "2025"])
    #expect((none["rows"] as? [Any])?.isEmpty == true)
    #expect(none["title"] as? String == "Estimated knowledge, 2025-01-01 to 2025-12-31")
  }

  @Test(arguments: [
    ["answers", "--by", "group"], ["retention"], ["memory"], ["calibration"],
    ["answers", "--by", "hour"], ["answers", "--by", "grade"], ["words"],
  ])
  func `a report of all days begins on the day of the first answer`(report: [String]) throws {
    let page = try page(report)
    #expect(page["first"] as? String == "2026-11-18" && page["last"] as? String == "2026-11-24")
    #expect((page["title"] as? String)?.hasSuffix(", 2026-11-18 to 2026-11-24") == true)
  }

  @Test(arguments: [
    "2030", "2027-Q1", "2026-12", "2026-11-25", "2026-11-25..2026-12-01", "2026-11-25..",
  ])
  func `a period that is still to come is refused, however it is written`(period: String) throws {
    for report in ["answers", "calendar", "memory"] {
      let refused = try program.run(["stats", report, "-p", period], at: Self.evening)
      #expect(refused.ending == .exited(2))
      #expect(refused.errors.contains("“\(period)” begins after today."), "\(refused.errors)")
    }
  }

  @Test(arguments: ["2026", "2026-11", "2026-11-24", "2026-11-24..2027"])
  func `a period that today is in ends today`(period: String) throws {
    #expect(try page(["answers", "-p", period])["last"] as? String == "2026-11-24")
  }

  @Test func `a refusal names the report in quotation marks, and what it can't have`() throws {
    for (arguments, message) in [
      (["answers", "--sort", "nosuch"], "The report “answers” has no column “nosuch”."),
      (["answers", "--value", "nosuch"], "The report “answers” has no value “nosuch”."),
      (
        ["retention", "--by", "grade"],
        "`stats retention` can't have rows by grade, but by day, week"
      ),
      (["calendar", "--by", "grade"], "`stats calendar` can't have rows by grade."),
    ] {
      let refused = try program.run(["stats"] + arguments, at: Self.evening)
      #expect(refused.ending == .exited(2) && refused.errors.contains(message))
    }
  }
}
