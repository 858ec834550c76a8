/// The replay of FSRS-7, with the logarithms of both stabilities as state.
final class FSRS7Kernel: GradientKernel {
  private let tree: ReviewTree
  /// The state of each node, and the derivative of the loss by it.
  private let logSlow: LaneColumn
  private let logFast: LaneColumn
  private let difficulty: LaneColumn
  private let logSlowSlope: LaneColumn
  private let logFastSlope: LaneColumn
  private let difficultySlope: LaneColumn
  /// At the end of each wait: R and Rf, and the derivatives of the loss with respect to them.
  private let retrievability: LaneColumn
  private let fastRetrievability: LaneColumn
  private let retrievabilitySlope: LaneColumn
  private let fastRetrievabilitySlope: LaneColumn

  private let memory = LaneMemory()

  init(_ tree: ReviewTree) {
    self.tree = tree
    let nodes = tree.nodeParents.count
    let waits = tree.waitNodes.count
    logSlow = memory.column(groups: nodes)
    logFast = memory.column(groups: nodes)
    difficulty = memory.column(groups: nodes)
    logSlowSlope = memory.column(groups: nodes)
    logFastSlope = memory.column(groups: nodes)
    difficultySlope = memory.column(groups: nodes)
    retrievability = memory.column(groups: waits)
    fastRetrievability = memory.column(groups: waits)
    retrievabilitySlope = memory.column(groups: waits)
    fastRetrievabilitySlope = memory.column(groups: waits)
  }

  func evaluate(_ parameters: [Double]) -> LossGradient {
    let constants = LaneConstants(parameters)
    start(parameters)
    var loss = 0.0
    for level in tree.levels {
      loss += wait(level.waits, constants)
      lapse(level.nodes[ReviewTree.Step.lapse.rawValue], constants)
      recall(level.nodes[ReviewTree.Step.recall.rawValue], constants)
    }
    var sums = LaneSums(parameters.count)
    for level in tree.levels.reversed() {
      lapseBack(level.nodes[ReviewTree.Step.lapse.rawValue], constants, &sums)
      recallBack(level.nodes[ReviewTree.Step.recall.rawValue], constants, &sums)
      waitBack(level.waits, constants, &sums)
    }
    return LossGradient(
      loss: loss,
      gradient: sums.gradient(parameters, difficulty: difficulty, difficultySlope) {
        Double(logSlowSlope.scalars[$0]) + Double(logFastSlope.scalars[$0])
      })
  }

  /// Sets the memories after a first review, and all slopes to 0.
  private func start(_ parameters: [Double]) {
    for column in [logSlowSlope, logFastSlope, difficultySlope, fastRetrievabilitySlope] {
      column.clear()
    }
    let first = FSRS7(clamping: parameters)
    for grade in Grade.allCases {
      let place = grade.rawValue - 1
      let state = first.initialState(grade)
      logSlow.scalars[place] = Float(logarithm(state.stability))
      logFast.scalars[place] = Float(logarithm(first.fastStability(of: state)))
      difficulty.scalars[place] = Float(state.difficulty)
    }
    for lane in Grade.allCases.count..<Lanes.width { difficulty.scalars[lane] = 5 }
  }
}

// MARK: - The forgetting curve

extension FSRS7Kernel {
  /// The smallest probability whose logarithm is taken.
  private static var smallest: Float { 1e-6 }
  /// The largest number that a curve's base is let grow to, so that none is infinite.
  private static var largest: Float { 1e36 }

  /// Both forgetting curves at the end of eight waits, with all that their derivatives need.
  private struct Curve {
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

  /// R and Rf at the end of each wait; returns the loss.
  private func wait(_ groups: Range<Int>, _ constants: LaneConstants) -> Double {
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

// MARK: - Derivatives of the curve

extension FSRS7Kernel {
  /// Passes the slopes at the end of each wait back to the node before it and to w23…w33.
  private func waitBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
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

  /// The sums of the derivatives with respect to w23…w33.
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

// MARK: - Reviews

extension FSRS7Kernel {
  /// D' = 0.01 D0(4) + 0.99 (D + (10-D)/9 · (-w6 (G-3)) · factor), clamped to 1…10.
  @inline(__always)
  private func nextDifficulty(
    _ difficulty: Lanes, _ grade: Lanes, _ factor: Lanes, _ constants: LaneConstants
  ) -> Lanes {
    let step = (grade - 3) * factor * (-constants.w[6] / 9)
    let stepped = difficulty + (10 - difficulty) * step
    let share = Float(FSRS7.meanReversion)
    let next = stepped * (1 - share) + share * constants.target
    return next.most(Lanes(repeating: 1)).least(Lanes(repeating: 10))
  }

  private func lapse(_ groups: Range<Int>, _ constants: LaneConstants) {
    for group in groups {
      let parents = tree.nodeParents[group]
      let waits = tree.nodeWaits[group]
      let recalled = Lanes(retrievability.scalars, at: waits)
      let slow = constants.stabilities.clamp(
        constants.slow.lapsed(Lanes(logSlow.scalars, at: parents), recalled))
      let fast = constants.fast.lapsed(
        Lanes(logFast.scalars, at: parents), Lanes(fastRetrievability.scalars, at: waits))
      logSlow.groups[group] = slow
      logFast.groups[group] = constants.stabilities.clamp(fast.least(slow + constants.logFastShare))
      difficulty.groups[group] = nextDifficulty(
        Lanes(difficulty.scalars, at: parents), tree.nodeGrades[group],
        recalled + Float(FSRS7.expectedLapse), constants)
    }
  }

  private func recall(_ groups: Range<Int>, _ constants: LaneConstants) {
    for group in groups {
      let parents = tree.nodeParents[group]
      let waits = tree.nodeWaits[group]
      let hardness = Lanes(difficulty.scalars, at: parents)
      let grade = tree.nodeGrades[group]
      logSlow.groups[group] = constants.stabilities.clamp(
        constants.slow.recalled(
          Lanes(logSlow.scalars, at: parents), hardness,
          Lanes(retrievability.scalars, at: waits), grade))
      logFast.groups[group] = constants.stabilities.clamp(
        constants.fast.recalled(
          Lanes(logFast.scalars, at: parents), hardness,
          Lanes(fastRetrievability.scalars, at: waits), grade))
      difficulty.groups[group] = nextDifficulty(
        hardness, grade, Lanes(repeating: 1), constants)
    }
  }
}

// MARK: - Derivatives of reviews

extension FSRS7Kernel {
  private func lapseBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    for part in groups.parts(of: LaneSums.stride) {
      var (slowSums, fastSums) = (LaneGrowth.Sums(), LaneGrowth.Sums())
      var difficulties = DifficultySums()
      for group in part {
        let parents = tree.nodeParents[group]
        let waits = tree.nodeWaits[group]
        let logSlow = Lanes(logSlow.scalars, at: parents)
        let logFast = Lanes(logFast.scalars, at: parents)
        let hardness = Lanes(difficulty.scalars, at: parents)
        let recalled = Lanes(retrievability.scalars, at: waits)
        let fastRecalled = Lanes(fastRetrievability.scalars, at: waits)
        let nextSlow = self.logSlow.groups[group]
        let nextFast = self.logFast.groups[group]

        // What the fast stability is at most goes with the slow one.
        let fastSlope = constants.stabilities.unclamped(logFastSlope.groups[group], nextFast)
        let capped = fastSlope.only(where: nextFast .>= nextSlow + constants.logFastShare)
        let slowSlope = constants.stabilities.unclamped(
          logSlowSlope.groups[group] + capped, nextSlow)
        let slow = constants.slow.lapseBack(slowSlope, nextSlow, logSlow, recalled, &slowSums)
        let fast = constants.fast.lapseBack(
          fastSlope - capped, nextFast, logFast, fastRecalled, &fastSums)
        let factor = recalled + Float(FSRS7.expectedLapse)
        let difficulty = difficulties.add(
          difficultySlope.groups[group], next: self.difficulty.groups[group], from: hardness,
          tree.nodeGrades[group], factor, constants)

        slow.logStability.add(to: logSlowSlope.scalars, at: parents)
        fast.logStability.add(to: logFastSlope.scalars, at: parents)
        difficulty.byDifficulty.add(to: difficultySlope.scalars, at: parents)
        (slow.retrievability + difficulty.byFactor)
          .add(to: retrievabilitySlope.scalars, at: waits)
        fast.retrievability.add(to: fastRetrievabilitySlope.scalars, at: waits)
      }
      constants.slow.flush(slowSums, into: &sums)
      constants.fast.flush(fastSums, into: &sums)
      difficulties.flush(into: &sums)
    }
  }

  private func recallBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums)
  {
    for part in groups.parts(of: LaneSums.stride) {
      var (slowSums, fastSums) = (LaneGrowth.Sums(), LaneGrowth.Sums())
      var difficulties = DifficultySums()
      for group in part {
        let parents = tree.nodeParents[group]
        let waits = tree.nodeWaits[group]
        let hardness = Lanes(difficulty.scalars, at: parents)
        let grade = tree.nodeGrades[group]
        let slow = constants.slow.recallBack(
          constants.stabilities.unclamped(logSlowSlope.groups[group], logSlow.groups[group]),
          Lanes(logSlow.scalars, at: parents), hardness,
          Lanes(retrievability.scalars, at: waits), grade, &slowSums)
        let fast = constants.fast.recallBack(
          constants.stabilities.unclamped(logFastSlope.groups[group], logFast.groups[group]),
          Lanes(logFast.scalars, at: parents), hardness,
          Lanes(fastRetrievability.scalars, at: waits), grade, &fastSums)
        let difficulty = difficulties.add(
          difficultySlope.groups[group], next: self.difficulty.groups[group], from: hardness,
          grade, Lanes(repeating: 1), constants)

        slow.logStability.add(to: logSlowSlope.scalars, at: parents)
        fast.logStability.add(to: logFastSlope.scalars, at: parents)
        (difficulty.byDifficulty + slow.difficulty + fast.difficulty)
          .add(to: difficultySlope.scalars, at: parents)
        slow.retrievability.add(to: retrievabilitySlope.scalars, at: waits)
        fast.retrievability.add(to: fastRetrievabilitySlope.scalars, at: waits)
      }
      constants.slow.flush(slowSums, into: &sums)
      constants.fast.flush(fastSums, into: &sums)
      difficulties.flush(into: &sums)
    }
  }

  /// The sums that the difficulty's change adds to.
  private struct DifficultySums {
    var step = Lanes.zero
    var target = Lanes.zero

    /// Passes the slope of D' back to w4 and w6; returns those of D and of the step's factor.
    @inline(__always)
    mutating func add(
      _ slope: Lanes, next: Lanes, from difficulty: Lanes, _ grade: Lanes, _ factor: Lanes,
      _ constants: LaneConstants
    ) -> (byDifficulty: Lanes, byFactor: Lanes) {
      let share = Float(FSRS7.meanReversion)
      let slope = slope.only(where: (next .> 1) .& (next .< 10))
      let kept = slope * (1 - share)
      let distance = (grade - 3) * (-1 / 9)
      let moved = kept * distance * (10 - difficulty)
      let w6 = constants.w[6]
      step += moved * factor
      target += slope * share
      return (kept * (1 - distance * factor * w6), moved * w6)
    }

    func flush(into sums: inout LaneSums) {
      sums.add(target, to: 4)
      sums.add(step, to: 6)
    }
  }
}

// MARK: - Constants

extension FSRS7Kernel {
  /// What the formulas need of the parameters, in single precision.
  private struct LaneConstants {
    /// The parameters themselves.
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
    /// The derivatives of ln c with respect to -b and w26.
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
    /// The stabilities there are.
    let stabilities = LogRange(FSRS7.stabilityRange)

    init(_ parameters: [Double]) {
      w = parameters.map { Float($0) }
      target = Float(parameters[4] - exponential(3 * parameters[5]) + 1)
      slow = LaneGrowth(parameters, from: 7)
      fast = LaneGrowth(parameters, from: 15)
      fastDecayStability = Float(parameters[33] - 0.3)
      fastBase = Float(-logarithm(parameters[25]))
      let decay = FSRS7.decayRange.clamp(parameters[24])
      let logBase = logarithm(parameters[26])
      let base = exponential(-logBase / decay)
      slowDecay = Float(decay)
      slowFactor = Float(base - 1)
      slowFactorByDecay = Float(base / (base - 1) * logBase / (decay * decay))
      slowFactorByBase = Float(-base / (base - 1) / (decay * parameters[26]))
      slowDifficulty = Float(parameters[32] - 0.3)
      logShare = Float(logarithm(parameters[28] / parameters[27]))
      shareDifficulty = Float(parameters[31] - 0.5)
    }
  }
}
