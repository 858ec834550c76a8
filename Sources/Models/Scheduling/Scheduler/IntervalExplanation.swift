import RabbleMemory
import RabbleQuestions

/// Where the time comes from at which a card comes back after its last answer.
public enum IntervalOrigin: Hashable, Sendable {
  /// It waits in a step: the number of the step, from 1, of how many, and the seconds.
  case step(number: Int, count: Int, seconds: Int)
  /// The model has it come back on the day of the answer, after this part of a day.
  case sameDay(days: Double)
  /// It comes back after days.
  case days(Days)

  /// How an interval became whole days.
  public struct Days: Hashable, Sendable {
    /// The days the model says, with their fraction.
    public let exact: Double
    /// The days that would do, counted from the answer; one where nothing was to choose.
    public let range: ClosedRange<Int>
    /// The days it became.
    public let chosen: Int
    /// Why these.
    public let reason: Reason
  }

  /// Why an interval became the days it became.
  public enum Reason: String, Hashable, Sendable {
    /// They are the only ones.
    case only
    /// By chance, so that cards learned together drift apart.
    case chance
    /// For what other cards ask of the days, and for how much the learner wants to do on each.
    case load
    /// A lower grade would have given nearly as many.
    case aboveLowerGrade = "above_lower_grade"
    /// There are to be no longer intervals.
    case longest
  }
}

/// What a card has been through: all that an explanation of its schedule needs beside its standing.
public struct CardHistory: Hashable, Sendable {
  /// Its reviews that count, the oldest first.
  public let reviews: [Review]
  /// The preset it is scheduled by: that of the group it was last answered in.
  public let preset: Preset
  /// The other cards of its question.
  public let siblings: [Siblings.Standing]
  /// The desired retention its group was given for its own; `nil` for the preset's.
  public let ownRetention: Double?

  /// Makes a history.
  public init(
    reviews: [Review] = [], preset: Preset = Preset(), siblings: [Siblings.Standing] = [],
    ownRetention: Double? = nil
  ) {
    self.reviews = reviews
    self.preset = preset
    self.siblings = siblings
    self.ownRetention = ownRetention
  }
}

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
        current, grade: review.grade, at: review.moment, card: review.card,
        fuzzPosition: review.fuzzPosition)
    }
    let schedule = schedule(
      current, grade: last.grade, at: last.moment, card: last.card, fuzzPosition: last.fuzzPosition)
    let answer = answer(
      current, last.grade, at: last.moment, card: last.card, fuzzPosition: last.fuzzPosition)
    switch outcome(of: answer).next {
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
    return origin(range, range.count == 1 ? .only : answer.fuzzPosition == nil ? .chance : .load)
  }

  /// The days the next lower grade would have given; 0 when it gives none or does not count.
  private func daysOfLowerGrade(_ intervals: ModelIntervals, _ answer: Answer) -> Int {
    guard answer.grade > intervals.lowest, let lower = Grade(rawValue: answer.grade.rawValue - 1)
    else { return 0 }
    return wholeDays(
      intervals,
      Answer(
        current: answer.current, grade: lower, moment: answer.moment, card: answer.card,
        fuzzPosition: nil, elapsed: answer.elapsed))
  }
}
