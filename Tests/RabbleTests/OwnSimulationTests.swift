import Foundation
import GRDB
import Testing

/// Simulations that begin where the learner is.
struct OwnSimulationTests {
  private let program: Program

  init() throws {
    program = try Program()
  }

  private struct Report: Decodable {
    struct Source: Decodable {
      let parameters: String
      let answers: String
      let reviews: Int
      let known_cards: Int
      let new_cards: Int
    }

    struct Day: Decodable {
      let introduced: Int
      let reviews: Int
      let minutes: Double
      let known: Double
    }

    struct Plan: Decodable {
      let introduced: Int
      let wanted: Double
      let holds: Bool
    }

    struct Backlog: Decodable {
      let due: Int
    }

    let source: [Source]
    let days: [Day]?
    let plan: [Plan]?
    let catch_up: [Backlog]?
  }

  private func report(_ arguments: [String]) throws -> Report {
    let run = try program.run(
      ["preset", "simulate", "--format", "json"] + arguments, at: Program.morning)
    #expect(run.ending == .exited(0))
    return try run.report(Report.self, rows: ["simulation": "days", "deadline": "days"])
  }

  /// Forty words with a past: 110 reviews, the last a week before the morning.
  private func rememberWords() throws {
    try program.remember(words: 40) { number in
      let first = PastReview(day: 6 + number % 4, grade: number % 5 == 0 ? 2 : 3)
      let second = PastReview(day: 27 + number % 5, grade: number % 7 == 0 ? 4 : 3)
      return number % 4 == 0 ? [first] : [first, second]
    }
  }

  /// The schedules by SQL: stability, the day of the last review and the day it is due.
  private func schedules() throws -> [(stability: Double, last: Int, due: Int)] {
    try DatabaseQueue(path: program.log).read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT stability, (last_time / 1000 + last_offset - 4 * 3600) / 86400 AS last, due_day
          FROM schedule
          """
      ).map { ($0["stability"], $0["last"], $0["due_day"]) }
    }
  }

  /// 2026-11-21 as a number of days since 1970.
  private let today = 20_778

  @Test func `the first day brings the cards that are due, and what is known is remembered`() throws
  {
    try rememberWords()
    let schedules = try schedules()
    let due = schedules.count { $0.due <= today }
    #expect(schedules.count == 40 && due > 0 && due < 40)
    let day = try #require(try report(["--days", "1", "--deck", "Words"]).days?.first)
    #expect(day.reviews == due && day.introduced == 0)

    // R(t) = (1 + (0.9^(-1/w20) - 1) t/S)^-w20, with the default w20 = 0.1542.
    let known = schedules.reduce(0) { sum, card in
      let days = Double(today - card.last)
      return sum + pow(1 + (pow(0.9, -1 / 0.1542) - 1) * days / card.stability, -0.1542)
    }
    let idle = try #require(
      try report(["--days", "1", "--deck", "Words", "--review-limit", "0"]).days?.first)
    #expect(idle.reviews == 0 && abs(idle.known - known) < 1e-3)
  }

  @Test func `it is said where the numbers come from`() throws {
    try rememberWords()
    let own = try #require(try report(["--days", "1", "--deck", "Words"]).source.first)
    #expect(own.parameters == "defaults" && own.reviews == 110)
    #expect(own.answers == "own, and as most learners")
    #expect(own.known_cards == 40 && own.new_cards == 0)
    let kana = try #require(try report(["--days", "1", "--deck", "Hiragana"]).source.first)
    #expect(kana.known_cards == 0 && kana.new_cards == 46)
    let both = try report(["--days", "1", "--deck", "Hiragana", "--deck", "Words"])
    #expect(both.source.first?.known_cards == 40 && both.source.first?.new_cards == 46)

    let text = try program.run(
      ["preset", "simulate", "--days", "3", "--deck", "Words"], at: Program.morning)
    #expect(
      text.output.contains(
        """
        Assumptions
        Parameters  Answers                                         Reviews  Known cards  New cards
        defaults    your reviews, blended with population averages      110           40          0

        """))
  }

  /// Four words, easy 38 days ago: S = 8.2956, R = (1 + 0.98034 · 38/8.2956)^-0.1542 = 0.769, and
  /// four times that is 3.08.
  @Test func `a day on which nothing is done is shown as a table`() throws {
    try program.remember(words: 4) { _ in [] }
    let run = try program.run(
      ["preset", "simulate", "--days", "1", "--deck", "Words", "--review-limit", "0"],
      at: Program.morning)
    #expect(
      run.output.hasPrefix(
        """
        After 1 day
        Known  Learned  Reviews  Recalled  Share recalled  Minutes  Minutes per day
            3        0        0         0               –        0              0.0

        Day by day
        Day  New  Reviews  Recalled  Backlog  Minutes  Known
          1    0        0         0        4      0.0      3

        Assumptions
        Parameters  Answers                                         Reviews  Known cards  New cards
        defaults    your reviews, blended with population averages        4            4          0

        Cards known
        """))
  }

  @Test func `parameters that were learned are the ones that are simulated with`() throws {
    try program.remember(words: 40) { number in
      [PastReview(day: 12 + number % 5, grade: number % 4 == 0 ? 3 : 1)]
    }
    let before = try #require(try report(["--days", "30", "--deck", "Words"]).days)
    let run = try program.run(["preset", "optimize"], at: Program.morning)
    #expect(run.errors.contains("optimized parameters"))
    let after = try report(["--days", "30", "--deck", "Words"])
    #expect(after.source.first?.parameters == "optimized on 80 reviews")
    #expect(after.days?.map(\.reviews) != before.map(\.reviews))
  }

  @Test func `a deadline counts the cards known and those still new`() throws {
    try rememberWords()
    let decks = ["--deck", "Words", "--deck", "Hiragana"]
    let plan = try #require(try report(["--by", "2027-01-20"] + decks).plan?.first)
    #expect(plan.introduced == 46 && abs(plan.wanted - 0.9 * 86) < 1e-9 && plan.holds)
    let short = try #require(
      try report(["--by", "2026-11-30", "--minutes", "0.5"] + decks).plan?.first)
    #expect(!short.holds)
  }

  @Test func `a break begins now`() throws {
    try rememberWords()
    let due = try schedules().count { $0.due <= today + 10 }
    let plans = try #require(try report(["--break", "10", "--deck", "Words"]).catch_up)
    #expect(plans.map(\.due) == Array(repeating: due, count: 6))
  }

  @Test func `so many cards can be tried without a log, and none is made`() throws {
    let report = try report(["--cards", "100", "--days", "30"])
    #expect(report.source.first?.answers == "as most learners")
    #expect(report.days?.reduce(0) { $0 + $1.introduced } == 100)
    #expect(!FileManager.default.fileExists(atPath: program.dataFolder))
  }

  @Test func `with so many cards the answers are still the learner's own`() throws {
    try rememberWords()
    let report = try report(["--cards", "100", "--days", "30"])
    #expect(report.source.first?.reviews == 110 && report.source.first?.known_cards == 0)
  }

  @Test func `a group that is not there is refused`() throws {
    let unknown = try program.run(["preset", "simulate", "--deck", "Nothing"], at: Program.morning)
    #expect(unknown.ending == .exited(2) && unknown.output == "")
    for arguments in [["--cards", "3"], ["--reviews", "-"]] {
      let run = try program.run(["preset", "simulate", "--deck", "Words"] + arguments)
      #expect(run.ending == .exited(2) && run.errors.contains("--deck can't be used with --cards"))
    }
  }
}
