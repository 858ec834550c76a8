/// The derivatives of the formulas in `FSRS6.swift`, for fits. Each function here belongs to one there
/// and passes the derivative of the loss with respect to its result back by the chain rule: it adds
/// those with respect to the parameters and returns those with respect to the state before.
///
/// Where a result was clamped, it depends on nothing, and its derivatives are 0.
struct FSRS6Gradient: ModelGradient {
  struct OfState {
    var stability = 0.0
    var difficulty = 0.0
  }

  private(set) var parameters: [Double]
  private let w: [Double]
  private let constants: FSRS6.Constants
  /// The derivative of F = 0.9^(-1/w20) - 1 with respect to w20.
  private let curveFactorSlope: Double

  init(_ model: FSRS6) {
    w = model.parameters
    constants = model.constants
    parameters = w.map { _ in 0 }
    curveFactorSlope = power(0.9, -1 / w[20]) * logarithm(0.9) / (w[20] * w[20])
  }

  mutating func addFirst(_ grade: Grade, _ gradient: OfState) {
    parameters[grade.rawValue - 1] += gradient.stability
    if isInside(FSRS6.difficultyRange, constants.initialDifficulty[grade]) {
      addInitialDifficulty(grade, gradient.difficulty)
    }
  }

  mutating func addReview(_ step: ReplayStep<MemoryState>, _ gradient: OfState?) -> OfState {
    var before = OfState()
    var byRecalled = step.lossSlope
    if let gradient {
      let (byState, surprise) = addStability(step, gradient.stability)
      before = byState
      before.difficulty += addDifficulty(step, gradient.difficulty)
      byRecalled += surprise
    }
    if step.elapsedDays > 0 { before.stability += addRetrievability(step, byRecalled) }
    return before
  }

  /// Whether a clamped number is still the one it was.
  private func isInside(_ range: ClosedRange<Double>, _ number: Double) -> Bool {
    number > range.lowerBound && number < range.upperBound
  }
}

// MARK: - The forgetting curve

extension FSRS6Gradient {
  /// R = (1 + x)^-w20 with x = F t/S.
  private mutating func addRetrievability(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> Double {
    let perStability = Double(step.elapsedDays) / step.state.stability
    let x = constants.curveFactor * perStability
    let byX = gradient * constants.decay * step.recalled / (1 + x)
    parameters[20] +=
      gradient * step.recalled * logarithm(step.recalled) / w[20]
      + byX * perStability * curveFactorSlope
    return -byX * x / step.state.stability
  }
}

// MARK: - Stability

extension FSRS6Gradient {
  private mutating func addStability(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> (OfState, byRecalled: Double) {
    guard isInside(FSRS6.stabilityRange, step.next.stability) else { return (OfState(), 0) }
    if step.elapsedDays <= 0 {
      return (OfState(stability: addSameDay(step, gradient)), 0)
    }
    return step.grade == .again ? addForget(step, gradient) : addRecall(step, gradient)
  }

  /// S' = S k with k = e^(w17 (G-3+w18)) S^-w19, at least 1 unless the answer was incorrect.
  private mutating func addSameDay(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> Double {
    let (stability, next) = (step.state.stability, step.next.stability)
    guard step.grade == .again || next > stability else { return gradient }
    let byLogarithm = gradient * next
    parameters[17] += byLogarithm * (Double(step.grade.rawValue) - 3 + w[18])
    parameters[18] += byLogarithm * w[17]
    parameters[19] -= byLogarithm * logarithm(stability)
    return byLogarithm / stability * (1 - w[19])
  }

  /// S' = w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)), or S / e^(w17 w18) if that is less.
  private mutating func addForget(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> (OfState, byRecalled: Double) {
    let state = step.state
    let byLogarithm = gradient * step.next.stability
    guard step.next.stability < state.stability / constants.forgetLoss else {
      parameters[17] -= byLogarithm * w[18]
      parameters[18] -= byLogarithm * w[17]
      return (OfState(stability: byLogarithm / state.stability), 0)
    }
    let logarithmOfOneMore = logarithm(state.stability + 1)
    let raised = exponential(w[13] * logarithmOfOneMore)
    let byExponent = byLogarithm * raised / (raised - 1)
    parameters[11] += byLogarithm / w[11]
    parameters[12] -= byLogarithm * logarithm(state.difficulty)
    parameters[13] += byExponent * logarithmOfOneMore
    parameters[14] += byLogarithm * (1 - step.recalled)
    let before = OfState(
      stability: byExponent * w[13] / (state.stability + 1),
      difficulty: -byLogarithm * w[12] / state.difficulty)
    return (before, -byLogarithm * w[14])
  }

  /// S' = S (1 + g) with g = e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1), times w15 if hard, w16 if easy.
  private mutating func addRecall(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> (OfState, byRecalled: Double) {
    let state = step.state
    let logStability = logarithm(state.stability)
    let surprise = exponential(w[10] * (1 - step.recalled))
    let gain =
      constants.recallScale * (11 - state.difficulty) * exponential(-w[9] * logStability)
      * (surprise - 1)
    let byGain = gradient * state.stability
    if step.grade == .hard { parameters[15] += byGain * gain }
    if step.grade == .easy { parameters[16] += byGain * gain }
    let gradedGain = gain * constants.gradeGain[step.grade]
    let byLogarithm = byGain * gradedGain
    let bySurprise = byLogarithm * surprise / (surprise - 1)
    parameters[8] += byLogarithm
    parameters[9] -= byLogarithm * logStability
    parameters[10] += bySurprise * (1 - step.recalled)
    let before = OfState(
      stability: gradient * (1 + gradedGain * (1 - w[9])),
      difficulty: -byLogarithm / (11 - state.difficulty))
    return (before, -bySurprise * w[10])
  }
}

// MARK: - Difficulty

extension FSRS6Gradient {
  /// D0(G) = w4 - e^(w5 (G-1)) + 1.
  private mutating func addInitialDifficulty(_ grade: Grade, _ gradient: Double) {
    let raised = w[4] + 1 - constants.initialDifficulty[grade]
    parameters[4] += gradient
    parameters[5] -= gradient * raised * (Double(grade.rawValue) - 1)
  }

  /// D' = w7 D0(4) + (1-w7) x with x = D + (10-D)/9 (-w6 (G-3)).
  private mutating func addDifficulty(
    _ step: ReplayStep<MemoryState>, _ gradient: Double
  ) -> Double {
    guard isInside(FSRS6.difficultyRange, step.next.difficulty) else { return 0 }
    let difficulty = step.state.difficulty
    let change = constants.difficultyStep[step.grade] / 9
    let stepped = difficulty + (10 - difficulty) * change
    let byStepped = gradient * (1 - w[7])
    addInitialDifficulty(.easy, gradient * w[7])
    parameters[6] -= byStepped * (10 - difficulty) / 9 * (Double(step.grade.rawValue) - 3)
    parameters[7] += gradient * (constants.initialDifficulty[.easy] - stepped)
    return byStepped * (1 - change)
  }
}

extension FSRS6: FittableModel {
  typealias Gradient = FSRS6Gradient
}
