import RabbleMemory

extension Scheduler {
  /// The whole days to the next review of a card that is in no step after this answer.
  ///
  /// When the buttons are ordered, what the lower ones would give is worked out first.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - memory: the memory after it.
  ///   - hardGivesDays: whether "hard" would give days too, so that "good" must exceed it.
  /// - Returns: days, 1…`maximumInterval`.
  func interval(_ answer: Answer, _ memory: MemoryState, hardGivesDays: Bool) -> Int {
    func days(_ grade: Grade, above lower: Int) -> Int {
      let memory = grade == answer.grade ? memory : self.memory(after: grade, to: answer)
      return wholeDays(memory.stability * intervalPerStability, above: lower, grade, answer)
    }
    // A chosen day was chosen above those of the lower grades.
    guard ordersButtons, answer.place == nil, answer.grade > .hard else {
      return days(answer.grade, above: 0)
    }
    let hard = hardGivesDays ? days(.hard, above: 0) : 0
    let good = days(.good, above: hard)
    return answer.grade == .good ? good : days(.easy, above: good)
  }

  /// An interval in whole days that exceeds a lower one, spread if wished.
  ///
  /// As in Anki, an interval out of the steps is rounded before it is spread, and that of a lapse
  /// is not spread.
  private func wholeDays(
    _ exact: Double,
    above lower: Int,
    _ grade: Grade,
    _ answer: Answer
  ) -> Int {
    let bounded = min(max(exact, 1), Double(maximumInterval))
    let isReview = answer.current?.phase == .review
    guard fuzz, !(isReview && grade == .again) else {
      return min(max(Int(bounded.rounded(rounding)), lower + 1), maximumInterval)
    }
    let kept = isReview ? keptInterval(exact, answer) : 1
    let range = Fuzz(
      around: isReview ? bounded : bounded.rounded(),
      minimum: max(lower + 1, kept),
      maximum: maximumInterval
    )
    return min(range.interval(answer.place ?? answer.fuzzFactor), maximumInterval)
  }

  /// What the spread of an interval must leave, so that it is no step back from the last interval:
  /// one that grows stays above the last, one whose range holds the last does not fall below it.
  private func keptInterval(_ exact: Double, _ answer: Answer) -> Int {
    let last = min(max(answer.current?.interval ?? 0, 1), maximumInterval)
    if exact.rounded() > Double(last) { return last + 1 }
    return Fuzz(around: exact, minimum: 1, maximum: maximumInterval).upper >= last ? last : 1
  }
}
