import RabbleMemory
import RabbleQuestions

/// An answer on its way to a schedule: what was before, and what it was given when.
struct Answer {
  let current: Schedule?
  let grade: Grade
  let moment: Moment
  let card: CardID
  /// Where in the range of the interval the day was chosen; `nil` where chance chooses.
  let place: Double?
  let elapsed: Elapsed

  /// 0 up to but not including 1, the same for each grade this answer could have had.
  var fuzzFactor: Double {
    UInt64(mixing: card, with: UInt64(bitPattern: Int64(current?.repetitions ?? 0))).unitFraction
  }

  /// The schedule of a card that comes back at a minute.
  func waiting(_ milliseconds: Int64, in phase: Phase, memory: MemoryState) -> Schedule {
    let end = moment.advanced(byMilliseconds: milliseconds)
    return schedule(phase, memory, due: .at(end.milliseconds), interval: 0)
  }

  /// The schedule of a card that comes back after days.
  func graduating(to interval: Int, memory: MemoryState) -> Schedule {
    schedule(
      .review,
      memory,
      due: .on(moment.day.advanced(byDays: interval)),
      interval: interval
    )
  }

  private func schedule(
    _ phase: Phase,
    _ memory: MemoryState,
    due: Due,
    interval: Int
  ) -> Schedule {
    Schedule(
      phase: phase,
      memory: memory,
      due: due,
      interval: interval,
      lastReview: moment,
      repetitions: (current?.repetitions ?? 0).addingSaturating(1),
      lapses: (current?.lapses ?? 0).addingSaturating(isLapse ? 1 : 0)
    )
  }

  private var isLapse: Bool { current?.phase == .review && grade == .again }
}
