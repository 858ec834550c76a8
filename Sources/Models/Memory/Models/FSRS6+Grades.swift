extension FSRS6 {
  /// The stabilities that right answers lead to, whichever their grade: what they have in common is
  /// worked out once.
  ///
  /// - Parameters:
  ///   - state: the memory after the review before; `nil` for a first review.
  ///   - elapsedDays: the whole days since then; 0 is the same day, and so is less.
  /// - Returns: days, from again to easy; for again 0.
  package func stabilities(afterRecallOf state: MemoryState?, elapsedDays: Int) -> SIMD4<Double> {
    guard let state else {
      return Self.eachRight { Self.clamped(stability: constants.initialStability[$0]) }
    }
    if elapsedDays <= 0 {
      let saturation = sameDaySaturation(state)
      return Self.eachRight {
        Self.clamped(stability: state.stability * max(constants.sameDayGain[$0] * saturation, 1))
      }
    }
    let gain = recallGain(
      state, retrievability: retrievability(state, elapsedDays: Double(elapsedDays)))
    return Self.eachRight {
      Self.clamped(stability: state.stability * (1 + gain * constants.gradeGain[$0]))
    }
  }

  /// The memory after a right answer that led to this stability.
  package func nextState(_ state: MemoryState?, grade: Grade, stability: Double) -> MemoryState {
    guard let state else { return initialState(grade) }
    return MemoryState(
      stability: stability, difficulty: nextDifficulty(state.difficulty, grade: grade))
  }

  private static func eachRight(_ value: (Int) -> Double) -> SIMD4<Double> {
    SIMD4(0, value(1), value(2), value(3))
  }
}
