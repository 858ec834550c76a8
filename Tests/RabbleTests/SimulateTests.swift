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
      let best: Bool
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
  func `a range of retentions gives the curve and its best point`(range: String) throws {
    let report = try report(["--days", "30", "--retention", range])
    let curve = try #require(report.trade_offs)
    #expect(curve.map(\.retention) == (70...97).map { Double($0) / 100 })
    #expect(curve.count(where: \.best) == 1)
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
