import RabbleMemory
import RabbleQuestions

extension Scheduler {
  /// What the reviews of a card come to, and how the last of them led to it.
  ///
  /// - Parameter reviews: all reviews of one card that count, the oldest first.
  /// - Returns: the schedule and where its time comes from; `nil` when there are no reviews.
  public func origin(of reviews: [Review]) -> (schedule: Schedule, origin: IntervalOrigin)? {
    guard let last = reviews.last else { return nil }
    var current: Schedule?
    for review in reviews.dropLast() {
      current = schedule(
        current, grade: review.grade, at: review.moment, card: review.card, place: review.place)
    }
    let schedule = schedule(
      current, grade: last.grade, at: last.moment, card: last.card, place: last.place)
    let answer = answer(current, last.grade, at: last.moment, card: last.card, place: last.place)
    switch outcome(of: answer).destination {
    case .wait(let milliseconds, let phase):
      return (schedule, waitOrigin(milliseconds, phase))
    case .days(let intervals):
      return (schedule, .days(daysOrigin(intervals, answer, schedule.interval)))
    }
  }

  private func waitOrigin(_ milliseconds: Int64, _ phase: Phase) -> IntervalOrigin {
    func step(_ step: Int, of steps: Steps) -> IntervalOrigin {
      .step(number: step + 1, count: steps.seconds.count, seconds: Int(milliseconds / 1000))
    }
    switch (model, phase) {
    case (.fsrs7, _), (_, .review): return .sameDay(days: Double(milliseconds) / 86_400_000)
    case (.fsrs6, .learning(let number)): return step(number, of: learningSteps)
    case (.fsrs6, .relearning(let number)): return step(number, of: relearningSteps)
    }
  }

  private func daysOrigin(_ intervals: ModelIntervals, _ answer: Answer, _ days: Int)
    -> IntervalOrigin.Days
  {
    let grade = answer.grade.rawValue
    let exact = intervals.exact[grade - 1]
    let least = Self.leastDays(above: daysOfLowerGrade(intervals, answer), grade)
    func origin(_ range: ClosedRange<Int>, _ reason: IntervalOrigin.Reason) -> IntervalOrigin.Days {
      let isCut = exact > Double(maximumInterval)
      return .init(exact: exact, range: range, chosen: days, reason: isCut ? .longest : reason)
    }
    guard let alone = range(exact, least: 1, grade, answer),
      let above = range(exact, least: least, grade, answer)
    else { return origin(days...days, .only) }
    guard days <= alone.upper else { return origin(days...days, .aboveLowerGrade) }
    let range = min(above.lower, days)...max(above.upper, days)
    return origin(range, range.count == 1 ? .only : answer.place == nil ? .chance : .load)
  }

  /// The days the next lower grade would have given; 0 when it gives none or does not count.
  private func daysOfLowerGrade(_ intervals: ModelIntervals, _ answer: Answer) -> Int {
    guard answer.grade > intervals.lowest, let lower = Grade(rawValue: answer.grade.rawValue - 1)
    else { return 0 }
    return wholeDays(
      intervals,
      Answer(
        current: answer.current, grade: lower, moment: answer.moment, card: answer.card,
        place: nil, elapsed: answer.elapsed))
  }
}
