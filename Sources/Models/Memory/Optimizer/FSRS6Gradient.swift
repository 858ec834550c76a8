extension FSRS6 {
  /// What computes the gradient of a fit.
  typealias Kernel = FSRS6Kernel
}

/// The replay of a tree of histories by FSRS-6 with given parameters, with the logarithm of the stability as
/// state: forward for the loss, and backward for its gradient.
///
/// A kernel works in its own memory, so one must not be used by two threads at once. It is made for one
/// evaluation: then there are no more of them in memory than threads.
final class FSRS6Kernel {
  private let tree: ReviewTree
  /// The state of each node, and the derivative of the loss by it.
  private let logStability: LaneColumn
  private let difficulty: LaneColumn
  private let logStabilitySlope: LaneColumn
  private let difficultySlope: LaneColumn
  /// What a node's recall gained: S'/S - 1.
  private let gain: LaneColumn
  /// At the end of each wait: R, ln(1 + F t/S), its derivative by -ln S, and that of the loss by R.
  private let retrievability: LaneColumn
  private let logarithm: LaneColumn
  private let saturation: LaneColumn
  private let retrievabilitySlope: LaneColumn

  private let memory = LaneMemory()

  init(_ tree: ReviewTree) {
    self.tree = tree
    let nodes = tree.nodeParents.count
    let waits = tree.waitNodes.count
    logStability = memory.column(groups: nodes)
    difficulty = memory.column(groups: nodes)
    logStabilitySlope = memory.column(groups: nodes)
    difficultySlope = memory.column(groups: nodes)
    gain = memory.column(groups: nodes)
    retrievability = memory.column(groups: waits)
    logarithm = memory.column(groups: waits)
    saturation = memory.column(groups: waits)
    retrievabilitySlope = memory.column(groups: waits)
  }

  /// The loss, which is the sum of the weighted items' log losses, with its derivatives.
  ///
  /// - Parameter parameters: parameters within their bounds.
  /// - Returns: the loss and one derivative a parameter.
  func evaluate(_ parameters: [Double]) -> LossGradient {
    let constants = LaneConstants(parameters)
    start(parameters, constants)
    var loss = 0.0
    for level in tree.levels {
      loss += wait(level.waits, constants)
      lapse(level.nodes[ReviewTree.Step.lapse.rawValue], constants)
      recall(level.nodes[ReviewTree.Step.recall.rawValue], constants)
      repeatSameDay(level.nodes[ReviewTree.Step.sameDay.rawValue], constants)
    }
    var sums = LaneSums(parameters.count)
    for level in tree.levels.reversed() {
      lapseBack(level.nodes[ReviewTree.Step.lapse.rawValue], constants, &sums)
      recallBack(level.nodes[ReviewTree.Step.recall.rawValue], constants, &sums)
      repeatSameDayBack(level.nodes[ReviewTree.Step.sameDay.rawValue], constants, &sums)
      waitBack(level.waits, constants, &sums)
    }
    return LossGradient(
      loss: loss,
      gradient: sums.gradient(
        parameters, difficulty: difficulty, difficultySlope, logStabilitySlope))
  }

  /// Sets the memories after a first review, and all slopes to 0.
  private func start(_ parameters: [Double], _ constants: LaneConstants) {
    logStabilitySlope.clear()
    difficultySlope.clear()
    let first = FSRS6(clamping: parameters)
    for grade in Grade.allCases {
      let state = first.initialState(grade)
      logStability.scalars[grade.rawValue - 1] = Float(RabbleMemory.logarithm(state.stability))
      difficulty.scalars[grade.rawValue - 1] = Float(state.difficulty)
    }
    for lane in Grade.allCases.count..<Lanes.width { difficulty.scalars[lane] = 5 }
  }
}

// MARK: - Waits

extension FSRS6Kernel {
  /// The smallest probability whose logarithm is taken.
  private static var smallest: Float { 1e-6 }

  /// R = (1 + F t/S)^-w20 at the end of each wait; returns the loss.
  private func wait(_ groups: Range<Int>, _ constants: LaneConstants) -> Double {
    let decay = constants.w[20]
    let factor = constants.curveFactor
    var total = 0.0
    for part in groups.parts(of: LaneSums.stride) {
      var loss = Lanes.zero
      for group in part {
        let logStability = Lanes(logStability.scalars, at: tree.waitNodes[group])
        let ratio = tree.waitDays[group] * factor * (-logStability).exponential
        let logarithm = ratio.logarithmOfOneMore
        let recalled = (logarithm * -decay).exponential
        let lost = (1 - recalled).most(Lanes(repeating: Self.smallest))
        retrievability.groups[group] = recalled
        self.logarithm.groups[group] = logarithm
        saturation.groups[group] = ratio / (ratio + 1)
        retrievabilitySlope.groups[group] =
          tree.forgotten[group] / lost - tree.remembered[group] / recalled
        loss += tree.remembered[group] * logarithm * decay - tree.forgotten[group] * lost.logarithm
      }
      total += Double(loss.sum())
    }
    return total
  }

  /// Passes the slopes at the end of each wait back to the node before it and to w20.
  private func waitBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    let decay = constants.w[20]
    for part in groups.parts(of: LaneSums.stride) {
      var decaySlope = Lanes.zero
      for group in part {
        let slope = retrievabilitySlope.groups[group] * retrievability.groups[group]
        let pull = saturation.groups[group] * decay
        decaySlope -=
          slope * (logarithm.groups[group] + pull * constants.curveFactorSlope)
        (slope * pull).add(to: logStabilitySlope.scalars, at: tree.waitNodes[group])
      }
      sums.add(decaySlope, to: 20)
    }
  }
}

// MARK: - Reviews

extension FSRS6Kernel {
  /// D' = w7 D0(4) + (1-w7) (D + (10-D)/9 · (-w6 (G-3))), clamped to 1…10.
  @inline(__always)
  private func nextDifficulty(_ difficulty: Lanes, _ grade: Lanes, _ constants: LaneConstants)
    -> Lanes
  {
    let step = (grade - 3) * (-constants.w[6] / 9)
    let stepped = difficulty + (10 - difficulty) * step
    let next = stepped + (constants.target - stepped) * constants.w[7]
    return next.most(Lanes(repeating: 1)).least(Lanes(repeating: 10))
  }

  /// After "again": ln S' = min(ln w11 - w12 ln D + ln((S+1)^w13 - 1) + w14 (1-R), ln S - w17 w18).
  private func lapse(_ groups: Range<Int>, _ constants: LaneConstants) {
    let w = constants.w
    for group in groups {
      let parents = tree.nodeParents[group]
      let logStability = Lanes(self.logStability.scalars, at: parents)
      let difficulty = Lanes(self.difficulty.scalars, at: parents)
      let recalled = Lanes(retrievability.scalars, at: tree.nodeWaits[group])
      let power = ((logStability.exponential + 1).logarithm * w[13]).exponential
      let relearned =
        (power - 1).most(Lanes(repeating: 1e-7)).logarithm - difficulty.logarithm * w[12]
        + (1 - recalled) * w[14] + constants.logForgetScale
      self.logStability.groups[group] = constants.stabilities.clamp(
        relearned.least(logStability - w[17] * w[18]))
      self.difficulty.groups[group] = nextDifficulty(
        difficulty, tree.nodeGrades[group], constants)
    }
  }

  /// After another grade: ln S' = ln S + ln(1 + e^(w8 - w9 ln S) (11-D) (e^(w10 (1-R)) - 1) · grade).
  private func recall(_ groups: Range<Int>, _ constants: LaneConstants) {
    let w = constants.w
    for group in groups {
      let parents = tree.nodeParents[group]
      let logStability = Lanes(self.logStability.scalars, at: parents)
      let difficulty = Lanes(self.difficulty.scalars, at: parents)
      let recalled = Lanes(retrievability.scalars, at: tree.nodeWaits[group])
      let grade = tree.nodeGrades[group]
      let surprise = ((1 - recalled) * w[10]).exponential - 1
      let gain =
        (logStability * -w[9] + w[8]).exponential * (11 - difficulty) * surprise
        * constants.gradeGain(grade)
      self.gain.groups[group] = gain
      self.logStability.groups[group] = constants.stabilities.clamp(
        logStability + gain.logarithmOfOneMore)
      self.difficulty.groups[group] = nextDifficulty(difficulty, grade, constants)
    }
  }

  /// On the same day: ln S' = ln S + w17 (G-3+w18) - w19 ln S, and no less than ln S from "hard" on.
  private func repeatSameDay(_ groups: Range<Int>, _ constants: LaneConstants) {
    let w = constants.w
    for group in groups {
      let parents = tree.nodeParents[group]
      let logStability = Lanes(self.logStability.scalars, at: parents)
      let difficulty = Lanes(self.difficulty.scalars, at: parents)
      let grade = tree.nodeGrades[group]
      let change = (grade - 3 + w[18]) * w[17] - logStability * w[19]
      let kept = change.replacing(with: 0, where: (grade .> 1) .& (change .< 0))
      self.logStability.groups[group] = constants.stabilities.clamp(logStability + kept)
      self.difficulty.groups[group] = nextDifficulty(difficulty, grade, constants)
    }
  }
}

// MARK: - Derivatives of reviews

extension FSRS6Kernel {
  /// The sums that the difficulty's change adds to, whatever the step.
  private struct DifficultySlopes {
    var step = Lanes.zero
    var reversion = Lanes.zero
    var target = Lanes.zero

    /// Passes the slope of D' back to w4, w6 and w7; returns that of D.
    @inline(__always)
    mutating func add(
      _ slope: Lanes, next: Lanes, from difficulty: Lanes, _ grade: Lanes,
      _ constants: LaneConstants
    ) -> Lanes {
      let slope = slope.only(where: (next .> 1) .& (next .< 10))
      let w = constants.w
      let distance = (grade - 3) * (-1 / 9)
      let room = 10 - difficulty
      reversion += slope * (constants.target - difficulty - room * distance * w[6])
      step += slope * room * distance * (1 - w[7])
      target += slope * w[7]
      return slope * (1 - distance * w[6]) * (1 - w[7])
    }

    func flush(into sums: inout LaneSums) {
      sums.add(target, to: 4)
      sums.add(step, to: 6)
      sums.add(reversion, to: 7)
    }
  }

  private func lapseBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    let w = constants.w
    for part in groups.parts(of: LaneSums.stride) {
      var difficulties = DifficultySlopes()
      var (scale, hardness, exponent, surprise, loss) =
        (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
      for group in part {
        let parents = tree.nodeParents[group]
        let waits = tree.nodeWaits[group]
        let logStability = Lanes(self.logStability.scalars, at: parents)
        let difficulty = Lanes(self.difficulty.scalars, at: parents)
        let recalled = Lanes(retrievability.scalars, at: waits)
        let next = self.logStability.groups[group]
        let slope = constants.stabilities.unclamped(logStabilitySlope.groups[group], next)
        let relearned = slope.only(where: next .< (logStability - w[17] * w[18]))
        let capped = slope - relearned

        let stability = logStability.exponential
        let logarithm = (stability + 1).logarithm
        let power = (logarithm * w[13]).exponential
        let ratio = power / (power - 1).most(Lanes(repeating: 1e-7))
        scale += relearned
        hardness -= relearned * difficulty.logarithm
        exponent += relearned * logarithm * ratio
        surprise += relearned * (1 - recalled)
        loss -= capped

        let difficultySlope = difficulties.add(
          self.difficultySlope.groups[group], next: self.difficulty.groups[group],
          from: difficulty, tree.nodeGrades[group], constants)
        (capped + relearned * w[13] * ratio * stability / (stability + 1))
          .add(to: logStabilitySlope.scalars, at: parents)
        (difficultySlope - relearned * w[12] / difficulty)
          .add(to: self.difficultySlope.scalars, at: parents)
        (relearned * -w[14]).add(to: retrievabilitySlope.scalars, at: waits)
      }
      sums.add(scale / w[11], to: 11)
      sums.add(hardness, to: 12)
      sums.add(exponent, to: 13)
      sums.add(surprise, to: 14)
      sums.add(loss * w[18], to: 17)
      sums.add(loss * w[17], to: 18)
      difficulties.flush(into: &sums)
    }
  }

  private func recallBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums)
  {
    let w = constants.w
    for part in groups.parts(of: LaneSums.stride) {
      var difficulties = DifficultySlopes()
      var (scale, saturation, surprise, hard, easy) =
        (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
      for group in part {
        let parents = tree.nodeParents[group]
        let waits = tree.nodeWaits[group]
        let logStability = Lanes(self.logStability.scalars, at: parents)
        let difficulty = Lanes(self.difficulty.scalars, at: parents)
        let forgotten = 1 - Lanes(retrievability.scalars, at: waits)
        let grade = tree.nodeGrades[group]
        let gain = self.gain.groups[group]
        let slope = constants.stabilities.unclamped(
          logStabilitySlope.groups[group], self.logStability.groups[group])
        let gained = slope * gain / (gain + 1)

        let power = (forgotten * w[10]).exponential
        let bySurprise = gained * power / (power - 1).most(Lanes(repeating: 1e-7))
        scale += gained
        saturation -= gained * logStability
        surprise += bySurprise * forgotten
        hard += gained.only(where: grade .== 2)
        easy += gained.only(where: grade .== 4)

        let difficultySlope = difficulties.add(
          self.difficultySlope.groups[group], next: self.difficulty.groups[group],
          from: difficulty, grade, constants)
        (slope - gained * w[9]).add(to: logStabilitySlope.scalars, at: parents)
        (difficultySlope - gained / (11 - difficulty))
          .add(to: self.difficultySlope.scalars, at: parents)
        (bySurprise * -w[10]).add(to: retrievabilitySlope.scalars, at: waits)
      }
      sums.add(scale, to: 8)
      sums.add(saturation, to: 9)
      sums.add(surprise, to: 10)
      sums.add(hard / max(w[15], 1e-6), to: 15)
      sums.add(easy / w[16], to: 16)
      difficulties.flush(into: &sums)
    }
  }

  private func repeatSameDayBack(
    _ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums
  ) {
    let w = constants.w
    for part in groups.parts(of: LaneSums.stride) {
      var difficulties = DifficultySlopes()
      var (scale, shift, saturation) = (Lanes.zero, Lanes.zero, Lanes.zero)
      for group in part {
        let parents = tree.nodeParents[group]
        let logStability = Lanes(self.logStability.scalars, at: parents)
        let difficulty = Lanes(self.difficulty.scalars, at: parents)
        let grade = tree.nodeGrades[group]
        let next = self.logStability.groups[group]
        let slope = constants.stabilities.unclamped(logStabilitySlope.groups[group], next)
        let changed = slope.only(where: (grade .== 1) .| (next .> logStability))
        scale += changed * (grade - 3 + w[18])
        shift += changed
        saturation -= changed * logStability

        let difficultySlope = difficulties.add(
          self.difficultySlope.groups[group], next: self.difficulty.groups[group],
          from: difficulty, grade, constants)
        (slope - changed * w[19]).add(to: logStabilitySlope.scalars, at: parents)
        difficultySlope.add(to: self.difficultySlope.scalars, at: parents)
      }
      sums.add(scale, to: 17)
      sums.add(shift * w[17], to: 18)
      sums.add(saturation, to: 19)
      difficulties.flush(into: &sums)
    }
  }
}

// MARK: - Constants

extension FSRS6Kernel {
  /// What the formulas need of the parameters, in single precision.
  private struct LaneConstants {
    /// The parameters themselves.
    let w: [Float]
    /// D0(4), unclamped.
    let target: Float
    /// ln w11.
    let logForgetScale: Float
    /// F, and its derivative with respect to w20 divided by it.
    let curveFactor: Float
    let curveFactorSlope: Float
    /// The stabilities there are.
    let stabilities = LogRange(FSRS6.stabilityRange)

    init(_ parameters: [Double]) {
      w = parameters.map { Float($0) }
      target = Float(parameters[4] - exponential(3 * parameters[5]) + 1)
      logForgetScale = Float(RabbleMemory.logarithm(parameters[11]))
      let decay = parameters[20]
      let base = power(0.9, -1 / decay)
      curveFactor = Float(base - 1)
      curveFactorSlope = Float(
        base * RabbleMemory.logarithm(0.9) / (decay * decay) / (base - 1))
    }

    /// 1, but w15 if hard and w16 if easy.
    @inline(__always)
    func gradeGain(_ grade: Lanes) -> Lanes {
      Lanes(repeating: 1).replacing(with: w[15], where: grade .== 2)
        .replacing(with: w[16], where: grade .== 4)
    }
  }
}
