/// The memory model FSRS-6: how stability and difficulty change with each review, and how likely
/// a card is remembered after some days.
///
///     let model = FSRS6()
///     let first = model.initialState(.good)                                // 2.3065 days
///     let second = model.nextState(first, grade: .good, elapsedDays: 2)
///     let days = model.interval(stability: second.stability, retention: 0.9)
///
/// It counts whole days: how often the learner's date has changed. Every stability it returns lies in
/// 0.001…36500 days, every difficulty in 1…10, for any input.
///
/// Source: the open-spaced-repetition project, "The Algorithm", FSRS-6; the formulas as in py-fsrs
/// 6.3.2 and fsrs-rs 6.6.2.
public struct FSRS6: Sendable, Hashable {
  /// What people call it.
  public static let name = "FSRS-6"
  /// The smallest and the largest stability, in days.
  public static let stabilityRange = 0.001...Double(longestInterval)
  /// The smallest and the largest difficulty.
  public static let difficultyRange = 1.0...10.0

  /// The 21 parameters the model runs with, each within its bounds.
  public let parameters: [Double]

  /// e^w5 and the like, computed once and not once a review.
  let constants: Constants

  /// Makes a model with the default parameters.
  public init() {
    self.init(validParameters: Self.defaultParameters)
  }

  /// Makes a model with a learner's own parameters.
  ///
  /// - Parameter parameters: the 21 parameters, w0 first, each within its ``parameterBounds``; or the 17
  ///   or 19 of an earlier version of FSRS, which are migrated.
  /// - Throws: `ParametersError` for another count, or a parameter that is not finite or out of its
  ///   bounds.
  public init(parameters: [Double]) throws(ParametersError) {
    let parameters = try Self.migrated(parameters)
    for (index, parameter) in parameters.enumerated() {
      let bounds = Self.parameterBounds[index]
      guard bounds.contains(parameter) else {
        throw .outOfBounds(index: index, value: parameter, bounds: bounds)
      }
    }
    self.init(validParameters: parameters)
  }

  /// Makes a model with finite parameters, 21 of them, each moved to the nearer bound if necessary.
  init(clamping parameters: [Double]) {
    self.init(validParameters: Self.clamped(parameters))
  }

  private init(validParameters: [Double]) {
    parameters = validParameters
    constants = Constants(validParameters)
  }

  /// The memory after a card's first review.
  public func initialState(_ grade: Grade) -> MemoryState {
    MemoryState(
      stability: Self.stabilityRange.clamp(constants.initialStability[grade]),
      difficulty: Self.difficultyRange.clamp(constants.initialDifficulty[grade])
    )
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the previous review.
  ///   - grade: how well the answer came.
  ///   - elapsedDays: the whole days since the previous review; 0 or less is the same day.
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
      stability: Self.stabilityRange.clamp(stability),
      difficulty: nextDifficulty(state.difficulty, grade: grade)
    )
  }
}

// MARK: - The forgetting curve

extension FSRS6 {
  /// How likely a card is remembered:
  /// R(t) = (1 + F t/S)^-w20 with F = 0.9^(-1/w20) - 1, so that R(S) = 0.9.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - elapsedDays: the days since then, with fractions if known; less than 0 reads as 0.
  /// - Returns: a probability, 0…1.
  public func retrievability(_ state: MemoryState, elapsedDays: Double) -> Double {
    guard elapsedDays > 0 else { return 1 }
    return power(1 + constants.curveFactor * elapsedDays / state.stability, constants.decay)
  }

  /// The days until the probability of recall of a card of this stability has fallen to a desired
  /// retention: I(r) = S/F (r^(-1/w20) - 1), the inverse of the forgetting curve. It is proportional
  /// to the stability, and I(0.9) = S.
  ///
  /// - Parameters:
  ///   - stability: the stability in days.
  ///   - retention: the desired retention, greater than 0, at most 1.
  /// - Returns: days, not rounded.
  public func interval(stability: Double, retention: Double) -> Double {
    stability / constants.curveFactor * (power(retention, 1 / constants.decay) - 1)
  }
}

// MARK: - Stability

extension FSRS6 {
  /// After a second review on one day: S' = S e^(w17 (G-3+w18)) S^-w19, and never less than S
  /// unless the answer was incorrect.
  private func sameDayStability(_ state: MemoryState, grade: Grade) -> Double {
    let gain = constants.sameDayGain[grade] * sameDaySaturation(state)
    return state.stability * (grade == .again ? gain : max(gain, 1))
  }

  /// S^-w19.
  private func sameDaySaturation(_ state: MemoryState) -> Double {
    power(state.stability, constants.sameDaySaturation)
  }

  /// After an incorrect answer: the smaller of w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)) and
  /// S / e^(w17 w18), the most an incorrect answer on the same day would leave.
  private func forgetStability(_ state: MemoryState, retrievability: Double) -> Double {
    let relearned =
      constants.forgetScale
      * power(state.difficulty, constants.forgetDifficulty)
      * (power(state.stability + 1, constants.forgetStability) - 1)
      * exponential((1 - retrievability) * constants.forgetSurprise)
    return min(relearned, state.stability / constants.forgetLoss)
  }

  /// After a correct answer:
  /// S' = S (1 + e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1)), the gain times w15 if hard, w16 if easy.
  private func recallStability(_ state: MemoryState, grade: Grade, retrievability: Double) -> Double
  {
    let gain = recallGain(state, retrievability: retrievability)
    return state.stability * (1 + gain * constants.gradeGain[grade])
  }

  /// e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1).
  private func recallGain(_ state: MemoryState, retrievability: Double) -> Double {
    constants.recallScale
      * (11 - state.difficulty)
      * power(state.stability, constants.recallSaturation)
      * (exponential((1 - retrievability) * constants.recallSurprise) - 1)
  }
}

// MARK: - Difficulty

extension FSRS6 {
  /// After a later review: a step of -w6 (G-3), smaller the closer D is to 10, then a share w7 of
  /// the way to the difficulty that a first "easy" would give.
  func nextDifficulty(_ difficulty: Double, grade: Grade) -> Double {
    let stepped =
      difficulty + (10 - difficulty) * constants.difficultyStep[grade] / 9
    return Self.difficultyRange.clamp(
      constants.meanReversion * constants.initialDifficulty[.easy]
        + (1 - constants.meanReversion) * stepped)
  }
}

// MARK: - All grades at once

extension FSRS6 {
  /// The stabilities that correct answers of each grade lead to: what they have in common is computed
  /// once.
  ///
  /// - Parameters:
  ///   - state: the memory after the previous review; `nil` for a first review.
  ///   - elapsedDays: the whole days since then; 0 or less is the same day.
  /// - Returns: days; 0 for again.
  package func stabilities(afterRecallOf state: MemoryState?, elapsedDays: Int) -> PerGrade {
    guard let state else {
      return Self.perRecall { Self.stabilityRange.clamp(constants.initialStability[$0]) }
    }
    if elapsedDays <= 0 {
      let saturation = sameDaySaturation(state)
      return Self.perRecall {
        Self.stabilityRange.clamp(state.stability * max(constants.sameDayGain[$0] * saturation, 1))
      }
    }
    let gain = recallGain(
      state, retrievability: retrievability(state, elapsedDays: Double(elapsedDays)))
    return Self.perRecall {
      Self.stabilityRange.clamp(state.stability * (1 + gain * constants.gradeGain[$0]))
    }
  }

  /// The memory after a correct answer that led to this stability.
  package func nextState(_ state: MemoryState?, grade: Grade, stability: Double) -> MemoryState {
    guard let state else { return initialState(grade) }
    return MemoryState(
      stability: stability, difficulty: nextDifficulty(state.difficulty, grade: grade))
  }

  private static func perRecall(_ stability: (Grade) -> Double) -> PerGrade {
    PerGrade(0, stability(.hard), stability(.good), stability(.easy))
  }
}

// MARK: - From SM-2

extension FSRS6 {
  /// The memory of a card that SM-2 has scheduled so far, from what SM-2 knows of it: the stability
  /// with which the interval ends at the desired retention, and the difficulty at which a "good" would
  /// lengthen the interval as SM-2 would.
  ///
  ///     S = I F / (r^(-1/w20) - 1)
  ///     D = 11 - (ease - 1) / (e^w8 S^-w9 (e^((1-r) w10) - 1))
  ///
  /// Source: `memory_state_from_sm2` of fsrs-rs 6.6.2.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days; less than 0.001 reads as 0.001.
  ///   - easeFactor: SM-2's factor, 2.5 for a new card.
  ///   - retention: the desired retention the interval was made for, less than 1.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, easeFactor: Double, retention: Double) -> MemoryState {
    let stability = Self.stabilityRange.clamp(
      max(interval, 0.001) * constants.curveFactor
        / (power(retention, 1 / constants.decay) - 1))
    let gain =
      constants.recallScale * power(stability, constants.recallSaturation)
      * (exponential((1 - retention) * constants.recallSurprise) - 1)
    return MemoryState(
      stability: stability,
      difficulty: Self.difficultyRange.clamp(11 - (easeFactor - 1) / gain))
  }
}

// MARK: - Constants

extension FSRS6 {
  /// What the formulas need of the parameters, computed once.
  struct Constants: Sendable, Hashable {
    /// w0…w3: the stability after the first review.
    let initialStability: PerGrade
    /// D0(G) = w4 - e^(w5 (G-1)) + 1: the difficulty after the first review, not yet clamped.
    let initialDifficulty: PerGrade
    /// -w6 (G-3).
    let difficultyStep: PerGrade
    /// w7.
    let meanReversion: Double

    /// e^w8.
    let recallScale: Double
    /// -w9.
    let recallSaturation: Double
    /// w10.
    let recallSurprise: Double
    /// 1, but w15 if hard and w16 if easy.
    let gradeGain: PerGrade

    /// w11.
    let forgetScale: Double
    /// -w12.
    let forgetDifficulty: Double
    /// w13.
    let forgetStability: Double
    /// w14.
    let forgetSurprise: Double
    /// e^(w17 w18).
    let forgetLoss: Double

    /// e^(w17 (G-3+w18)).
    let sameDayGain: PerGrade
    /// -w19.
    let sameDaySaturation: Double

    /// -w20.
    let decay: Double
    /// F = 0.9^(-1/w20) - 1.
    let curveFactor: Double

    init(_ w: [Double]) {
      initialStability = PerGrade(w[0], w[1], w[2], w[3])
      initialDifficulty = PerGrade { w[4] - exponential(w[5] * (Double($0.rawValue) - 1)) + 1 }
      difficultyStep = PerGrade { -w[6] * (Double($0.rawValue) - 3) }
      meanReversion = w[7]
      recallScale = exponential(w[8])
      recallSaturation = -w[9]
      recallSurprise = w[10]
      gradeGain = PerGrade(1, w[15], 1, w[16])
      forgetScale = w[11]
      forgetDifficulty = -w[12]
      forgetStability = w[13]
      forgetSurprise = w[14]
      forgetLoss = exponential(w[17] * w[18])
      sameDayGain = PerGrade { exponential(w[17] * (Double($0.rawValue) - 3 + w[18])) }
      sameDaySaturation = -w[19]
      decay = -w[20]
      curveFactor = power(0.9, 1 / -w[20]) - 1
    }
  }
}
