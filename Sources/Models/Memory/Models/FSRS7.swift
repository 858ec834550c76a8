/// The memory model FSRS-7: two stabilities, a slow and a fast one, whose forgetting curves are
/// mixed, and days with fractions throughout, so that minutes need no rules of their own.
///
///     let model = FSRS7()
///     let first = model.initialState(.good)                                  // 3.9221 days
///     let second = model.nextState(first, grade: .good, elapsedDays: 0.01)
///     let days = model.interval(second, retention: 0.9)
///
/// Every stability it gives lies in 0.0001…36500 days, every difficulty in 1…10, whatever is put
/// in.
///
/// Source: the open-spaced-repetition project, FSRS-7; the formulas as in fsrs-rs (c9562d6) and
/// ts-fsrs (74f1cf8).
public struct FSRS7: Sendable, Hashable {
  /// The smallest and the largest stability, in days.
  public static let stabilityRange = 0.0001...36500.0
  /// The smallest and the largest difficulty.
  public static let difficultyRange = 1.0...10.0
  /// The shortest interval and the longest, in days, that the forgetting curve is searched for.
  static let intervalRange = 1e-9...36500.0
  /// What part of the slow stability the fast one has at first, and at most after an "again".
  static let fastShare = 0.8

  /// The 34 weights the model runs with, each within its bounds.
  public let weights: [Double]

  /// What the weights come to, computed once and not once a review.
  let constants: Constants

  /// Makes a model with the default weights.
  public init() {
    self.init(validWeights: Self.defaultWeights)
  }

  /// Makes a model with a learner's own weights.
  ///
  /// - Parameter weights: the 34 weights, w0 first, each within its ``weightBounds``, and w0…w3 and
  ///   w25, w26 not falling.
  /// - Throws: `WeightsError` when there are not 34 weights, or one is not a finite number or out
  ///   of its bounds.
  public init(weights: [Double]) throws(WeightsError) {
    try WeightsError.check(weights, bounds: Self.weightBounds)
    for index in [1, 2, 3, 26] where weights[index] < weights[index - 1] {
      throw .outOfBounds(
        index: index, weight: weights[index],
        bounds: weights[index - 1]...Self.weightBounds[index].upperBound)
    }
    self.init(validWeights: weights)
  }

  /// Makes a model with finite weights, 34 of them, each moved to the nearer bound if need be.
  init(clamping weights: [Double]) {
    self.init(validWeights: Self.clamped(weights))
  }

  private init(validWeights: [Double]) {
    weights = validWeights
    constants = Constants(validWeights)
  }

  /// The memory after a card's first review: S = w[G-1], f = 0.8 S, D = D0(G).
  public func initialState(_ grade: Grade) -> MemoryState {
    let stability = Self.clamped(stability: constants.initialStability[grade.rawValue - 1])
    return MemoryState(
      stability: stability,
      difficulty: Self.clamped(difficulty: constants.initialDifficulty[grade.rawValue - 1]),
      fastStability: Self.clamped(stability: Self.fastShare * stability))
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the review before.
  ///   - grade: how well the answer came.
  ///   - elapsedDays: the days since the review before, with fractions; less than 0 reads as 0.
  /// - Returns: the memory right after this review.
  public func nextState(_ state: MemoryState, grade: Grade, elapsedDays: Double) -> MemoryState {
    nextState(state, grade: grade, recall: recall(state, elapsedDays: elapsedDays))
  }

  /// The memory after a later review of a card that was likely to be remembered so.
  func nextState(_ state: MemoryState, grade: Grade, recall: Recall) -> MemoryState {
    let slow = Self.clamped(
      stability: constants.slow.next(
        state.stability, grade: grade, difficulty: state.difficulty,
        retrievability: recall.mixed))
    let fast = constants.fast.next(
      fastStability(of: state), grade: grade, difficulty: state.difficulty,
      retrievability: recall.fast)
    return MemoryState(
      stability: slow,
      difficulty: nextDifficulty(state.difficulty, grade: grade, retrievability: recall.mixed),
      fastStability: Self.clamped(
        stability: grade == .again ? min(fast, Self.fastShare * slow) : fast))
  }

  /// The fast stability; that of a fresh card for a state without one.
  func fastStability(of state: MemoryState) -> Double {
    state.fastStability ?? Self.clamped(stability: Self.fastShare * state.stability)
  }

  /// The nearest stability within its range; the smallest one for not-a-number.
  static func clamped(stability: Double) -> Double {
    guard stability >= stabilityRange.lowerBound else { return stabilityRange.lowerBound }
    return min(stability, stabilityRange.upperBound)
  }
}
