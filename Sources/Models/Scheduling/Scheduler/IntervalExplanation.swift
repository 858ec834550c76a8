import RabbleMemory

/// Why a card is due when it is, after its last answer.
package enum IntervalOrigin: Hashable, Sendable {
  /// It waits in a step: the number of the step, from 1, of how many, and the seconds.
  case step(number: Int, count: Int, seconds: Int)
  /// It is due after days.
  case days(Days)
  /// It was taken as known, with a first interval of so many days, and not answered since.
  case known(days: Int)

  /// How an interval became whole days.
  package struct Days: Hashable, Sendable {
    /// The model's interval in days, with its fraction.
    package let exact: Double
    /// The fuzz range, in days from the answer; one day where there was no choice.
    package let range: ClosedRange<Int>
    /// The days it became.
    package let chosen: Int
    /// Why these.
    package let reason: Reason
  }

  /// Why an interval became the days it became.
  package enum Reason: String, Hashable, Sendable {
    /// They are the only ones.
    case only
    /// By chance: fuzz, so that cards learned together drift apart.
    case chance
    /// To balance the workload, by how busy the days are and by the learner's easy days.
    case load
    /// A lower grade would have given nearly as many.
    case aboveLowerGrade = "above_lower_grade"
    /// It is the longest interval allowed.
    case longest
  }
}

/// A card's past: what an explanation of its schedule needs besides its standing.
package struct CardHistory: Hashable, Sendable {
  /// Its reviews and adjustments that have not been undone, the oldest first.
  package let events: [CardEvent]
  /// The preset it is scheduled by: that of the group it was last answered in.
  package let preset: Preset
  /// The other cards of its question.
  package let siblings: [SiblingRule.Standing]
  /// Its group's own desired retention; `nil` for the preset's.
  package let ownRetention: Double?

  package init(
    events: [CardEvent] = [], preset: Preset = Preset(), siblings: [SiblingRule.Standing] = [],
    ownRetention: Double? = nil
  ) {
    self.events = events
    self.preset = preset
    self.siblings = siblings
    self.ownRetention = ownRetention
  }

  /// Its reviews that have not been undone, the oldest first.
  package var reviews: [Review] {
    events.compactMap { if case .review(let review) = $0 { review } else { nil } }
  }

  /// Its adjustments that have not been undone, the oldest first.
  package var adjustments: [Adjustment] {
    events.compactMap { if case .adjustment(let adjustment) = $0 { adjustment } else { nil } }
  }
}

extension Scheduler {
  /// The schedule after all that happened to a card, the oldest first, and how it came to its interval;
  /// `nil` when it is new.
  package func origin(after events: [CardEvent]) -> (schedule: Schedule, origin: IntervalOrigin)? {
    guard let schedule = replay(events: events) else { return nil }
    let last = events.lastIndex { event in
      switch event {
      case .review(let review): review.isScheduled
      case .adjustment(let adjustment): if case .known = adjustment.change { true } else { false }
      }
    }
    guard let last else { return nil }
    guard case .review(let review) = events[last] else {
      return (schedule, .known(days: schedule.interval))
    }
    return (schedule, origin(of: review, after: replay(events: events[..<last])))
  }

  /// How a review led to its interval.
  private func origin(of last: Review, after before: Schedule?) -> IntervalOrigin {
    let answer = Answer(
      before, last.grade, at: last.moment, card: last.card,
      fuzzPosition: last.fuzzPosition)
    switch outcome(of: answer).next {
    case .step(let wait, let isRelearning):
      let steps = isRelearning ? relearningSteps : learningSteps
      return .step(
        number: wait.step + 1, count: steps.seconds.count, seconds: wait.seconds)
    case .days(let intervals): return .days(daysOrigin(decision(intervals, answer), answer))
    }
  }

  private func daysOrigin(_ decision: IntervalDecision, _ answer: Answer) -> IntervalOrigin.Days {
    let days = decision.days
    func origin(_ range: ClosedRange<Int>, _ reason: IntervalOrigin.Reason) -> IntervalOrigin.Days {
      let isCut = decision.exact > Double(maximumInterval)
      return .init(
        exact: decision.exact, range: range, chosen: days, reason: isCut ? .longest : reason)
    }
    guard let above = decision.fuzzRange,
      let alone = fuzzRange(decision.exact, least: 1, answer.grade, answer)
    else { return origin(days...days, .only) }
    guard days <= alone.upper else { return origin(days...days, .aboveLowerGrade) }
    let range = min(above.lower, days)...max(above.upper, days)
    return origin(
      range, range.count == 1 ? .only : answer.fuzzPosition == nil ? .chance : .load)
  }
}
