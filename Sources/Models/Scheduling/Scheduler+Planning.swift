import RabbleMemory
import RabbleQuestions

extension Scheduler {
  /// How many days from an answer on ``DueLoad/counts`` and ``DueLoad/siblings`` are looked at.
  public static var loadHorizon: Int { LoadBalancer.horizon }

  /// The schedule after an answer that is being given: its day is chosen by what other cards ask of
  /// the days, and by how much the learner wants to do on each day of the week.
  ///
  /// Days with another card of the same question, and days that shall bring as little as can be, are
  /// taken only where the range of the interval has no other. Both hold also when the load is not
  /// balanced; then all other days count the same. Nothing is chosen for a card that comes back at a
  /// minute, for intervals beyond 90 days, and where the range has one day only: such a schedule is
  /// the one ``schedule(_:grade:at:card:place:)`` gives without a place.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the answer came.
  ///   - moment: when it is given.
  ///   - card: the card, for the chance among the days.
  ///   - load: what is due on the days to come, this card left out.
  /// - Returns: the schedule, with this answer counted; and the place to record in the review, with
  ///   which ``schedule(_:grade:at:card:place:)`` gives the same schedule again whatever other cards
  ///   there are; `nil` where nothing was chosen.
  public func planned(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, load: DueLoad
  ) -> (schedule: Schedule, place: Double?) {
    let answer = answer(current, grade, at: moment, card: card, place: nil)
    let (memory, destination) = outcome(of: answer)
    switch destination {
    case .wait(let milliseconds, let phase):
      return (answer.waiting(milliseconds, in: phase, memory: memory), nil)
    case .days(let intervals):
      let (days, isChosen) = chosenDays(intervals, answer, load)
      let schedule = answer.graduating(to: days, memory: memory)
      // What was chosen for a lower grade may have moved this one.
      guard isChosen || days != wholeDays(intervals, answer) else { return (schedule, nil) }
      return (schedule, place(of: days, intervals, answer))
    }
  }

  /// The schedules that each grade would lead to now, from again to easy, the days chosen as
  /// ``planned(_:grade:at:card:load:)`` chooses them.
  public func preview(
    _ current: Schedule?, at moment: Moment, card: CardID, load: DueLoad
  ) -> [Schedule] {
    Grade.allCases.map { grade in
      planned(current, grade: grade, at: moment, card: card, load: load).schedule
    }
  }

  /// The whole days to the next review, and whether they were chosen and not left to chance alone.
  /// Lower grades are chosen for first, and what is above them must exceed what was chosen.
  private func chosenDays(
    _ intervals: ModelIntervals, _ answer: Answer, _ load: DueLoad
  ) -> (days: Int, isChosen: Bool) {
    let balancer = LoadBalancer(
      load: load, week: week, balances: balancesLoad, today: answer.moment.day)
    let factor = answer.fuzzFactor
    var result = (days: 0, isChosen: false)
    for grade in intervals.lowest.rawValue...answer.grade.rawValue {
      let exact = intervals.exact[grade - 1]
      let least = Self.leastDays(above: result.days, grade)
      guard let range = range(exact, least: least, grade, answer) else {
        result = (rounded(exact, least: least), false)
        continue
      }
      let chosen = balancer.day(in: range, chance: factor)
      result = (min(chosen ?? range.interval(factor), maximumInterval), chosen != nil)
    }
    return result
  }

  /// Where in the range of an interval, as it is without regard to lower grades, a day lies: the
  /// middle of its share.
  private func place(of days: Int, _ intervals: ModelIntervals, _ answer: Answer) -> Double? {
    let grade = answer.grade.rawValue
    return range(intervals.exact[grade - 1], least: 1, grade, answer).map { range in
      (Double(days - range.lower) + 0.5) / Double(1 + range.upper - range.lower)
    }
  }
}
