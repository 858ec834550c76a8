extension FSRS6 {
  /// The memory of a card that was scheduled by SM-2 so far, from what SM-2 knows of it: the
  /// stability with which it is remembered as wished after the interval, and the difficulty at
  /// which a "good" would lengthen the interval as SM-2 would.
  ///
  ///     S = I F / (r^(-1/w20) - 1)
  ///     D = 11 - (ease - 1) / (e^w8 S^-w9 (e^((1-r) w10) - 1))
  ///
  /// Source: `memory_state_from_sm2` of fsrs-rs 6.6.2.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days; less than 0.001 reads as 0.001.
  ///   - easeFactor: SM-2's factor, 2.5 for a new card.
  ///   - retention: the probability of remembering that the interval was made for, less than 1.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, easeFactor: Double, retention: Double) -> MemoryState {
    let stability = Self.clamped(
      stability: max(interval, 0.001) * constants.curveFactor
        / (power(retention, 1 / constants.decay) - 1))
    let gain =
      constants.recallScale * power(stability, constants.recallSaturation)
      * (exponential((1 - retention) * constants.recallSurprise) - 1)
    return MemoryState(
      stability: stability,
      difficulty: Self.clamped(difficulty: 11 - (easeFactor - 1) / gain))
  }
}
