import Foundation
import Testing

/// What people are shown as the stability: the days until the probability of recall falls to 90%.
struct StabilityTests {
  private let program: Program
  private static let first = "2026-11-21T09:00:00+09:00"
  private static let second = "2026-11-30T09:00:00+09:00"
  private static let later = "2027-03-01T09:00:00+09:00"

  init() throws {
    program = try Program(courses: false)
    try program.addDeck(
      #"{"title": "Own", "questions": [{"prompt": "大学", "answer": "university"}]}"#)
  }

  private func sayGood(at moment: String) throws {
    _ = try program.run(["study", "Own"], at: moment, input: "\n3\n:quit\n")
  }

  private func json(_ arguments: String...) throws -> [String: Any] {
    let outcome = try program.run(arguments + ["--format", "json"], at: Self.later)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    return try #require(object as? [String: Any])
  }

  /// The only row of a table.
  private func row(_ table: String, _ arguments: String...) throws -> [String: Any] {
    let outcome = try program.run(arguments + ["--format", "json"], at: Self.later)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let rows = try #require((object as? [String: Any])?[table] as? [[String: Any]])
    #expect(rows.count == 1)
    return try #require(rows.first)
  }

  @Test func `every list and report says the same stability as why`() throws {
    try sayGood(at: Self.first)
    try sayGood(at: Self.second)
    let why = try row("rows", "card", "why", "大学")
    let days = try #require(why["stability"] as? Double)
    #expect(days > 9)
    #expect(try row("rows", "card", "list", "--where=-is:new")["stability"] as? Double == days)
    #expect(try row("rows", "stats", "words")["stability"] as? Double == days)
    let cards = try #require(
      try json("stats", "cards", "--by", "stability")["summary"] as? [String: Any])
    #expect(abs(try #require(cards["stability_median"] as? Double) - days) < 0.001)
    let answers = try #require(try json("card", "why", "大学")["answers"] as? [[String: Any]])
    #expect(answers.last?["stability"] as? Double == days)
    let after = try #require(answers.first?["stability"] as? Double)
    // The parameter w2.
    #expect(abs(after - 2.3065) < 0.001)
    let export = try CSVRows(
      try program.run(["log", "export", "--columns", "stability_before,stability"], at: Self.later)
        .output
    ).rows.map { row in [row["stability_before"], row["stability"]].map { Double($0 ?? "") } }
    #expect(export.count == 2)
    for (found, expected) in zip(export.joined(), [nil, after, after, days]) {
      #expect((found == nil) == (expected == nil))
      #expect(abs((found ?? 0) - (expected ?? 0)) < 0.001)
    }
    let range = "stability>=\(Int(days)) stability<\(Int(days) + 1)"
    #expect(try row("rows", "card", "list", "--where", range)["stability"] as? Double == days)

    let told = try program.run(["study", "Own"], at: Self.later, input: ":info\n:quit\n").output
    let explained = try program.run(["card", "why", "大学"], at: Self.later).output
    let words = try #require(told.split(separator: "Stability ").last?.split(separator: ",").first)
    #expect(explained.contains("Stability: \(words) (time"))
  }

  @Test func `a card whose recall stays above 90% for more than three weeks is not young`() throws {
    try program.home.write(".config/rabble/config.toml", "[judging]\ntypos = \"young\"\n")
    try sayGood(at: Self.first)
    func typo(at moment: String) throws -> String {
      try program.run(["study", "Own"], at: moment, input: "univeristy\n:quit\n").output
    }
    let days = try #require(try row("rows", "card", "why", "大学")["stability"] as? Double)
    #expect(days < 21)
    #expect(try typo(at: Self.second).contains("Accepted with a typo"))
    let grown = try #require(try row("rows", "card", "why", "大学")["stability"] as? Double)
    #expect(grown > 21)
    #expect(try typo(at: "2027-03-30T09:00:00+09:00").contains("✗"))
  }

  @Test func `the report of words has the memory that a changed preset gives a card`() throws {
    try sayGood(at: Self.first)
    // w4 is 7, and not 6.4133.
    let parameters =
      "0.212 1.2931 2.3065 8.2956 7 .8334 3.0194 .001 1.8722 .1666 .796 1.4835 .0614 .2629 1.6483 "
      + ".6014 1.8729 .5425 .0912 .0658 .1542"
    let set = try program.run(
      ["preset", "set", "default", "--parameters", parameters], at: Self.second)
    #expect(set.ending == .exited(0))
    let card = try row("rows", "card", "list", "--where=-is:new")
    let word = try row("rows", "stats", "words")
    // The initial difficulty after “good”: w4 - e^(2 w5) + 1.
    #expect(abs(try #require(word["difficulty"] as? Double) - (8 - exp(2 * 0.8334))) < 0.001)
    #expect(word["difficulty"] as? Double == card["difficulty"] as? Double)
    #expect(word["stability"] as? Double == card["stability"] as? Double)
  }

  // MARK: - Numbers of the whole log in reports of a period

  private func learnOnThreeDays() throws {
    for day in [21, 22, 24] {
      _ = try program.run(
        ["study", "Own", "--cram"], at: "2026-11-\(day)T09:00:00+09:00", input: "\n3\n:quit\n")
    }
  }

  @Test func `streaks of a period's calendar are those of the whole log up to today`() throws {
    try learnOnThreeDays()
    let outcome = try program.run(
      ["stats", "calendar", "-p", "2026-11-21", "--format", "json"],
      at: "2026-11-25T09:00:00+09:00")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    let page = try #require(object as? [String: Any])
    let summary = try #require(page["summary"] as? [String: Any])
    // The 24th; the 21st and 22nd.
    #expect(summary["streak"] as? Int == 1)
    #expect(summary["longest_streak"] as? Int == 2)
    #expect(summary["studied_days"] as? Int == 1)
    #expect(summary["days"] as? Int == 1)
  }

  @Test func `a session has the same number in the report of a period and in the exported log`()
    throws
  {
    try learnOnThreeDays()
    func numbers(_ arguments: String...) throws -> [String?] {
      try CSVRows(try program.run(arguments, at: Self.later).output).rows.map { $0["session"] }
    }
    #expect(try numbers("log", "export", "--columns", "session") == ["1", "2", "3"])
    #expect(
      try numbers(
        "stats", "answers", "--by", "session", "-p", "2026-11-22..2026-11-25", "--format", "csv")
        == ["2", "3"])
  }
}
