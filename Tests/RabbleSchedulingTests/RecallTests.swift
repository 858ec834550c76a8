import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

/// A learner whose memory is known, because it follows the model, and who reviews each day what is due.
struct RecallTests {
  @Test(arguments: [0.8, 0.9, 0.95])
  func `a learner remembers as often as was asked for`(retention: Double) {
    for balances in [true, false] {
      var learner = Learner(Scheduler(desiredRetention: retention, balancesLoad: balances))
      learner.study(cards: 3000, days: 300)
      #expect(learner.exact.count > 8000)
      #expect(abs(learner.exact.share - retention) < 0.01)
      #expect(abs(learner.exact.expected - retention) < 0.007)
      #expect(abs(learner.all.expected - retention) < 0.0125)
    }
  }
}

/// The learner and what became of the cards.
private struct Learner {
  /// Cards that came back.
  struct Tally {
    var count = 0
    private var remembered = 0
    private var probability = 0.0

    var share: Double { Double(remembered) / Double(count) }
    var expected: Double { probability / Double(count) }

    mutating func add(_ isRemembered: Bool, _ probability: Double) {
      count += 1
      remembered += isRemembered ? 1 : 0
      self.probability += probability
    }
  }

  let scheduler: Scheduler
  /// All that came back after days.
  var all = Tally()
  /// Those that came back after four days or more: the other intervals are too coarse to meet a share.
  var exact = Tally()
  private var generator = SeededGenerator(seed: 9)
  private var load = DueLoad()
  private var due: [StudyDay: [(number: Int, schedule: Schedule)]] = [:]

  init(_ scheduler: Scheduler) {
    self.scheduler = scheduler
  }

  mutating func study(cards: Int, days: Int) {
    let first = LocalTime.fixed(offset: 0).start(
      of: Moment(milliseconds: 1_700_000_000_000, utcOffset: 0).day)
    for offset in 0..<days {
      let day = first.day.advanced(byDays: offset)
      load.counts[day] = nil
      // Between 4:00 and 22:00.
      func time() -> Moment {
        first.advanced(
          byMilliseconds: Int64(offset) * 86_400_000
            + .random(in: 0..<64_800_000, using: &generator))
      }
      for (number, schedule) in due.removeValue(forKey: day) ?? [] {
        answer(number, schedule, at: time())
      }
      guard offset * 30 < cards else { continue }
      for number in offset * 30..<offset * 30 + 30 { answer(number, nil, at: time()) }
    }
  }

  /// Answers a card until it is due on another day.
  private mutating func answer(_ number: Int, _ schedule: Schedule?, at start: Moment) {
    var (schedule, now) = (schedule, start)
    while true {
      let grade = grade(schedule)
      let next = scheduler.planned(
        schedule, grade: grade, at: now, card: .numbered(number), load: load
      ).schedule
      schedule = next
      switch next.due {
      case .at(let time): now = Moment(milliseconds: time, utcOffset: 0)
      case .on(let day):
        load.counts[day, default: 0] += 1
        due[day, default: []].append((number, next))
        return
      }
    }
  }

  private mutating func grade(_ schedule: Schedule?) -> Grade {
    let right = generator.element(of: [Grade.hard, .good, .good, .good, .easy])
    // The model knows nothing of minutes.
    guard let schedule, schedule.interval > 0 else { return right }
    let recalled = scheduler.model.retrievability(
      schedule.memory, elapsedDays: Double(schedule.interval))
    let isRemembered = Double.random(in: 0..<1, using: &generator) < recalled
    all.add(isRemembered, recalled)
    if schedule.interval >= 4 { exact.add(isRemembered, recalled) }
    return isRemembered ? right : .again
  }
}
