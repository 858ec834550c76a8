import Foundation
import Testing

/// The numbers that `rabble preset optimize` and `rabble preset simulate` write, beside those of other implementations, and
/// what must hold of them.
struct ModelFigureTests {
  private let program: Program

  init() throws {
    program = try Program(courses: false)
  }

  private func json<Report: Decodable>(
    _ arguments: [String], by program: Program? = nil, as type: Report.Type
  ) throws -> Report {
    let program = program ?? self.program
    let run = try program.run(arguments + ["--format", "json"], at: Program.morning)
    #expect(run.ending == .exited(0))
    return try run.report(
      type, rows: ["simulation": "days", "deadline": "days", "fit": "candidates"])
  }

  // MARK: - Fits

  /// Twenty cards that are asked every three days, 120 times in all; from the 22nd review on, each seventh is
  /// “again”, and all others are “good”.
  private static let reviews: [(card: Int, grade: Int, time: Int)] = (0..<120).map { number in
    (
      card: number % 20, grade: number % 7 == 0 && number > 20 ? 1 : 3,
      time: 1_700_000_000_000 + number / 20 * 3 * 86_400_000 + number * 1000
    )
  }

  private struct Fits: Decodable {
    struct Candidate: Decodable {
      let parameters_from: String
      let best: Bool
      let held_out_log_loss: Double
      let held_out_rmse: Double
      let held_out_auc: Double
      let log_loss: Double
      let recent_log_loss: Double
      let rmse: Double
      let auc: Double
      let parameters: [Double]
    }

    struct Bin: Decodable {
      let from: Double
      let to: Double
      let reviews: Int
      let predicted: Double
      let remembered: Double
    }

    let candidates: [Candidate]
    let calibration: [Bin]
  }

  private func fits() throws -> Fits {
    let rows = Self.reviews.map { "\($0.card),\($0.grade),\($0.time)" }
    let path = try program.home.write(
      "reviews.csv", (["card_id,review_rating,review_time"] + rows).joined(separator: "\n") + "\n")
    return try json(["preset", "optimize", "--reviews", path], as: Fits.self)
  }

  /// The log loss as from the retrievabilities of py-fsrs 6.3.2, and weighted by recency as fsrs-rs-python 0.9.3
  /// evaluates the same reviews. The other figures: by the published formulas in Python; the bins are those of
  /// the srs-benchmark.
  @Test func `the default parameters predict reviews as other implementations say`() throws {
    let defaults = try #require(try fits().candidates.first)
    #expect(defaults.parameters_from == "defaults")
    let whole = [defaults.log_loss, defaults.rmse, defaults.auc]
    for (figure, expected) in zip(whole, [0.627294005128, 0.173253293640, 0.309411764706]) {
      #expect(abs(figure - expected) < 1e-9)
    }
    // Parameters that were fitted to nothing predict all reviews without having seen them.
    #expect(whole == [defaults.held_out_log_loss, defaults.held_out_rmse, defaults.held_out_auc])
    // fsrs-rs counts in single precision.
    #expect(abs(defaults.recent_log_loss - 0.689696848) < 2e-7)
  }

  @Test func `a fit predicts its own reviews better than the defaults, and is best`() throws {
    let candidates = try fits().candidates
    #expect(candidates.map(\.parameters_from) == ["defaults", "fitted"])
    #expect(candidates.map(\.best) == [false, true])
    let (defaults, fit) = (candidates[0], candidates[1])
    #expect(fit.log_loss < defaults.log_loss && fit.recent_log_loss < defaults.recent_log_loss)
    // What it has seen it predicts better than what it had not.
    #expect(fit.log_loss < fit.held_out_log_loss)
    #expect(fit.parameters.count == defaults.parameters.count)
    #expect(fit.parameters[0..<4].sorted() == Array(fit.parameters[0..<4]))
    #expect(fit.parameters.allSatisfy { ($0 * 10_000).rounded() / 10_000 == $0 })
    // More is forgotten than the defaults expect: after a first “good”, the interval shrinks.
    #expect(fit.parameters[2] < defaults.parameters[2])
  }

  @Test func `the bins of a calibration have each review on a later day once`() throws {
    let later = Self.reviews.dropFirst(20)
    let bins = try fits().calibration
    #expect(bins.reduce(0) { $0 + $1.reviews } == later.count)
    let remembered = bins.reduce(0) { $0 + Double($1.reviews) * $1.remembered }
    #expect(abs(remembered - Double(later.count { $0.grade > 1 })) < 1e-6)
    for bin in bins {
      #expect((bin.from...bin.to).contains(bin.predicted) && abs(bin.to - bin.from - 0.05) < 1e-9)
    }
    #expect(zip(bins, bins.dropFirst()).allSatisfy { $0.to <= $1.from + 1e-9 })
  }

  // MARK: - Simulations

  private struct Simulation: Decodable {
    struct Day: Decodable {
      let day: Int
      let introduced: Int
      let reviews: Int
      let remembered: Int
      let waiting: Int
      let minutes: Double
      let known: Double
    }

    struct Total: Decodable {
      let introduced: Int
      let reviews: Int
      let remembered: Int
      let remembered_share: Double
      let minutes: Double
      let minutes_per_day: Double
      let known: Double
    }

    struct Plan: Decodable {
      let introduced: Int
      let new_per_day: Int
      let wanted: Double
      let known: Double
      let holds: Bool
      let minutes_per_day: Double
      let most_minutes: Double
    }

    struct TradeOff: Decodable {
      let retention: Double
      let expected: Double
      let minutes: Double
      let expected_per_hour: Double
    }

    let days: [Day]?
    let total: Total?
    let plan: [Plan]?
    let trade_offs: [TradeOff]?
  }

  private func simulation(_ arguments: [String]) throws -> Simulation {
    try json(["preset", "simulate"] + arguments, as: Simulation.self)
  }

  @Test func `a total is the sum of its days, and no day exceeds its limits`() throws {
    let simulation = try simulation([
      "--cards", "200", "--days", "30", "--minutes", "5", "--review-limit", "40", "--new-per-day",
      "10",
    ])
    let (days, total) = (try #require(simulation.days), try #require(simulation.total))
    #expect(days.map(\.day) == Array(1...30))
    #expect(days.allSatisfy { $0.introduced <= 10 && $0.reviews <= 40 })
    #expect(days.allSatisfy { $0.remembered <= $0.reviews })
    // The day's last card is finished, which may take some repetitions, and no new one is begun.
    #expect(days.allSatisfy { $0.minutes < 15 && ($0.minutes >= 5 || $0.waiting == 0) })
    #expect(days.reduce(0) { $0 + $1.introduced } == total.introduced)
    #expect(days.reduce(0) { $0 + $1.reviews } == total.reviews)
    #expect(days.reduce(0) { $0 + $1.remembered } == total.remembered)
    let share = Double(total.remembered) / Double(total.reviews)
    #expect(abs(total.remembered_share - share) < 1e-6)
    // Four standard deviations of a binomial distribution, and 2.5% for intervals of whole days.
    #expect(abs(share - 0.9) < 4 * (0.09 / Double(total.reviews)).squareRoot() + 0.025)
    #expect(abs(days.reduce(0) { $0 + $1.minutes } - total.minutes) < 1e-4)
    #expect(abs(total.minutes / 30 - total.minutes_per_day) < 1e-6)
    // A card that is new today is remembered, and no more cards are known than were begun.
    var begun = 0
    for day in days {
      begun += day.introduced
      #expect(day.known <= Double(begun) && day.known > 0.8 * Double(begun))
    }
    #expect(days[0].known == Double(days[0].introduced) && days[0].reviews == 0)
    #expect(total.known == days.last?.known)
  }

  @Test func `a simulation of a deck begins its 46 kana within the limit of each day`() throws {
    let simulation = try json(
      ["preset", "simulate", "--deck", "Hiragana", "--days", "4"], by: program.withCourses,
      as: Simulation.self)
    let days = try #require(simulation.days)
    #expect(days.map(\.day) == [1, 2, 3, 4])
    #expect(days.map(\.introduced) == [20, 20, 6, 0])
    #expect(simulation.total?.introduced == 46)
  }

  @Test func `of several retentions each says what it brings for an hour of study`() throws {
    let points = try #require(
      try simulation([
        "--cards", "200", "--days", "60", "--retention", "0.80-0.84", "--new-per-day", "10",
      ]).trade_offs)
    #expect(points.map { ($0.retention * 100).rounded() } == [80, 81, 82, 83, 84])
    for point in points {
      #expect(abs(point.expected / point.minutes * 60 - point.expected_per_hour) < 1e-4)
      #expect(point.expected <= 200 && point.expected > 0.75 * 200)
    }
  }

  @Test func `a plan holds if all cards are begun and nine in ten are known at the end`() throws {
    let simulation = try simulation(["--cards", "100", "--by", "2026-12-12"])
    let plan = try #require(simulation.plan?.first)
    let days = try #require(simulation.days)
    // From 2026-11-21 to 2026-12-12 at the end of the day before.
    #expect(days.count == 21 && plan.wanted == 90)
    #expect(plan.introduced == 100 && days.allSatisfy { $0.introduced <= plan.new_per_day })
    #expect(plan.known == days.last?.known && plan.holds == (plan.known >= 90))
    #expect(plan.new_per_day >= (100 + 20) / 21)
    let minutes = days.map(\.minutes)
    #expect(abs(minutes.reduce(0, +) / 21 - plan.minutes_per_day) < 1e-6)
    #expect(abs((minutes.max() ?? 0) - plan.most_minutes) < 1e-6)
  }
}
