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

  /// The days after which a card of this stability is remembered with the wished probability:
  /// I(r) = S/F (r^(-1/w20) - 1), the inverse of the forgetting curve. It is proportional to the
  /// stability, and I(0.9) = S.
  ///
  /// - Parameters:
  ///   - stability: the stability in days.
  ///   - retention: the wished probability, greater than 0, at most 1.
  /// - Returns: days, not rounded.
  public func interval(stability: Double, retention: Double) -> Double {
    stability / constants.curveFactor * (power(retention, 1 / constants.decay) - 1)
  }
}
