extension FSRS7Kernel {
  /// Hands the slopes at the end of each wait back to the node it comes from and to w23…w33.
  func waitBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    let w = constants.w
    for part in groups.parts(of: LaneSums.stride) {
      var lanes = CurveSums()
      for group in part {
        let nodes = tree.waitNodes[group]
        let logSlow = Lanes(logSlow.scalars, at: nodes)
        let logFast = Lanes(logFast.scalars, at: nodes)
        let difficulty = Lanes(difficulty.scalars, at: nodes)
        let curve = Curve(tree.waitDays[group], logSlow, logFast, difficulty, constants)
        let hardness = difficulty - 5

        let slope = retrievabilitySlope.groups[group] * (1 - 2e-5)
        let byFast =
          (slope * (1 - curve.slowShare) + fastRetrievabilitySlope.groups[group]) * curve.fast
        let bySlow = slope * curve.slowShare * curve.slow
        let byBalance =
          slope * (curve.slow - curve.fast) * curve.slowShare * (1 - curve.slowShare)

        // The slow curve.
        let bySlowRatio =
          bySlow * -constants.slowDecay * curve.slowRatio / (curve.slowRatio + 1)
        lanes.slowDecay -= bySlow * curve.slowLogarithm
        lanes.slowRatio += bySlowRatio
        lanes.slowDifficulty += bySlowRatio * hardness

        // The fast curve.
        let byFastRatio = -byFast * curve.decay * curve.fastRatio / (curve.fastRatio + 1)
        let bySteepness = (byFastRatio * (curve.fastFactor + 1) / curve.fastFactor)
          .only(where: curve.steepness .< 60)
        lanes.fastBase -= bySteepness / curve.decay
        let byDecay =
          (-byFast * curve.fastLogarithm
          - bySteepness * curve.steepness / curve.decay)
          .replacing(with: 0, where: curve.isClamped)
        let byLogDecay = byDecay * curve.decay
        lanes.fastDecay += byLogDecay
        lanes.fastDecayStability += byLogDecay * logFast

        // The balance of the two.
        lanes.balance += byBalance
        lanes.balanceFast += byBalance * logFast
        lanes.balanceSlow += byBalance * logSlow
        lanes.balanceDifficulty += byBalance * hardness

        (byBalance * w[30] - bySlowRatio).add(to: logSlowSlope.scalars, at: nodes)
        (byBalance * w[29] - byFastRatio + byLogDecay * constants.fastDecayStability)
          .add(to: logFastSlope.scalars, at: nodes)
        (byBalance * constants.shareDifficulty + bySlowRatio * constants.slowDifficulty)
          .add(to: difficultySlope.scalars, at: nodes)
      }
      lanes.flush(into: &sums, constants)
    }
  }

  /// The sums of the derivatives by w23…w33.
  private struct CurveSums {
    var slowDecay = Lanes.zero
    var slowRatio = Lanes.zero
    var slowDifficulty = Lanes.zero
    var fastBase = Lanes.zero
    var fastDecay = Lanes.zero
    var fastDecayStability = Lanes.zero
    var balance = Lanes.zero
    var balanceFast = Lanes.zero
    var balanceSlow = Lanes.zero
    var balanceDifficulty = Lanes.zero

    func flush(into sums: inout LaneSums, _ constants: LaneConstants) {
      let w = constants.w
      sums.add(fastDecay / w[23], to: 23)
      sums.add(slowDecay + slowRatio * constants.slowFactorByDecay, to: 24)
      sums.add(fastBase / w[25], to: 25)
      sums.add(slowRatio * constants.slowFactorByBase, to: 26)
      sums.add(-balance / w[27], to: 27)
      sums.add(balance / w[28], to: 28)
      sums.add(balanceFast, to: 29)
      sums.add(balanceSlow, to: 30)
      sums.add(balanceDifficulty, to: 31)
      sums.add(slowDifficulty, to: 32)
      sums.add(fastDecayStability, to: 33)
    }
  }
}
