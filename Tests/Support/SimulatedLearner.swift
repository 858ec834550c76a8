import RabbleMemory

/// A learner whose memory follows a model, except that each card is easier or harder to keep than the model
/// can see: a log like those of real learners, with steps on one day, reviews a little early or late, and
/// cards that are given up.
///
/// The same habits as the log of a million reviews that `make bench` uses.
public struct SimulatedLearner {
  private let model: MemoryModel
  /// The standard deviation of the logarithm of what a card's stability is multiplied by.
  private let spread: Double
  private var generator: SeededGenerator

  private static let days = 8 * 365
  private static let secondsPerDay = 86_400
  /// A day begins at 4 a.m., and its first hour of study is 7.
  private static let morning = 7 * 3600

  /// Makes a learner.
  public init(_ model: MemoryModel, seed: UInt64, spread: Double = 0.35) {
    self.model = model
    self.spread = spread
    generator = SeededGenerator(seed: seed)
  }

  /// At least this many reviews, in the order of time: whole cards are added until there are enough.
  public mutating func reviews(_ count: Int) -> [LoggedReview] {
    var result: [LoggedReview] = []
    var card = 0
    while result.count < count {
      addCard(card, to: &result)
      card += 1
    }
    return result.sorted { ($0.milliseconds, $0.card) < ($1.milliseconds, $1.card) }
  }

  private mutating func addCard(_ card: Int, to log: inout [LoggedReview]) {
    let boost = exponential(spread * normal())
    var moment = time(onDay: Int.random(in: 0..<Self.days - 1, using: &generator))
    var grade = choose((Grade.again, 28), (.hard, 10), (.good, 48), (.easy, 14))
    log.append(review(card, grade, at: moment))
    var state = steps(model.initialState(grade), card, grade, 6, &moment, &log)
    for _ in 0..<60 {
      let exact = model.interval(stability: state.stability, retention: 0.9)
      let interval = max(Int(exact.rounded()), 1)
      let early = -max(interval / 20, 0)...max(interval / 20, 0)
      let lateness = choose(
        (0, 70), (1, 14), (2, 8), (5, 5), (Int.random(in: 6..<60, using: &generator), 3))
      let wait = max(interval + Int.random(in: early, using: &generator), 1) + lateness
      let day = moment / Self.secondsPerDay + wait
      guard day < Self.days, unit() >= 0.012 else { return }
      let next = time(onDay: day)
      let recalled = model.retrievability(state, elapsedDays: Double(wait) / boost)
      grade =
        unit() < recalled ? choose((Grade.hard, 12), (.good, 78), (.easy, 10)) : .again
      moment = next
      log.append(review(card, grade, at: moment))
      state = model.nextState(state, grade: grade, elapsedDays: wait)
      if grade == .again { state = steps(state, card, grade, 5, &moment, &log) }
    }
  }

  /// Repeats a card on the same day until it is remembered.
  private mutating func steps(
    _ start: MemoryState, _ card: Int, _ first: Grade, _ most: Int, _ moment: inout Int,
    _ log: inout [LoggedReview]
  ) -> MemoryState {
    var (state, grade) = (start, first)
    for _ in 0..<most where grade.rawValue < 3 {
      let next = moment + Int.random(in: 60..<900, using: &generator)
      grade = choose((Grade.again, 14), (.hard, 9), (.good, 70), (.easy, 7))
      state = model.nextState(state, grade: grade, elapsedDays: 0)
      moment = next
      log.append(review(card, grade, at: moment))
    }
    return state
  }

  private mutating func time(onDay day: Int) -> Int {
    day * Self.secondsPerDay + Self.morning + Int.random(in: 0..<36_000, using: &generator)
  }

  private func review(_ card: Int, _ grade: Grade, at moment: Int) -> LoggedReview {
    LoggedReview(
      card: card, grade: grade, milliseconds: Int64(moment) * 1000,
      day: moment / Self.secondsPerDay)
  }

  private mutating func choose<Value>(_ choices: (Value, weight: Int)...) -> Value {
    var rest = Int.random(in: 0..<choices.reduce(0) { $0 + $1.weight }, using: &generator)
    for choice in choices {
      if rest < choice.weight { return choice.0 }
      rest -= choice.weight
    }
    return choices[choices.count - 1].0
  }

  private mutating func unit() -> Double { Double.random(in: 0..<1, using: &generator) }

  private mutating func normal() -> Double { generator.normal() }
}

// MARK: - Learners drawn at random

extension SimulatedLearner {
  /// How far w4…w20 are from their defaults among learners, as standard deviations; w0…w3 are multiplied by
  /// a factor whose logarithm has the deviation 1.
  ///
  /// Source: what fsrs-rs 6.6.2 divides by in its L2 term.
  private static let spreads = [
    0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57, 0.25, 1.03, 0.31, 0.32, 0.14,
    0.27,
  ]

  /// A learner whose memory is FSRS-6 with parameters drawn from those of all learners.
  public static func drawn(seed: UInt64) throws -> SimulatedLearner {
    var generator = SeededGenerator(seed: seed)
    var parameters = FSRS6.defaultParameters.enumerated().map { index, parameter in
      let distance = generator.normal()
      return index < 4
        ? parameter * exponential(distance) : parameter + spreads[index - 4] * distance
    }
    // A better first answer is not remembered for less time.
    for index in 1..<4 { parameters[index] = max(parameters[index], parameters[index - 1]) }
    parameters = zip(parameters, FSRS6.parameterBounds).map { parameter, bounds in
      min(max(parameter, bounds.lowerBound), bounds.upperBound)
    }
    return SimulatedLearner(try MemoryModel(parameters: parameters), seed: seed)
  }
}

extension SeededGenerator {
  /// A number of the standard normal distribution: the sum of twelve uniform ones less 6.
  fileprivate mutating func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
  }
}
