extension FSRS6 {
  /// After a later review: a step of -w6 (G-3), smaller the closer D is to 10, then a share w7 of
  /// the way to the difficulty that a first "easy" would give.
  func nextDifficulty(_ difficulty: Double, grade: Grade) -> Double {
    let stepped =
      difficulty + (10 - difficulty) * constants.difficultyStep[grade.rawValue - 1] / 9
    return Self.clamped(
      difficulty: constants.meanReversion * constants.initialDifficulty[Grade.easy.rawValue - 1]
        + (1 - constants.meanReversion) * stepped
    )
  }

  /// The nearest difficulty within its range; the smallest one for not-a-number.
  static func clamped(difficulty: Double) -> Double {
    guard difficulty >= difficultyRange.lowerBound else { return difficultyRange.lowerBound }
    return min(difficulty, difficultyRange.upperBound)
  }
}
