import Foundation
import RabbleMemory

/// What a target that rises with the stability costs and brings, against one target for all cards: in two worlds, for
/// three learners in each, with parameters that were fitted to a year of their answers.
struct SlopeBenchmark {
  private static let slopes = [0.05, 0.1, 0.15, 0.2]
  private static let rates = [5, 15]
  private static let horizons = [30, 90, 730]
  private static let seeds: [UInt64] = Array(1...8)

  func run(_ report: inout Report) {
    report.section("A slope of the target, against none (level 90%)")
    var cells: [Comparison] = []
    for (name, world) in Self.learners {
      cells += Self.compare(name, world)
    }
    for cell in cells { report.line(cell.name, cell.text) }
    report.section("Mean of all cells")
    for slope in Self.slopes {
      let own = cells.filter { $0.slope == slope }
      let minutes = own.reduce(0) { $0 + $1.minutes.mean } / Double(own.count)
      let most = own.map(\.minutes).max { $0.mean < $1.mean }
      let least = own.filter { $0.days == 90 }.map(\.atEnd).min { $0.mean < $1.mean }
      report.line(
        "slope \(slope)",
        "minutes \(Change.percent(minutes)), the worst cell \(most?.text ?? ""); "
          + "recalled on day 90 in the worst cell \(least?.text ?? "")")
    }
  }

  /// Memories as those of the defaults, ones that fade faster, and ones that last longer.
  private static var learners: [(String, any ForgettingWorld)] {
    func fsrs(_ factor: Double, _ gain: Double) -> FSRS6 {
      var parameters = FSRS6().parameters
      for index in 0..<4 { parameters[index] *= factor }
      parameters[8] += gain
      return (try? FSRS6(parameters: parameters)) ?? FSRS6()
    }
    return [
      ("FSRS", fsrs(1, 0)), ("FSRS, faster", fsrs(0.5, -0.25)), ("FSRS, longer", fsrs(2, 0.2)),
      ("SBD", SBD()), ("SBD, faster", SBD(moved: -0.7)), ("SBD, longer", SBD(moved: 0.7)),
    ]
  }

  private static func compare(_ name: String, _ world: some ForgettingWorld) -> [Comparison] {
    let model = fitted(to: world)
    return rates.flatMap { rate in
      func outcomes(_ slope: Double) -> [StudyOutcome] {
        seeds.map { seed in
          LivedCourse(
            world: world, model: model, target: RecallTarget(level: 0.9, slope: slope),
            newPerDay: rate, seed: seed
          ).live(days: horizons.max() ?? 0, reporting: horizons)
        }
      }
      let fixed = outcomes(0)
      return slopes.flatMap { slope in
        let other = outcomes(slope)
        return horizons.map { days in
          func change(_ figure: (StudyOutcome) -> Double) -> Change {
            Change(zip(other, fixed).map { figure($0) / figure($1) - 1 })
          }
          return Comparison(
            name: "\(name), \(rate) new, \(days) days, \(slope)", slope: slope, days: days,
            minutes: change { $0.minutes[..<days].reduce(0, +) },
            recall: (fixed.map { $0.recall(days) }.mean, other.map { $0.recall(days) }.mean),
            lapses: change { Double($0.lapses[..<days].reduce(0, +)) },
            atEnd: change { $0.known[days - 1] }, onAverage: change { $0.meanKnown(days) })
        }
      }
    }
  }

  /// FSRS-6, fitted to a year of the learner's answers.
  private static func fitted(to world: some ForgettingWorld) -> MemoryModel {
    var reviews: [LoggedReview] = []
    _ = LivedCourse(
      world: world, model: MemoryModel(), target: RecallTarget(level: 0.9), newPerDay: 10, seed: 99
    ).live(days: 365, reporting: []) { card, grade, day in
      reviews.append(
        LoggedReview(
          card: card, grade: grade,
          milliseconds: Int64(day) * 86_400_000 + Int64(reviews.count % 1_000_000), day: day))
    }
    return Optimizer(ReviewHistories(reviews)).fit().model
  }
}

/// One learner's study at one rate and slope, over a number of days, against no slope.
private struct Comparison {
  let name: String
  let slope: Double
  let days: Int
  let minutes: Change
  let recall: (fixed: Double, other: Double)
  let lapses: Change
  let atEnd: Change
  let onAverage: Change

  var text: String {
    "minutes \(minutes.text)  recall at review "
      + String(format: "%.3f → %.3f", recall.fixed, recall.other)
      + "  lapses \(lapses.text)  recalled at the end \(atEnd.text), on average \(onAverage.text)"
  }
}

/// By how much a figure differs, as the mean over the seeds, with its standard error.
private struct Change {
  let mean: Double
  let error: Double

  init(_ differences: [Double]) {
    let mean = differences.mean
    let count = Double(differences.count)
    self.mean = mean
    error =
      (differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1) / count).squareRoot()
  }

  var text: String { Self.percent(mean) + String(format: " ±%.1f", error * 100) }

  static func percent(_ share: Double) -> String { String(format: "%+.1f%%", share * 100) }
}

extension [Double] {
  fileprivate var mean: Double { reduce(0, +) / Double(count) }
}

// MARK: - Living it

/// What a study came to, a number a day.
private struct StudyOutcome {
  var minutes: [Double]
  var reviews: [Int]
  var lapses: [Int]
  /// How many cards are expected to be recalled at the end of the day: only on the days that
  /// ``LivedCourse`` samples.
  var known: [Double]

  init(days: Int) {
    minutes = [Double](repeating: 0, count: days)
    known = minutes
    reviews = [Int](repeating: 0, count: days)
    lapses = reviews
  }

  /// The share of reviews on later days that were remembered.
  func recall(_ days: Int) -> Double {
    1 - Double(lapses[..<days].reduce(0, +)) / Double(reviews[..<days].reduce(0, +))
  }

  func meanKnown(_ days: Int) -> Double {
    stride(from: 0, to: days, by: LivedCourse<FSRS6>.stride).map { known[$0] }.mean
  }
}

/// A learner who takes as many new cards each day, and reviews each card on the day on which it is due: so the
/// cards have nothing to do with each other, and each is lived by itself.
private struct LivedCourse<World: ForgettingWorld> {
  let world: World
  let model: MemoryModel
  let target: RecallTarget
  let newPerDay: Int
  let seed: UInt64

  /// On every so many days it is counted how many cards are expected to be recalled.
  static var stride: Int { 6 }
  /// The days between two answers to a card in its steps, on one day.
  private static var step: Double { 600 / 86_400.0 }

  func live(
    days: Int, reporting: [Int],
    answered: (_ card: Int, _ grade: Grade, _ day: Int) -> Void = { _, _, _ in }
  ) -> StudyOutcome {
    var outcome = StudyOutcome(days: days)
    let sampled = Set(Swift.stride(from: 0, to: days, by: Self.stride)).union(
      reporting.map { $0 - 1 })
    let isSampled = (0..<days).map(sampled.contains)
    for card in 0..<days * newPerDay {
      // The same chance for each card, whatever the slope.
      var life = CardLife(chance: (seed &* 0x9e37_79b9_7f4a_7c15 &+ UInt64(card)).mixed)
      live(card, from: card / newPerDay, isSampled, &life, &outcome, answered)
    }
    return outcome
  }

  private func live(
    _ card: Int, from start: Int, _ isSampled: [Bool], _ life: inout CardLife,
    _ outcome: inout StudyOutcome,
    _ answered: (Int, Grade, Int) -> Void
  ) {
    let habits = LearnerHabits.usual
    let first = life.choose(habits.first, otherwise: .again)
    var (state, memory) = (model.initialState(first), world.first(first))
    var day = start
    func repeatToday(_ goods: Int, _ restart: Int, _ shares: PerGrade, _ seconds: PerGrade) {
      var left = goods
      while left > 0 {
        let grade = life.choose(shares, otherwise: .good)
        state = model.nextState(state, grade: grade, elapsedDays: 0)
        memory = world.next(memory, grade, after: Self.step)
        outcome.minutes[day] += seconds[grade] / 60
        answered(card, grade, day)
        left = grade == .again ? restart : grade == .easy ? 0 : grade == .good ? left - 1 : left
      }
    }
    outcome.minutes[day] += habits.learningSeconds[first] / 60
    answered(card, first, day)
    repeatToday(
      first == .easy ? 0 : first == .good ? 1 : 2, 2, habits.learning, habits.learningSeconds)
    while true {
      let exact = model.interval(stability: state.stability, target: target)
      let interval = Int(min(max(exact.rounded(), 1), Double(MemoryModel.longestInterval)))
      for other in day..<min(day + interval, isSampled.count) where isSampled[other] {
        outcome.known[other] += world.recall(memory, after: Double(other - day))
      }
      guard day + interval < isSampled.count else { return }
      day += interval
      let isRemembered = life.unit() < world.recall(memory, after: Double(interval))
      let grade: Grade = isRemembered ? life.choose(habits.remembered, otherwise: .good) : .again
      outcome.reviews[day] += 1
      outcome.lapses[day] += isRemembered ? 0 : 1
      outcome.minutes[day] += habits.reviewSeconds[grade] / 60
      state = model.nextState(state, grade: grade, elapsedDays: interval)
      memory = world.next(memory, grade, after: Double(interval))
      answered(card, grade, day)
      if !isRemembered { repeatToday(1, 1, habits.relearning, habits.relearningSeconds) }
    }
  }
}

/// The chance in a card's life.
private struct CardLife {
  private var chance: UInt64

  init(chance: UInt64) { self.chance = chance }

  mutating func unit() -> Double {
    defer { chance &+= 0x9e37_79b9_7f4a_7c15 }
    return chance.mixed.unitFraction
  }

  mutating func choose(_ shares: PerGrade, otherwise: Grade) -> Grade {
    var rest = unit()
    for grade in Grade.allCases {
      rest -= shares[grade]
      if rest < 0 { return grade }
    }
    return otherwise
  }
}
