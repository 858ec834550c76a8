import RabbleMemory

extension Scheduler {
  /// The whole days to the next review of a card that an answer sends to a day.
  ///
  /// When the buttons are ordered, what the lower ones would give is worked out first.
  ///
  /// - Parameters:
  ///   - intervals: what the model says.
  ///   - answer: the answer.
  /// - Returns: days, 1…`maximumInterval`.
  func wholeDays(_ intervals: ModelIntervals, _ answer: Answer) -> Int {
    let factor = answer.place ?? answer.fuzzFactor
    var days = 0
    for grade in intervals.lowest.rawValue...answer.grade.rawValue {
      let exact = intervals.exact[grade - 1]
      let least = Self.leastDays(above: days, grade)
      if let range = range(exact, least: least, grade, answer) {
        days = min(range.interval(factor), maximumInterval)
      } else {
        days = rounded(exact, least: least)
      }
    }
    return days
  }

  /// The fewest days of a grade above a lower one that gives days: "hard" may give as many as
  /// "again", each other gives a day more.
  static func leastDays(above lower: Int, _ grade: Int) -> Int {
    max(1, grade == Grade.hard.rawValue ? lower : lower + 1)
  }

  /// An interval in whole days that is not spread.
  func rounded(_ exact: Double, least: Int) -> Int {
    min(max(Int(bounded(exact).rounded(rounding)), least), maximumInterval)
  }

  /// The days an interval may be spread over. As in Anki, that of a lapse is not spread, and one out
  /// of the steps is rounded before.
  ///
  /// - Parameters:
  ///   - exact: days with fractions, as the model has them.
  ///   - least: the fewest days it may become.
  ///   - grade: the number of the grade it is for.
  ///   - answer: the answer.
  /// - Returns: the days; `nil` for an interval that is not spread.
  func range(_ exact: Double, least: Int, _ grade: Int, _ answer: Answer) -> Fuzz? {
    let isReview = answer.current?.phase == .review
    guard fuzz, !(isReview && grade == Grade.again.rawValue) else { return nil }
    let bounded = bounded(exact)
    return Fuzz(
      around: isReview ? bounded : bounded.rounded(),
      minimum: isReview ? max(least, keptInterval(exact, answer)) : least,
      maximum: maximumInterval)
  }

  private func bounded(_ exact: Double) -> Double { min(max(exact, 1), Double(maximumInterval)) }

  /// What the spread of an interval must leave, so that it is no step back from the last interval:
  /// one that grows stays above the last, one whose range holds the last does not fall below it.
  private func keptInterval(_ exact: Double, _ answer: Answer) -> Int {
    let last = min(max(answer.current?.interval ?? 0, 1), maximumInterval)
    if exact.rounded() > Double(last) { return last + 1 }
    return Fuzz(around: exact, minimum: 1, maximum: maximumInterval).upper >= last ? last : 1
  }
}
