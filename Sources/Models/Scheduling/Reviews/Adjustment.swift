import RabbleMemory
import RabbleQuestions

/// A change of one card's schedule that is no answer, never changed afterwards.
package struct Adjustment: Hashable, Sendable {
  /// What becomes of the schedule.
  package enum Change: Hashable, Sendable {
    /// The card is taken as known: it has this memory from now on, and is due after so many days.
    case known(MemoryState, interval: Int)
    /// A card that is due on a day is due on this one. Its memory stays, so that the next answer counts
    /// all the time since the last.
    case due(StudyDay)
    /// The card is new again: what came before counts no more for its schedule, and stays in the log.
    case forget
  }

  /// The command that made it, for the learner's history. Days are 1 or more.
  package enum Command: Hashable, Sendable {
    /// The learner said that they know all cards of groups.
    case known
    /// A placement found out which cards they know.
    case placement
    /// Overdue cards were spread over the coming days.
    case spread(days: Int)
    /// Due cards were postponed.
    case postpone(days: Int)
    /// Cards were made due earlier.
    case advance(days: Int)
    /// The learner chose the day.
    case set
    /// Cards were made new again.
    case forget
    /// The day, or what is known of the card, is another program's.
    case imported
  }

  package let card: CardID
  package let change: Change
  package let command: Command
  package let moment: Moment

  package init(card: CardID, change: Change, command: Command, moment: Moment) {
    self.card = card
    self.change = change
    self.command = command
    self.moment = moment
  }
}

/// What a card's schedule follows from: its answers and adjustments.
package enum CardEvent: Hashable, Sendable {
  /// An answer.
  case review(Review)
  /// A change of the schedule that is no answer.
  case adjustment(Adjustment)
}

extension Scheduler {
  /// The schedule after an adjustment.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a new card.
  ///   - adjustment: the adjustment. A card that is due at a minute gets no other day.
  /// - Returns: the schedule; `nil` where the card stays new, or is new again.
  package func schedule(_ current: Schedule?, after adjustment: Adjustment) -> Schedule? {
    switch adjustment.change {
    case .known(let memory, let interval):
      let days = min(max(interval, 1), maximumInterval)
      return Schedule(
        phase: .review, memory: memory, due: .on(adjustment.moment.day.advanced(byDays: days)),
        interval: days, lastReview: adjustment.moment, repetitions: current?.repetitions ?? 0,
        lapses: current?.lapses ?? 0)
    case .due(let day):
      guard let current, case .on = current.due else { return current }
      return current.with(due: .on(day))
    case .forget: return nil
    }
  }

  /// The schedule after all that happened to one card, the oldest first; `nil` when it is new.
  package func replay(events: some Sequence<CardEvent>) -> Schedule? {
    var current: Schedule?
    for event in events {
      switch event {
      case .review(let review): current = schedule(current, after: review)
      case .adjustment(let adjustment): current = schedule(current, after: adjustment)
      }
    }
    return current
  }

  /// The schedule after a review; one outside the schedule changes nothing.
  func schedule(_ current: Schedule?, after review: Review) -> Schedule? {
    guard review.isScheduled else { return current }
    return schedule(
      current, grade: review.grade, at: review.moment, card: review.card,
      fuzzPosition: review.fuzzPosition)
  }
}
