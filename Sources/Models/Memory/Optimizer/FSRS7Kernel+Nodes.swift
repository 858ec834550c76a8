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

  func lapse(_ groups: Range<Int>, _ constants: LaneConstants) {
    for group in groups {
      let parents = tree.nodeParents[group]
      let waits = tree.nodeWaits[group]
      let recalled = Lanes(retrievability.scalars, at: waits)
      let slow = constants.clamped(
        constants.slow.lapsed(Lanes(logSlow.scalars, at: parents), recalled))
      let fast = constants.fast.lapsed(
        Lanes(logFast.scalars, at: parents), Lanes(fastRetrievability.scalars, at: waits))
      logSlow.groups[group] = slow
      logFast.groups[group] = constants.clamped(fast.least(slow + constants.logFastShare))
      difficulty.groups[group] = nextDifficulty(
        Lanes(difficulty.scalars, at: parents), tree.nodeGrades[group],
        recalled + Float(FSRS7.expectedLapse), constants)
    }
  }

  func recall(_ groups: Range<Int>, _ constants: LaneConstants) {
    for group in groups {
      let parents = tree.nodeParents[group]
      let waits = tree.nodeWaits[group]
      let hardness = Lanes(difficulty.scalars, at: parents)
      let grade = tree.nodeGrades[group]
      logSlow.groups[group] = constants.clamped(
        constants.slow.recalled(
          Lanes(logSlow.scalars, at: parents), hardness,
          Lanes(retrievability.scalars, at: waits), grade))
      logFast.groups[group] = constants.clamped(
        constants.fast.recalled(
          Lanes(logFast.scalars, at: parents), hardness,
          Lanes(fastRetrievability.scalars, at: waits), grade))
      difficulty.groups[group] = nextDifficulty(
        hardness, grade, Lanes(repeating: 1), constants)
    }
  }
}
