extension FSRS7 {
  /// The share of the way to the difficulty of a first "easy" that every review goes.
  static let meanReversion = 0.01
  /// What is added to the retrievability, so that an "again" that was sure to come counts too.
  static let expectedLapse = 0.1

  /// After a later review: D' = 0.01 D0(4) + 0.99 (D + (10-D)/9 · (-w6 (G-3)) [· (R + 0.1)]), the
  /// last factor for "again" only: a lapse that was to be expected makes a card less difficult than
  /// one out of the blue.
  func nextDifficulty(_ difficulty: Double, grade: Grade, retrievability: Double) -> Double {
    var step = constants.difficultyStep[grade.rawValue - 1]
    if grade == .again { step *= retrievability + Self.expectedLapse }
    let stepped = difficulty + (10 - difficulty) / 9 * step
    return Self.clamped(
      difficulty: Self.meanReversion * constants.initialDifficulty[Grade.easy.rawValue - 1]
        + (1 - Self.meanReversion) * stepped)
  }

  /// The nearest difficulty within its range; the smallest one for not-a-number.
  static func clamped(difficulty: Double) -> Double {
    guard difficulty >= difficultyRange.lowerBound else { return difficultyRange.lowerBound }
    return min(difficulty, difficultyRange.upperBound)
  }
}
