extension FSRS7Kernel {
  func lapseBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
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
        let fastSlope = constants.unclamped(logFastSlope.groups[group], nextFast)
        let capped = fastSlope.only(where: nextFast .>= nextSlow + constants.logFastShare)
        let slowSlope = constants.unclamped(logSlowSlope.groups[group] + capped, nextSlow)
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

  func recallBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
    for part in groups.parts(of: LaneSums.stride) {
      var (slowSums, fastSums) = (LaneGrowth.Sums(), LaneGrowth.Sums())
      var difficulties = DifficultySums()
      for group in part {
        let parents = tree.nodeParents[group]
        let waits = tree.nodeWaits[group]
        let hardness = Lanes(difficulty.scalars, at: parents)
        let grade = tree.nodeGrades[group]
        let slow = constants.slow.recallBack(
          constants.unclamped(logSlowSlope.groups[group], logSlow.groups[group]),
          Lanes(logSlow.scalars, at: parents), hardness,
          Lanes(retrievability.scalars, at: waits), grade, &slowSums)
        let fast = constants.fast.recallBack(
          constants.unclamped(logFastSlope.groups[group], logFast.groups[group]),
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

    /// Hands the slope of D' back to w4 and w6; gives those of D and of the step's factor.
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
