/// The memory model FSRS-6: how stability and difficulty change with each review, and how likely
/// a card is remembered after some days.
///
///     let model = FSRS6()
///     let first = model.initialState(.good)                                // 2.3065 days
///     let second = model.nextState(first, grade: .good, elapsedDays: 2)
///     let days = model.interval(stability: second.stability, retention: 0.9)
///
/// Every stability it gives lies in 0.001…36500 days, every difficulty in 1…10, whatever is put in.
///
/// Source: the open-spaced-repetition project, "The Algorithm", FSRS-6; the formulas as in py-fsrs
/// 6.3.2 and fsrs-rs 6.6.2.
public struct FSRS6: Sendable, Hashable {
  /// The smallest and the largest stability, in days.
  public static let stabilityRange = 0.001...36500.0
  /// The smallest and the largest difficulty.
  public static let difficultyRange = 1.0...10.0

  /// The 21 weights the model runs with, each within its bounds.
  public let weights: [Double]

  /// e^w5 and its kin are computed once, not once a review.
  let constants: Constants

  /// Makes a model with the default weights.
  public init() {
    self.init(validWeights: Self.defaultWeights)
  }

  /// Makes a model with a learner's own weights.
  ///
  /// With several relearning steps w17 and w18 have a lower upper bound, so that the steps of a
  /// lapse together can't leave a card more stable than it was before; as in fsrs-rs, they are
  /// moved to it.
  ///
  /// - Parameters:
  ///   - weights: the 21 weights, w0 first, each within its ``weightBounds``.
  ///   - relearningSteps: how many relearning steps the learner has.
  /// - Throws: `WeightsError` when there are not 21 weights, or one is not a finite number or out
  ///   of its bounds.
  public init(weights: [Double], relearningSteps: Int = 1) throws(WeightsError) {
    try WeightsError.check(weights, bounds: Self.weightBounds)
    self.init(validWeights: Self.clamped(weights, relearningSteps: relearningSteps))
  }

  /// Makes a model with finite weights, 21 of them, each moved to the nearer bound if need be.
  init(clamping weights: [Double]) {
    self.init(validWeights: Self.clamped(weights, relearningSteps: 1))
  }

  private init(validWeights: [Double]) {
    weights = validWeights
    constants = Constants(validWeights)
  }

  /// The memory after a card's first review.
  public func initialState(_ grade: Grade) -> MemoryState {
    MemoryState(
      stability: Self.clamped(stability: constants.initialStability[grade.rawValue - 1]),
      difficulty: Self.clamped(difficulty: constants.initialDifficulty[grade.rawValue - 1])
    )
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the review before.
  ///   - grade: how well the answer came.
  ///   - elapsedDays: the whole days since the review before; 0 is the same day, and so is less.
  /// - Returns: the memory right after this review.
  public func nextState(_ state: MemoryState, grade: Grade, elapsedDays: Int) -> MemoryState {
    nextState(
      state, grade: grade, elapsedDays: elapsedDays,
      recalled: retrievability(state, elapsedDays: Double(elapsedDays)))
  }

  /// The memory after a later review of a card that was remembered with this probability.
  func nextState(
    _ state: MemoryState, grade: Grade, elapsedDays: Int, recalled: Double
  ) -> MemoryState {
    let stability =
      if elapsedDays <= 0 {
        sameDayStability(state, grade: grade)
      } else if grade == .again {
        forgetStability(state, retrievability: recalled)
      } else {
        recallStability(state, grade: grade, retrievability: recalled)
      }
    return MemoryState(
      stability: Self.clamped(stability: stability),
      difficulty: nextDifficulty(state.difficulty, grade: grade)
    )
  }
}
