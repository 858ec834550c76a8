extension FSRS6Kernel {
  /// D' = w7 D0(4) + (1-w7) (D + (10-D)/9 · (-w6 (G-3))), clamped to 1…10.
  @inline(__always)
  func nextDifficulty(_ difficulty: Lanes, _ grade: Lanes, _ constants: LaneConstants) -> Lanes {
    let step = (grade - 3) * (-constants.w[6] / 9)
    let stepped = difficulty + (10 - difficulty) * step
    let next = stepped + (constants.target - stepped) * constants.w[7]
    return next.most(Lanes(repeating: 1)).least(Lanes(repeating: 10))
  }

  /// After "again": ln S' = min(ln w11 - w12 ln D + ln((S+1)^w13 - 1) + w14 (1-R), ln S - w17 w18).
  func lapse(_ groups: Range<Int>, _ constants: LaneConstants) {
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
      self.logStability.groups[group] = constants.clamped(
        relearned.least(logStability - w[17] * w[18]))
      self.difficulty.groups[group] = nextDifficulty(
        difficulty, tree.nodeGrades[group], constants)
    }
  }

  /// After another grade: ln S' = ln S + ln(1 + e^(w8 - w9 ln S) (11-D) (e^(w10 (1-R)) - 1) · grade).
  func recall(_ groups: Range<Int>, _ constants: LaneConstants) {
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
      self.logStability.groups[group] = constants.clamped(
        logStability + gain.logarithmOfOneMore)
      self.difficulty.groups[group] = nextDifficulty(difficulty, grade, constants)
    }
  }

  /// On the same day: ln S' = ln S + w17 (G-3+w18) - w19 ln S, and no less than ln S from "hard" on.
  func repeatSameDay(_ groups: Range<Int>, _ constants: LaneConstants) {
    let w = constants.w
    for group in groups {
      let parents = tree.nodeParents[group]
      let logStability = Lanes(self.logStability.scalars, at: parents)
      let difficulty = Lanes(self.difficulty.scalars, at: parents)
      let grade = tree.nodeGrades[group]
      let change = (grade - 3 + w[18]) * w[17] - logStability * w[19]
      let kept = change.replacing(with: 0, where: (grade .> 1) .& (change .< 0))
      self.logStability.groups[group] = constants.clamped(logStability + kept)
      self.difficulty.groups[group] = nextDifficulty(difficulty, grade, constants)
    }
  }
}
