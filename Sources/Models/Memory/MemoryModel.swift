/// A memory model with its parameters: FSRS-6 or FSRS-7 behind one set of operations, which the
/// scheduler, replay, evaluation and the simulator share.
///
///     let model = try MemoryModel(parameters: parameters)        // 17, 19 or 21 numbers, or 34
///     let state = model.initialState(.good)
///     let next = model.nextState(state, grade: .hard, elapsed: Elapsed(wholeDays: 3))
///     let days = model.interval(next, retention: 0.9)
public enum MemoryModel: Sendable, Hashable {
  /// FSRS-6: one stability, whole days.
  case fsrs6(FSRS6)
  /// FSRS-7: two stabilities, days with fractions.
  case fsrs7(FSRS7)

  /// The longest interval and the greatest stability, in days: a hundred years.
  public static let longestInterval = 36_500

  /// Which model it is, whatever its parameters.
  public enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
    /// FSRS-6.
    case fsrs6 = "fsrs-6"
    /// FSRS-7.
    case fsrs7 = "fsrs-7"
  }

  /// Makes a model of a kind with its default parameters.
  public init(_ kind: Kind) {
    switch kind {
    case .fsrs6: self = .fsrs6(FSRS6())
    case .fsrs7: self = .fsrs7(FSRS7())
    }
  }

  /// Makes the model that has this many parameters: FSRS-6 for 21, or for 17 and 19 of its
  /// predecessors, which are migrated; FSRS-7 for 34.
  ///
  /// - Throws: `ParametersError` for another count, or a parameter that is not finite or out of its
  ///   bounds.
  public init(parameters: [Double]) throws(ParametersError) {
    switch parameters.count {
    case 17, 19, 21: self = .fsrs6(try FSRS6(parameters: try FSRS6.migrated(parameters)))
    case 34: self = .fsrs7(try FSRS7(parameters: parameters))
    default: throw .wrongCount(parameters.count, expected: [17, 19, 21, 34])
    }
  }

  /// Makes a model of a kind with finite parameters, as many as it has, each moved to the nearer bound
  /// if need be.
  init(_ kind: Kind, clamping parameters: [Double]) {
    switch kind {
    case .fsrs6: self = .fsrs6(FSRS6(clamping: parameters))
    case .fsrs7: self = .fsrs7(FSRS7(clamping: parameters))
    }
  }

  /// Which model it is.
  public var kind: Kind {
    switch self {
    case .fsrs6: .fsrs6
    case .fsrs7: .fsrs7
    }
  }

  /// The parameters, w0 first: 21 or 34.
  public var parameters: [Double] {
    switch self {
    case .fsrs6(let model): model.parameters
    case .fsrs7(let model): model.parameters
    }
  }
}

// MARK: - Operations

extension MemoryModel {
  /// The memory after a card's first review.
  public func initialState(_ grade: Grade) -> MemoryState {
    switch self {
    case .fsrs6(let model): model.initialState(grade)
    case .fsrs7(let model): model.initialState(grade)
    }
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the review before.
  ///   - grade: how well the answer came.
  ///   - elapsed: the time since the review before.
  /// - Returns: the memory right after this review.
  public func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    switch self {
    case .fsrs6(let model): model.nextState(state, grade: grade, elapsed: elapsed)
    case .fsrs7(let model): model.nextState(state, grade: grade, elapsed: elapsed)
    }
  }

  /// The memory after a whole history.
  ///
  /// - Parameter history: each review's grade with the time since the previous one, which is ignored
  ///   for the first.
  /// - Returns: the memory after the last review; `nil` when there is none.
  public func replay(_ history: some Sequence<(grade: Grade, elapsed: Elapsed)>) -> MemoryState? {
    var state: MemoryState?
    for review in history {
      state =
        state.map { nextState($0, grade: review.grade, elapsed: review.elapsed) }
        ?? initialState(review.grade)
    }
    return state
  }

  /// How likely a card is remembered.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - elapsedDays: the days since then, with fractions if known; less than 0 reads as 0.
  /// - Returns: a probability, 0…1.
  public func retrievability(_ state: MemoryState, elapsedDays: Double) -> Double {
    switch self {
    case .fsrs6(let model): model.retrievability(state, elapsedDays: elapsedDays)
    case .fsrs7(let model): model.retrievability(state, elapsedDays: elapsedDays)
    }
  }

  /// How likely a card is remembered when it is reviewed after this time, as the model counts
  /// it: FSRS-6 in whole days, FSRS-7 in days with fractions.
  public func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    switch self {
    case .fsrs6(let model): model.retrievability(state, elapsed: elapsed)
    case .fsrs7(let model): model.retrievability(state, elapsed: elapsed)
    }
  }

  /// The days until the probability of recall has fallen to a desired retention, with fractions.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - retention: the desired retention, greater than 0, less than 1.
  /// - Returns: days; for FSRS-7 at least ``FSRS7/minimumInterval``, at most 36500.
  public func interval(_ state: MemoryState, retention: Double) -> Double {
    switch self {
    case .fsrs6(let model): model.interval(stability: state.stability, retention: retention)
    case .fsrs7(let model): model.interval(state, retention: retention)
    }
  }

  /// The days until the probability of recall has fallen to 0.9: what people are shown as the
  /// stability, with either model.
  public func ninetyPercentDays(_ state: MemoryState) -> Double {
    switch self {
    case .fsrs6: state.stability
    case .fsrs7(let model): model.interval(state, retention: 0.9, atLeast: 0)
    }
  }

  /// The memory of a card that was scheduled by SM-2 so far.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days.
  ///   - easeFactor: SM-2's factor, 2.5 for a new card; FSRS-7 ignores it.
  ///   - retention: the desired retention the interval was made for, less than 1.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, easeFactor: Double, retention: Double) -> MemoryState {
    switch self {
    case .fsrs6(let model):
      model.state(interval: interval, easeFactor: easeFactor, retention: retention)
    case .fsrs7(let model): model.state(interval: interval, retention: retention)
    }
  }
}

// MARK: - Memory and time

/// What a memory model knows about one card's memory right after a review.
public struct MemoryState: Hashable, Sendable {
  /// How long the card is remembered, in days. In FSRS-6 it is the time after which the card is
  /// remembered with a probability of 0.9; in FSRS-7 it is the slow one of two stabilities, and
  /// ``MemoryModel/ninetyPercentDays(_:)`` has that time.
  public let stability: Double
  /// How hard the card is to make more stable, 1…10.
  public let difficulty: Double
  /// The fast one of FSRS-7's two stabilities, in days; `nil` in a state of FSRS-6.
  public let fastStability: Double?

  /// Makes a memory state.
  ///
  /// - Parameters:
  ///   - stability: days, greater than 0.
  ///   - difficulty: 1…10.
  ///   - fastStability: days, greater than 0; for FSRS-7 only.
  public init(stability: Double, difficulty: Double, fastStability: Double? = nil) {
    self.stability = stability
    self.difficulty = difficulty
    self.fastStability = fastStability
  }
}

/// The time from one review of a card to the next, as the two models count it.
public struct Elapsed: Hashable, Sendable {
  /// How often the learner's date changed: 0 on the same day. FSRS-6 counts these.
  public let wholeDays: Int
  /// The days with their fraction. FSRS-7 counts these.
  public let days: Double

  /// Makes an elapsed time.
  ///
  /// - Parameters:
  ///   - wholeDays: how often the learner's date changed; less than 0 reads as 0.
  ///   - days: the days with their fraction; less than 0, or not a number, reads as 0.
  public init(wholeDays: Int, days: Double) {
    self.wholeDays = max(wholeDays, 0)
    self.days = days > 0 ? days : 0
  }

  /// Makes an elapsed time of whole days.
  public init(wholeDays: Int) {
    self.init(wholeDays: wholeDays, days: Double(wholeDays))
  }
}

// MARK: - Generic replay

/// What a replay needs of a model; a generic function over it is specialized for each.
protocol Replayable: Sendable {
  /// How likely a card is remembered, and whatever else the memory after the review is computed from.
  associatedtype Recall: RecallProbability

  func initialState(_ grade: Grade) -> MemoryState

  /// How likely a card is remembered at a review.
  func recall(_ state: MemoryState, elapsed: Elapsed) -> Recall

  /// The memory after a later review of a card that was that likely to be remembered.
  func nextState(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed, recall: Recall
  ) -> MemoryState
}

/// What contains the probability of recall.
protocol RecallProbability {
  /// 0…1.
  var probability: Double { get }
}

extension Double: RecallProbability {
  var probability: Double { self }
}

extension Replayable {
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    nextState(
      state, grade: grade, elapsed: elapsed, recall: recall(state, elapsed: elapsed))
  }

  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    recall(state, elapsed: elapsed).probability
  }
}

extension FSRS6: Replayable {
  func recall(_ state: MemoryState, elapsed: Elapsed) -> Double {
    retrievability(state, elapsedDays: Double(elapsed.wholeDays))
  }

  func nextState(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed, recall: Double
  ) -> MemoryState {
    nextState(state, grade: grade, elapsedDays: elapsed.wholeDays, recalled: recall)
  }
}

extension FSRS7: Replayable {
  func recall(_ state: MemoryState, elapsed: Elapsed) -> Recall {
    recall(state, elapsedDays: elapsed.days)
  }

  func nextState(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed, recall: Recall
  ) -> MemoryState {
    nextState(state, grade: grade, recall: recall)
  }
}

extension FSRS7.Recall: RecallProbability {
  var probability: Double { mixed }
}
