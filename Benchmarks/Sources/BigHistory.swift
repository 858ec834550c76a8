import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport

/// The answers of a learner who has studied a deck every day for three years but not in the last
/// four days: each card was answered when its schedule wanted it, a few days late at times.
struct BigHistory {
  /// One answer.
  struct Entry {
    let time: Int64
    let card: Int32
    let grade: Grade
    let isFirst: Bool
  }

  /// The learner's offset from UTC in seconds.
  static let utcOffset = 9 * 3600
  private static let days = 1_095
  private static let pause = 4

  /// All answers, oldest first.
  let entries: [Entry]
  /// How many cards were answered; the rest of the deck is new.
  let cards: Int

  /// Makes up answers to card after card until there are `count`.
  init(count: Int, cards ids: [CardID], now: Moment) {
    var generator = SeededGenerator(seed: 2)
    let scheduler = Scheduler()
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    var cards = 0
    for (index, id) in ids.enumerated() where entries.count < count {
      cards += 1
      var schedule: Schedule?
      var day = now.day.number - Int.random(in: Self.pause...Self.days, using: &generator)
      var time = Self.time(on: day, using: &generator)
      while day <= now.day.number - Self.pause, entries.count < count {
        let grade = Self.grade(isFirst: schedule == nil, using: &generator)
        entries.append(
          Entry(time: time, card: Int32(index), grade: grade, isFirst: schedule == nil))
        let next = scheduler.schedule(
          schedule, grade: grade, at: Moment(milliseconds: time, utcOffset: Self.utcOffset),
          card: id)
        switch next.due {
        case .at(let due):
          time = due + Int64.random(in: 0..<60_000, using: &generator)
        case .on(let due):
          let delay = Int.random(in: 0..<10, using: &generator) == 0 ? 2 : 0
          day = due.number + delay
          time = Self.time(on: day, using: &generator)
        }
        schedule = next
      }
    }
    self.entries = entries.sorted { $0.time < $1.time }
    self.cards = cards
  }

  private static func grade(isFirst: Bool, using generator: inout SeededGenerator) -> Grade {
    switch Int.random(in: 0..<100, using: &generator) {
    case ..<(isFirst ? 25 : 12): .again
    case ..<(isFirst ? 35 : 27): .hard
    case ..<92: .good
    default: .easy
    }
  }

  /// Some time of a day between 6:00 and 23:00 of the learner's clock, in Unix milliseconds.
  private static func time(on day: Int, using generator: inout SeededGenerator) -> Int64 {
    let local = day * 86_400_000 + Int.random(in: 6 * 3_600_000..<23 * 3_600_000, using: &generator)
    return Int64(local - utcOffset * 1000)
  }
}
