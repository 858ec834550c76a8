import Foundation
import Testing

/// What learning will cost and bring.
struct SimulateTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private func simulate(_ arguments: [String]) throws -> Outcome {
    try program.run(["preset", "simulate"] + arguments, at: Program.morning)
  }

  private struct Report: Decodable {
    struct Total: Decodable {
      let known: Double
      let introduced: Int
      let minutes: Double
    }

    struct Day: Decodable {
      let day: Int
      let introduced: Int
      let known: Double
    }

    struct Plan: Decodable {
      let new_per_day: Int
      let holds: Bool
    }

    struct TradeOff: Decodable {
      let retention: Double
      let current: Bool
      let reviews: Int
      let first_days_reviews: Double
      let first_days_minutes: Double
      let last_days_reviews: Double
      let last_days_minutes: Double
      let expected: Double
    }

    struct Backlog: Decodable {
      let due: Int
      let lost: Double
    }

    let total: Total?
    let days: [Day]?
    let plan: [Plan]?
    let trade_offs: [TradeOff]?
    let catch_up: [Backlog]?
  }

  private func report(_ arguments: [String]) throws -> Report {
    let run = try simulate(arguments + ["--format", "json"])
    #expect(run.ending == .exited(0) && run.errors == "")
    return try run.report(Report.self, rows: ["simulation": "days", "deadline": "days"])
  }

  @Test func `each day is shown, as a table with charts and as JSON`() throws {
    let days = ["--days", "40", "--new-per-day", "5"]
    let report = try report(days)
    #expect(report.total?.introduced == 200)
    #expect(report.days?.map(\.day) == Array(1...40))
    #expect(report.days?.last?.known == report.total?.known)
    let text = try simulate(days).output
    for title in ["After 40 days", "Day by day", "Cards known", "Minutes per day"] {
      #expect(text.contains(title + "\n"))
    }
    #expect(text.contains("█") && text.hasSuffix("day 40\n"))
    #expect(try simulate(days + ["--seed", "2"]).output != text)
    #expect(try simulate(days).output == text)
  }

  @Test func `a CSV file has rows of one kind, a day each, and no summary`() throws {
    let report = try report(["--days", "3", "--new-per-day", "5"])
    let lines = try simulate(["--days", "3", "--new-per-day", "5", "--format", "csv"]).output
      .split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(
      lines[0].joined(separator: ",") == "day,introduced,reviews,remembered,waiting,minutes,known")
    #expect(lines.dropFirst().map { $0[0] } == ["1", "2", "3"])
    #expect(lines.allSatisfy { $0.count == 7 && !$0.contains("") })
    #expect(lines.dropFirst().compactMap { Int($0[1]) } == report.days?.map(\.introduced))
  }

  @Test(arguments: ["0.70…0.97", "0.70..0.97", "0.70-0.97"])
  func `a range of retentions is compared, the learner's own marked, and none recommended`(
    range: String
  ) throws {
    let report = try report(["--days", "30", "--retention", range])
    let curve = try #require(report.trade_offs)
    #expect(curve.map(\.retention) == (70...97).map { Double($0) / 100 })
    #expect(curve.filter(\.current).map(\.retention) == [0.9])
    let text = try simulate(["--days", "30", "--retention", range]).output
    #expect(text.firstMatch(of: /(?i)\bbest\b|most knowledge|recommend/) == nil)
  }

  @Test func `without options four desired retentions are compared over a year`() throws {
    let cards = ["--cards", "600", "--new-per-day", "5"]
    let curve = try #require(try report(cards).trade_offs)
    #expect(curve.map(\.retention) == [0.8, 0.85, 0.9, 0.95])
    #expect(curve.map(\.current) == [false, false, true, false])
    // Each is what a simulation of that retention alone comes to.
    for row in curve {
      let run = try simulate(
        cards + ["--days", "365", "--retention", "\(row.retention)", "--format", "csv"])
      let days = try CSVRows(run.output).rows
      func mean(_ key: String, _ rows: some Collection<[String: String]>) -> Double {
        rows.reduce(0) { $0 + (Double($1[key] ?? "") ?? .nan) } / 30
      }
      #expect(abs(row.first_days_reviews - mean("reviews", days.prefix(30))) < 1e-6)
      #expect(abs(row.first_days_minutes - mean("minutes", days.prefix(30))) < 1e-4)
      #expect(abs(row.last_days_reviews - mean("reviews", days.suffix(30))) < 1e-6)
      #expect(abs(row.last_days_minutes - mean("minutes", days.suffix(30))) < 1e-4)
      // A night has passed since the last day.
      let known = try #require(Double(days.last?["known"] ?? ""))
      #expect(row.expected < known && row.expected > 0.99 * known)
    }
    #expect(curve.map(\.reviews) == curve.map(\.reviews).sorted())
    #expect(curve.map(\.expected) == curve.map(\.expected).sorted())
  }

  @Test func `a learner's own desired retention is compared with the usual ones`() throws {
    _ = try program.run(
      ["preset", "set", "default", "--retention", "0.87"], at: Program.morning)
    let text = try simulate(["--deck", "Hiragana", "--seed", "1"]).output
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "Daily work and knowledge by desired retention")
    #expect(
      lines[1]
        == "Retention  Reviews, 30 d  Min.  Reviews, 365 d  Min.  Recalled  Per hour  Yours")
    #expect(
      lines[2...6].map { $0.prefix(9) } == [
        "    80.0%", "    85.0%", "    87.0%", "    90.0%", "    95.0%",
      ])
    #expect(lines[2...6].map { $0.hasSuffix("  yes") } == [false, false, true, false, false])
    #expect(
      lines.contains {
        $0.hasPrefix("Reviews and minutes are those of a day, as the mean of days 1 to 30")
      })
    #expect(lines.contains("Minutes per day, mean of days 336 to 365"))
    #expect(lines.count { $0.hasSuffix(" (yours)") && $0.hasPrefix("87% │") } == 1)
    let plain = try simulate(["--deck", "Hiragana", "--plain"]).output
    #expect(plain.contains("Reviews per day, days 336 to 365: ") && !plain.contains("█"))
  }

  @Test func `a deadline is planned for`() throws {
    let deadline = ["--by", "2027-01-20", "--cards", "120"]
    let plan = try #require(try report(deadline).plan?.first)
    #expect(plan.holds && plan.new_per_day >= 2)
    let short = try #require(try report(deadline + ["--minutes", "1"]).plan?.first)
    #expect(!short.holds)
  }

  @Test func `a forgetting curve is drawn into a file`() throws {
    let path = program.home.path + "/curve.svg"
    let run = try simulate(["--days", "60", "--drawing", path])
    #expect(run.ending == .exited(0) && run.output == "")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("<svg ") && text.contains("<polyline"))
  }

  @Test func `ways to catch up after a break are shown`() throws {
    let plans = try #require(try report(["--days", "60", "--break", "10"]).catch_up)
    #expect(plans.count == 6 && Set(plans.map(\.due)).count == 1)
    #expect(plans.map(\.lost) == plans.map(\.lost).sorted())
  }

  @Test func `today brings only the new cards that are left of the day's`() throws {
    _ = try program.run(["study", "Hiragana"], at: Program.morning, input: "a\ni\nu\n:quit\n")
    let due = try program.run(
      ["today", "--count", "--format", "json", "Hiragana"], at: Program.morning
    ).output
    #expect(due.contains("\"new\":17"))
    let days = try report(["--days", "2", "--deck", "Hiragana"]).days
    #expect(days?.map(\.introduced) == [17, 20])
    let few = try report(["--days", "2", "--deck", "Hiragana", "--new-per-day", "2"]).days
    #expect(few?.map(\.introduced) == [0, 2])
    let forecast = try CSVRows(
      try program.run(
        ["stats", "forecast", "--days", "2", "--format", "csv"], at: Program.morning
      ).output)
    #expect(forecast.rows.map { $0["simulated_new"] } == ["17", "20"])
  }

  @Test func `a log tells how the learner answers and forgets`() throws {
    var lines = ["card_id,review_rating,review_time,review_duration"]
    for day in [0, 4] {
      for card in 0..<30 { lines.append("\(card),3,\(1_700_000_000_000 + day * 86_400_000),1000") }
    }
    let path = try program.home.write("reviews.csv", lines.joined(separator: "\n"))
    let slow = try report(["--days", "30"])
    let quick = try report(["--days", "30", "--reviews", path])
    #expect(try #require(quick.total).minutes < 0.7 * (try #require(slow.total).minutes))
  }

  @Test(arguments: [
    ["--days", "0"], ["--retention", "1.5"], ["--retention", "0.9…0.8"], ["--by", "soon"],
    ["--by", "2027-13-01", "--cards", "3"], ["--by", "2020-01-01", "--cards", "3"],
    ["--new-per-day", "-1"], ["--minutes", "0"],
    ["--by", "2027-01-20", "--cards", "3", "--retention", "0.8-0.9"],
    ["--break", "3", "--retention", "0.8-0.9"],
    ["--by", "2027-01-20", "--cards", "3", "--days", "10"],
    ["--by", "2027-01-20", "--cards", "3", "--break", "5"],
    ["--by", "2027-01-20", "--cards", "3", "--new-per-day", "5"],
  ])
  func `what can't be meant is refused`(arguments: [String]) throws {
    let run = try simulate(arguments)
    #expect(run.ending == .exited(2) && run.output == "" && run.errors.hasPrefix("rabble: error: "))
  }

  @Test func `a number below 0 is said to be out of range, not to be missing`() throws {
    let run = try simulate(["--new-per-day", "-1"])
    #expect(run.errors.hasPrefix("rabble: error: --new-per-day must be 0 to 1000000."))
  }
}
