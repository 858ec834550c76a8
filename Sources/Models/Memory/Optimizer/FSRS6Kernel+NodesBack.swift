extension FSRS6Kernel {
  /// The sums that the difficulty's change adds to, whatever the step.
  private struct DifficultySlopes {
    var step = Lanes.zero
    var reversion = Lanes.zero
    var target = Lanes.zero

    /// Hands the slope of D' back to w4, w6 and w7; gives that of D.
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

  func lapseBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
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
        let slope = constants.unclamped(logStabilitySlope.groups[group], next)
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

  func recallBack(_ groups: Range<Int>, _ constants: LaneConstants, _ sums: inout LaneSums) {
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
        let slope = constants.unclamped(
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

  func repeatSameDayBack(
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
        let slope = constants.unclamped(logStabilitySlope.groups[group], next)
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
