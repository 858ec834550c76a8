extension FSRS7 {
  /// How likely a card is remembered, by the fast curve alone and by both mixed.
  struct Recall {
    let fast: Double
    let mixed: Double
  }

  /// How likely a card is remembered: the mean of a fast and a slow forgetting curve, weighted by
  /// the two stabilities and the difficulty.
  ///
  ///     a = -clamp(w23 f^(w33-.3))   Rf = (1 + (w25^(1/a) - 1) t/f)^a
  ///     b = -clamp(w24)              Rs = (1 + (w26^(1/b) - 1) e^((D-5)(w32-.3)) t/S)^b
  ///     p = w27 f^-w29               q = w28 S^w30 e^((D-5)(w31-.5))
  ///     R = (p Rf + q Rs)/(p + q) · (1 - 2e-5) + 1e-5
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - elapsedDays: the days since then, with fractions; less than 0 reads as 0.
  /// - Returns: a probability, 1e-5…1 - 1e-5.
  public func retrievability(_ state: MemoryState, elapsedDays: Double) -> Double {
    recall(state, elapsedDays: elapsedDays).mixed
  }

  func recall(_ state: MemoryState, elapsedDays: Double) -> Recall {
    Curve(state, fast: fastStability(of: state), constants).recall(after: max(elapsedDays, 0))
  }

  /// The forgetting curve of one state: everything that does not depend on the time.
  struct Curve {
    let fastDecay: Double
    let fastRate: Double
    let slowDecay: Double
    let slowRate: Double
    private let fastShare: Double
    let slowShare: Double

    /// What keeps the logarithm of a probability finite.
    private static let margin = 1e-5
    /// The largest exponent of e in the fast curve's factor.
    private static let steepest = 60.0

    init(_ state: MemoryState, fast: Double, _ constants: Constants) {
      let slow = max(state.stability, FSRS7.stabilityRange.lowerBound)
      let fast = max(fast, FSRS7.stabilityRange.lowerBound)
      let difficulty = state.difficulty - 5
      fastDecay = -FSRS7.clamped(
        decay: constants.fastDecay * power(fast, constants.fastDecayStability))
      fastRate = (exponential(min(constants.fastBase / fastDecay, Self.steepest)) - 1) / fast
      slowDecay = constants.slowDecay
      slowRate =
        constants.slowFactor * exponential(difficulty * constants.slowDifficulty) / slow
      let p = constants.fastWeight * power(fast, constants.fastWeightStability)
      let q =
        constants.slowWeight * power(slow, constants.slowWeightStability)
        * exponential(difficulty * constants.slowWeightDifficulty)
      fastShare = p / (p + q)
      slowShare = q / (p + q)
    }

    /// How likely the card is remembered after days, 0 or more.
    func recall(after days: Double) -> Recall {
      let fast = power(1 + fastRate * days, fastDecay)
      let slow = power(1 + slowRate * days, slowDecay)
      let mixed = fastShare * fast + slowShare * slow
      return Recall(fast: fast, mixed: mixed * (1 - 2 * Self.margin) + Self.margin)
    }

    /// dR/d(ln t) after days, negative or 0.
    func slope(after days: Double) -> Double {
      let fast =
        fastDecay * fastRate * days * power(1 + fastRate * days, fastDecay - 1)
      let slow =
        slowDecay * slowRate * days * power(1 + slowRate * days, slowDecay - 1)
      return (fastShare * fast + slowShare * slow) * (1 - 2 * Self.margin)
    }
  }
}
