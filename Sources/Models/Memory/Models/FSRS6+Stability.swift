extension FSRS6 {
  /// After a second review on one day: S' = S e^(w17 (G-3+w18)) S^-w19, and never less than S
  /// unless the answer was wrong.
  func sameDayStability(_ state: MemoryState, grade: Grade) -> Double {
    let gain = constants.sameDayGain[grade.rawValue - 1] * sameDaySaturation(state)
    return state.stability * (grade == .again ? gain : max(gain, 1))
  }

  /// S^-w19.
  func sameDaySaturation(_ state: MemoryState) -> Double {
    power(state.stability, constants.sameDaySaturation)
  }

  /// After a wrong answer: the smaller of w11 D^-w12 ((S+1)^w13 - 1) e^(w14 (1-R)) and
  /// S / e^(w17 w18), what a wrong answer on the same day would leave at most.
  func forgetStability(_ state: MemoryState, retrievability: Double) -> Double {
    let relearned =
      constants.forgetScale
      * power(state.difficulty, constants.forgetDifficulty)
      * (power(state.stability + 1, constants.forgetStability) - 1)
      * exponential((1 - retrievability) * constants.forgetSurprise)
    return min(relearned, state.stability / constants.forgetLoss)
  }

  /// After a right answer:
  /// S' = S (1 + e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1)), the gain times w15 if hard, w16 if easy.
  func recallStability(_ state: MemoryState, grade: Grade, retrievability: Double) -> Double {
    let gain = recallGain(state, retrievability: retrievability)
    return state.stability * (1 + gain * constants.gradeGain[grade.rawValue - 1])
  }

  /// e^w8 (11-D) S^-w9 (e^(w10 (1-R)) - 1).
  func recallGain(_ state: MemoryState, retrievability: Double) -> Double {
    constants.recallScale
      * (11 - state.difficulty)
      * power(state.stability, constants.recallSaturation)
      * (exponential((1 - retrievability) * constants.recallSurprise) - 1)
  }

  /// The nearest stability within its range; the smallest one for not-a-number.
  static func clamped(stability: Double) -> Double {
    guard stability >= stabilityRange.lowerBound else { return stabilityRange.lowerBound }
    return min(stability, stabilityRange.upperBound)
  }
}
