import RabbleMemory

/// The result of all reviews of a card so far: its memory, and when it is due.
package struct Schedule: Hashable, Sendable {
  /// Where the card stands.
  package let phase: Phase
  /// The memory after the last review.
  package let memory: MemoryState
  /// When the card is due.
  package let due: Due
  /// The days from the last review to the next; 0 while the card is in its steps.
  package let interval: Int
  package let lastReview: Moment
  /// How many reviews there were.
  package let repetitions: Int
  /// How often the card was forgotten after it had left its steps.
  package let lapses: Int

  package init(
    phase: Phase,
    memory: MemoryState,
    due: Due,
    interval: Int,
    lastReview: Moment,
    repetitions: Int,
    lapses: Int
  ) {
    self.phase = phase
    self.memory = memory
    self.due = due
    self.interval = interval
    self.lastReview = lastReview
    self.repetitions = repetitions
    self.lapses = lapses
  }

  /// This schedule in place of another of the same card, made by other parameters or options. No card
  /// becomes overdue by it: one that was not due yet and would be overdue is due now, and one that was
  /// overdue stays as it was.
  ///
  /// - Parameters:
  ///   - before: the schedule it replaces.
  ///   - moment: when it does.
  ///   - keepsNearDays: whether the card stays on its day if this schedule would move it by fewer days than
  ///     its fuzz range is wide: so much chance alone does.
  /// - Returns: this schedule, due at another time if necessary.
  package func replacing(
    _ before: Schedule, at moment: Moment, keepsNearDays: Bool = false
  ) -> Schedule {
    if keepsNearDays, case (.on(let day), .on(let old)) = (due, before.due) {
      let range = Fuzz(
        around: Double(interval), minimum: 1, maximum: MemoryModel.longestInterval)
      if abs(day.number - old.number) < range.upper - range.lower { return with(due: before.due) }
    }
    guard due.hasCome(at: moment) else { return self }
    switch (due, before.due) {
    case (.on, .on(let day)): return with(due: .on(min(day, moment.day)))
    case (.on, .at): return with(due: .on(moment.day))
    case (.at, .at(let time)): return with(due: .at(min(time, moment.milliseconds)))
    case (.at, .on): return with(due: .at(moment.milliseconds))
    }
  }

  /// This schedule, due at another time.
  func with(due: Due) -> Schedule {
    Schedule(
      phase: phase, memory: memory, due: due, interval: interval, lastReview: lastReview,
      repetitions: repetitions, lapses: lapses)
  }

  /// This schedule after an answer that is no lapse, since another program had the card in its steps.
  ///
  /// - Parameter before: the schedule before the answer.
  /// - Returns: this schedule with the lapses of the one before.
  package func keepingLapses(of before: Schedule?) -> Schedule {
    Schedule(
      phase: phase, memory: memory, due: due, interval: interval, lastReview: lastReview,
      repetitions: repetitions, lapses: before?.lapses ?? 0)
  }

  /// Whether the card is due.
  package func isDue(at moment: Moment) -> Bool { due.hasCome(at: moment) }
}

/// Where a card stands on its way into long-term memory.
package enum Phase: Hashable, Sendable {
  /// Seen, and in the learning steps; the step it waits in, from 0.
  case learning(step: Int)
  /// Out of the steps: due after days.
  case review
  /// Forgotten, and in the relearning steps; the step it waits in, from 0.
  case relearning(step: Int)
}

/// When a card is due.
package enum Due: Hashable, Sendable {
  /// At a minute, while the card is in its steps: milliseconds since 1970-01-01T00:00:00Z.
  case at(Int64)
  /// At any time of a day.
  case on(StudyDay)

  /// Whether the time has come.
  package func hasCome(at moment: Moment) -> Bool {
    switch self {
    case .at(let milliseconds): milliseconds <= moment.milliseconds
    case .on(let day): day <= moment.day
    }
  }
}
