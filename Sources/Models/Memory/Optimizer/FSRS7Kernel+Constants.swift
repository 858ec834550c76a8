extension FSRS7Kernel {
  /// What the formulas need of the weights, in single precision.
  struct LaneConstants {
    /// The weights themselves.
    let w: [Float]
    /// D0(4), unclamped.
    let target: Float
    let slow: LaneGrowth
    let fast: LaneGrowth
    /// w33 - 0.3.
    let fastDecayStability: Float
    /// -ln w25.
    let fastBase: Float
    /// -b, and c = w26^(1/b) - 1 of the slow curve.
    let slowDecay: Float
    let slowFactor: Float
    /// The derivatives of ln c by -b and by w26.
    let slowFactorByDecay: Float
    let slowFactorByBase: Float
    /// w32 - 0.3.
    let slowDifficulty: Float
    /// ln(w28/w27).
    let logShare: Float
    /// w31 - 0.5.
    let shareDifficulty: Float
    /// The logarithm of what the fast stability is at most of the slow one after "again".
    let logFastShare = Float(logarithm(FSRS7.fastShare))
    /// The logarithms of the smallest and the largest stability.
    let low = Float(logarithm(FSRS7.stabilityRange.lowerBound))
    let high = Float(logarithm(FSRS7.stabilityRange.upperBound))

    init(_ weights: [Double]) {
      w = weights.map { Float($0) }
      target = Float(weights[4] - exponential(3 * weights[5]) + 1)
      slow = LaneGrowth(weights, from: 7)
      fast = LaneGrowth(weights, from: 15)
      fastDecayStability = Float(weights[33] - 0.3)
      fastBase = Float(-logarithm(weights[25]))
      let decay = FSRS7.clamped(decay: weights[24])
      let logBase = logarithm(weights[26])
      let base = exponential(-logBase / decay)
      slowDecay = Float(decay)
      slowFactor = Float(base - 1)
      slowFactorByDecay = Float(base / (base - 1) * logBase / (decay * decay))
      slowFactorByBase = Float(-base / (base - 1) / (decay * weights[26]))
      slowDifficulty = Float(weights[32] - 0.3)
      logShare = Float(logarithm(weights[28] / weights[27]))
      shareDifficulty = Float(weights[31] - 0.5)
    }

    /// The nearest logarithm of a stability in range.
    @inline(__always)
    func clamped(_ logStability: Lanes) -> Lanes {
      logStability.most(Lanes(repeating: low)).least(Lanes(repeating: high))
    }

    /// The slopes of stabilities that were not clamped; 0 for those that were.
    @inline(__always)
    func unclamped(_ slope: Lanes, _ logStability: Lanes) -> Lanes {
      slope.only(where: (logStability .> low) .& (logStability .< high))
    }
  }
}
