extension FSRS7Kernel {
  /// The smallest probability whose logarithm is taken.
  static var smallest: Float { 1e-6 }
  /// The largest number that a curve's base is let grow to, so that none is infinite.
  private static var largest: Float { 1e36 }

  /// Both forgetting curves at the end of eight waits, with all that their derivatives need.
  struct Curve {
    let days: Lanes
    /// α, and whether it was clamped; ln of what the power of α is taken from; cf and its exponent.
    let decay: Lanes
    let isClamped: SIMDMask<SIMD8<Int32>>
    let steepness: Lanes
    let fastFactor: Lanes
    /// The bases of the powers less 1, the logarithms of the bases, and the powers.
    let fastRatio: Lanes
    let slowRatio: Lanes
    let fastLogarithm: Lanes
    let slowLogarithm: Lanes
    let fast: Lanes
    let slow: Lanes
    /// The weight of the slow curve.
    let slowShare: Lanes

    /// R.
    var mixed: Lanes { (fast + (slow - fast) * slowShare) * (1 - 2e-5) + 1e-5 }

    @inline(__always)
    init(
      _ days: Lanes, _ logSlow: Lanes, _ logFast: Lanes, _ difficulty: Lanes,
      _ constants: LaneConstants
    ) {
      let w = constants.w
      self.days = days
      let free = (logFast * constants.fastDecayStability).exponential * w[23]
      decay = free.most(Lanes(repeating: 0.01)).least(Lanes(repeating: 0.95))
      isClamped = decay .!= free
      steepness = (constants.fastBase / decay).least(Lanes(repeating: 60))
      fastFactor = steepness.exponential - 1
      fastRatio = (days * (-logFast).exponential * fastFactor)
        .least(Lanes(repeating: FSRS7Kernel.largest))
      fastLogarithm = fastRatio.logarithmOfOneMore
      fast = (-decay * fastLogarithm).exponential
      let hardness = difficulty - 5
      slowRatio =
        (days * constants.slowFactor
        * (hardness * constants.slowDifficulty - logSlow).exponential)
        .least(Lanes(repeating: FSRS7Kernel.largest))
      slowLogarithm = slowRatio.logarithmOfOneMore
      slow = (slowLogarithm * -constants.slowDecay).exponential
      let balance =
        hardness * constants.shareDifficulty + logSlow * w[30] + logFast * w[29]
        + constants.logShare
      slowShare = 1 / ((-balance).exponential + 1)
    }
  }

  /// R and Rf at the end of each wait; gives the loss.
  func wait(_ groups: Range<Int>, _ constants: LaneConstants) -> Double {
    var total = 0.0
    for part in groups.parts(of: LaneSums.stride) {
      var loss = Lanes.zero
      for group in part {
        let nodes = tree.waitNodes[group]
        let curve = Curve(
          tree.waitDays[group], Lanes(logSlow.scalars, at: nodes),
          Lanes(logFast.scalars, at: nodes), Lanes(difficulty.scalars, at: nodes), constants)
        let recalled = curve.mixed
        let lost = (1 - recalled).most(Lanes(repeating: Self.smallest))
        retrievability.groups[group] = recalled
        fastRetrievability.groups[group] = curve.fast
        retrievabilitySlope.groups[group] =
          tree.forgotten[group] / lost - tree.remembered[group] / recalled
        loss -=
          tree.remembered[group] * recalled.logarithm + tree.forgotten[group] * lost.logarithm
      }
      total += Double(loss.sum())
    }
    return total
  }
}
