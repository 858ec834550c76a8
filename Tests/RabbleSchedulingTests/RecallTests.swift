import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

/// A learner whose memory is known, because it follows the model, and who reviews each day what is due.
struct RecallTests {
  @Test(arguments: MemoryModel.Kind.allCases, [0.8, 0.9, 0.95])
  func `a learner remembers as often as was asked for`(kind: MemoryModel.Kind, retention: Double) {
    for balances in [true, false] {
      var learner = Learner(
        Scheduler(
          model: MemoryModel(kind), desiredRetention: retention, balancesLoad: balances))
      learner.study(cards: 3000, days: 300)
      #expect(learner.exact.count > 8000)
      #expect(abs(learner.exact.share - retention) < 0.01)
      #expect(abs(learner.exact.expected - retention) < 0.007)
      #expect(abs(learner.all.expected - retention) < 0.0125)
      // FSRS-6 has no intervals of less than a day.
      #expect((learner.late.count > 0) == (kind == .fsrs7))
      guard learner.late.count > 0 else { continue }
      // Asked later than their interval ended, they are remembered less often, and as often as the model says:
      // four standard deviations of a binomial distribution.
      #expect(learner.late.expected < retention)
      #expect(abs(learner.late.share - learner.late.expected) < 4 * learner.late.deviation)
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
    private var variance = 0.0

    var share: Double { Double(remembered) / Double(count) }
    var expected: Double { probability / Double(count) }
    /// The standard deviation of the share.
    var deviation: Double { variance.squareRoot() / Double(count) }

    mutating func add(_ isRemembered: Bool, _ probability: Double) {
      count += 1
      remembered += isRemembered ? 1 : 0
      self.probability += probability
      variance += probability * (1 - probability)
    }
  }

  let scheduler: Scheduler
  /// All that came back after days or, with FSRS-7, at a minute; without those that came late.
  var all = Tally()
  /// With FSRS-7, those whose interval ended less than a day after the answer, and that were kept until the next day:
  /// the day was over by then, or they had been remembered twice in a row, or after days.
  var late = Tally()
  /// Those that came back after four days or more, or at a minute other than the first: the other
  /// intervals are whole days or a whole minute too, and too coarse to meet a share.
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
      let grade = grade(schedule, at: now)
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

  private mutating func grade(_ schedule: Schedule?, at now: Moment) -> Grade {
    let right = generator.element(of: [Grade.hard, .good, .good, .good, .easy])
    guard let schedule else { return right }
    let wait = Double(now.milliseconds - schedule.lastReview.milliseconds) / 86_400_000
    let isFSRS7 = scheduler.model.kind == .fsrs7
    // FSRS-6 knows nothing of minutes.
    guard isFSRS7 || schedule.interval > 0 else { return right }
    let recalled = scheduler.model.retrievability(
      schedule.memory, elapsedDays: isFSRS7 ? wait : Double(schedule.interval))
    let isRemembered = Double.random(in: 0..<1, using: &generator) < recalled
    let interval = scheduler.model.interval(
      schedule.memory, retention: scheduler.desiredRetention)
    if isFSRS7, schedule.interval > 0, interval < 1 {
      late.add(isRemembered, recalled)
    } else {
      all.add(isRemembered, recalled)
    }
    let isAtMinute = schedule.interval == 0 && wait > 1.01 * FSRS7.minimumInterval
    if schedule.interval >= 4 || isAtMinute { exact.add(isRemembered, recalled) }
    return isRemembered ? right : .again
  }
}
