import RabbleMemory
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleScheduling

/// What must hold of the scheduler with FSRS-7.
struct SchedulerFSRS7Tests {
  private let scheduler = Scheduler(model: MemoryModel(.fsrs7))
  private let card = CardID.numbered(1)

  @Test func `a card is due at the minute its interval ends, or days later`() throws {
    let morning = try moment("2026-11-21T09:00:00+09:00")
    let model = FSRS7()
    let again = scheduler.schedule(nil, grade: .again, at: morning, card: card)
    let wait = model.interval(model.initialState(.again), retention: 0.9)
    #expect(wait < 0.01)
    #expect(again.due == .at(morning.milliseconds + Int64((wait * 86_400_000).rounded())))
    #expect(again.phase == .learning(step: 0) && again.interval == 0 && again.lapses == 0)

    let easy = scheduler.schedule(nil, grade: .easy, at: morning, card: card)
    let days = model.interval(model.initialState(.easy), retention: 0.9)
    #expect(easy.phase == .review && easy.interval >= 1)
    #expect(abs(Double(easy.interval) - days) <= 0.15 * days + 1.5)
    #expect(easy.due == .on(morning.day.advanced(byDays: easy.interval)))
  }

  @Test func `the same interval ends today in the morning and tomorrow late at night`() throws {
    for (text, isToday) in [
      ("2026-11-21T04:00:00Z", true), ("2026-11-22T03:58:59Z", true),
      ("2026-11-22T03:59:00Z", false),
    ] {
      let now = try moment(text)
      let next = scheduler.schedule(nil, grade: .again, at: now, card: card)
      #expect(next.due.isOfDay(now.day) == isToday)
      #expect(next.phase == (isToday ? .learning(step: 0) : .review))
      #expect(isToday || next.due == .on(now.day.advanced(byDays: 1)))
    }
  }

  /// Seconds from one answer to the next; as the scheduler asks without.
  @Test(arguments: [3, 60, 600, nil] as [Int64?], [Grade.hard, .good, .easy])
  func `a forgotten new card is asked three times a day at most if it is remembered then`(
    pace: Int64?, recall: Grade
  ) throws {
    var now = try moment("2026-11-21T07:00:00Z")
    let first = now.day
    var schedule = scheduler.schedule(nil, grade: .again, at: now, card: card)
    var askings = 1
    while case .at(let due) = schedule.due, askings < 20 {
      now =
        pace.map { now.advanced(byMilliseconds: $0 * 1000) }
        ?? Moment(milliseconds: due, utcOffset: 0)
      schedule = scheduler.schedule(schedule, grade: recall, at: now, card: card)
      askings += 1
    }
    #expect(recall == .good ? askings == 3 : (2...3).contains(askings))
    #expect(recall == .easy || schedule.due == .on(first.advanced(byDays: 1)))
    #expect(!schedule.due.isOfDay(first))
    // Forgotten once more, it comes back today once more.
    let again = scheduler.schedule(
      scheduler.schedule(nil, grade: .again, at: now, card: card), grade: .again, at: now,
      card: card)
    #expect(again.due.isOfDay(now.day) && again.phase == .learning(step: 0))
  }

  @Test(arguments: [Grade.hard, .good, .easy])
  func `a new card that is known is asked once a day, and twice if it is hard`(grade: Grade) throws
  {
    var now = try moment("2026-11-21T07:00:00Z")
    let first = now.day
    var schedule = scheduler.schedule(nil, grade: grade, at: now, card: card)
    if grade == .hard, case .at(let due) = schedule.due {
      now = Moment(milliseconds: due, utcOffset: 0)
      schedule = scheduler.schedule(schedule, grade: .hard, at: now, card: card)
    }
    #expect(!schedule.due.isOfDay(first))
  }

  /// The reason for the rule, by the model itself: R a day after each answer, if the card is asked when it is due.
  /// The numbers are also those of the published formulas in Python.
  @Test func `a third recall adds less than half of what the first one does`() throws {
    let model = FSRS7()
    var state = model.initialState(.again)
    var tomorrow = [model.retrievability(state, elapsedDays: 1)]
    for _ in 0..<3 {
      state = model.nextState(
        state, grade: .good, elapsedDays: model.interval(state, retention: 0.9))
      tomorrow.append(model.retrievability(state, elapsedDays: 1))
    }
    #expect(tomorrow.map { ($0 * 100).rounded() } == [52, 74, 83, 90])
    #expect(2 * (tomorrow[3] - tomorrow[2]) < tomorrow[1] - tomorrow[0])
    // Answers seconds apart teach the model next to nothing.
    var quick = model.initialState(.again)
    var count = 0
    while model.interval(quick, retention: 0.9) < 1, count < 1000 {
      quick = model.nextState(quick, grade: .good, elapsedDays: 3.0 / 86_400)
      count += 1
    }
    #expect(count == 122)
  }

  @Test func `recalls of another day do not count`() throws {
    let start = try moment("2026-11-21T07:00:00Z")
    let scheduler = Scheduler(model: MemoryModel(.fsrs7), desiredRetention: 0.99)
    let first = scheduler.schedule(nil, grade: .good, at: start, card: card)
    #expect(first.due.isOfDay(start.day) && first.phase == .learning(step: 1))
    let next = start.advanced(byMilliseconds: 86_400_000)
    let second = scheduler.schedule(first, grade: .hard, at: next, card: card)
    #expect(!second.due.isOfDay(next.day) || second.phase == .learning(step: 1))
  }

  /// The rules of a preset that was written before there were others.
  @Test func `under the first rules a card is asked until its interval is a day`() throws {
    let scheduler = Scheduler(model: MemoryModel(.fsrs7), rules: .first)
    var now = try moment("2026-11-21T07:00:00Z")
    var schedule = scheduler.schedule(nil, grade: .again, at: now, card: card)
    var askings = 1
    while case .at = schedule.due, askings < 200 {
      #expect(schedule.phase == .learning(step: 0))
      now = now.advanced(byMilliseconds: 3000)
      schedule = scheduler.schedule(schedule, grade: .good, at: now, card: card)
      askings += 1
    }
    #expect(askings > 10 && schedule.phase == .review)
  }

  @Test func `a lapse is counted once and keeps the card in relearning until it gets days`() throws
  {
    let start = try moment("2026-11-21T09:00:00Z")
    let learned = scheduler.schedule(nil, grade: .easy, at: start, card: card)
    let later = start.advanced(byMilliseconds: 9 * 86_400_000)
    let lapsed = scheduler.schedule(learned, grade: .again, at: later, card: card)
    #expect(lapsed.phase == .relearning(step: 0) && lapsed.lapses == 1)
    let again = scheduler.schedule(lapsed, grade: .again, at: later, card: card)
    #expect(again.phase == .relearning(step: 0) && again.lapses == 1)
    var back = again
    var now = later
    while back.phase != .review {
      guard case .at(let due) = back.due else { break }
      now = Moment(milliseconds: due, utcOffset: 0)
      back = scheduler.schedule(back, grade: .good, at: now, card: card)
      #expect(back.repetitions < 50)
    }
    #expect(back.phase == .review && back.lapses == 1 && back.interval >= 1)
    #expect(scheduler.schedule(back, grade: .again, at: now, card: card).lapses == 2)
  }

  @Test func `steps are not looked at`() throws {
    let without = Scheduler(model: MemoryModel(.fsrs7), learningSteps: [], relearningSteps: [])
    var generator = SeededGenerator(seed: 41)
    for (schedule, now) in try states(count: 300, using: &generator) {
      #expect(
        scheduler.preview(schedule, at: now, card: card)
          == without.preview(schedule, at: now, card: card))
    }
  }

  @Test func `a better grade is never due earlier, whatever the parameters`() throws {
    var generator = SeededGenerator(seed: 42)
    for _ in 0..<200 {
      let scheduler = Scheduler(
        model: try MemoryModel.random(.fsrs7, using: &generator),
        desiredRetention: generator.element(of: [0.7, 0.9, 0.97]))
      for (schedule, now) in try states(count: 20, using: &generator) {
        let card = CardID.numbered(Int.random(in: 0..<1000, using: &generator))
        let preview = scheduler.preview(schedule, at: now, card: card)
        for (worse, better) in zip(preview, preview.dropFirst()) {
          #expect(worse.due.rank(from: now) <= better.due.rank(from: now))
        }
        for (worse, better) in zip(preview.dropFirst(), preview.dropFirst(2))
        where worse.interval > 1 && worse.interval < 36_500 {
          #expect(better.interval > worse.interval)
        }
      }
    }
  }

  @Test func `nothing is due within a minute, and what was remembered after days not today`()
    throws
  {
    var generator = SeededGenerator(seed: 43)
    for _ in 0..<200 {
      let scheduler = Scheduler(model: try MemoryModel.random(.fsrs7, using: &generator))
      for (schedule, now) in try states(count: 20, using: &generator) {
        for (grade, next) in zip(
          Grade.allCases, scheduler.preview(schedule, at: now, card: card))
        {
          switch next.due {
          case .at(let time):
            #expect(time >= now.milliseconds + 60_000)
            #expect(Moment(milliseconds: time, utcOffset: now.utcOffset).day == now.day)
            #expect(next.interval == 0 && next.phase != .review)
            #expect(grade == .again || schedule?.phase != .review)
          case .on(let day):
            #expect(next.interval >= 1 && day == now.day.advanced(byDays: next.interval))
            #expect(next.phase == .review)
          }
          let isLapse = schedule?.phase == .review && grade == .again
          #expect(next.lapses == (schedule?.lapses ?? 0) + (isLapse ? 1 : 0))
        }
      }
    }
  }

  @Test(arguments: [0.8, 0.9, 0.95])
  func `at the minute a card is due it is remembered as was asked for`(retention: Double) throws {
    let scheduler = Scheduler(model: MemoryModel(.fsrs7), desiredRetention: retention)
    var generator = SeededGenerator(seed: 44)
    var count = 0
    for (schedule, now) in try states(count: 2000, using: &generator) {
      for next in scheduler.preview(schedule, at: now, card: card) {
        guard case .at(let time) = next.due, time > now.milliseconds + 60_000 else { continue }
        let due = Moment(milliseconds: time, utcOffset: 0)
        let recalled = scheduler.retrievability(of: next.memory, since: now, at: due)
        #expect(abs(recalled - retention) < 1e-4)
        count += 1
      }
    }
    #expect(count > 100)
  }

  @Test func `ten thousand answers leave nothing infinite, and replay as they came`() throws {
    var generator = SeededGenerator(seed: 45)
    for number in 0..<6 {
      let scheduler = Scheduler(model: try MemoryModel.random(.fsrs7, using: &generator))
      let card = CardID.numbered(number)
      var now = Moment(milliseconds: 1_700_000_000_000, utcOffset: 3600)
      var answers: [(Grade, Moment)] = []
      var schedule: Schedule?
      for _ in 0..<10_000 {
        let grade = generator.element(of: Grade.allCases)
        let next = scheduler.schedule(schedule, grade: grade, at: now, card: card)
        answers.append((grade, now))
        #expect(FSRS7.stabilityRange.contains(next.memory.stability))
        #expect((1...10).contains(next.memory.difficulty))
        #expect((0...36_500).contains(next.interval) && next.due.rank(from: now) > 0)
        let late = Int64(Double.random(in: 0...2, using: &generator) * 86_400_000)
        switch next.due {
        case .at(let time): now = Moment(milliseconds: time + late / 100, utcOffset: 3600)
        case .on(let day):
          let days = min(day.number - now.day.number, 40)
          now = now.advanced(byMilliseconds: Int64(days) * 86_400_000 + late)
        }
        schedule = next
      }
      let replayed = answers.reduce(nil as Schedule?) { before, answer in
        scheduler.schedule(before, grade: answer.0, at: answer.1, card: card)
      }
      #expect(replayed == schedule)
    }
  }

  @Test func `a schedule of the other model is met without harm`() throws {
    var generator = SeededGenerator(seed: 46)
    let now = try moment("2026-11-21T09:00:00Z")
    let other = Scheduler()
    for number in 0..<500 {
      let card = CardID.numbered(number)
      var schedule = other.schedule(nil, grade: .good, at: now, card: card)
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        schedule = other.schedule(
          schedule, grade: generator.element(of: Grade.allCases), at: now, card: card)
      }
      #expect(schedule.memory.fastStability == nil)
      for next in scheduler.preview(schedule, at: now, card: card) {
        #expect(next.memory.fastStability != nil && next.due.rank(from: now) > 0)
        let back = other.schedule(next, grade: .good, at: now, card: card)
        #expect(back.memory.fastStability == nil && back.interval <= 36_500)
      }
    }
  }

  @Test func `no value is a danger`() {
    for milliseconds in [Int64.min, 0, .max] {
      let now = Moment(milliseconds: milliseconds, utcOffset: .max)
      for value in [0, -1, Double.nan, .infinity, 1e-300, 36_500] {
        for phase in [Phase.review, .learning(step: .max), .relearning(step: .min)] {
          let schedule = Schedule(
            phase: phase,
            memory: MemoryState(stability: value, difficulty: value, fastStability: value),
            due: .at(.max), interval: .max, lastReview: Moment(milliseconds: 0, utcOffset: 0),
            repetitions: .max, lapses: .max)
          for next in scheduler.preview(schedule, at: now, card: card) {
            #expect((0...36_500).contains(next.interval))
            #expect(FSRS7.stabilityRange.contains(next.memory.stability))
          }
        }
      }
    }
  }

  private func waiting(_ state: MemoryState, last: Moment) -> Schedule {
    Schedule(
      phase: .learning(step: 0), memory: state, due: .at(last.milliseconds), interval: 0,
      lastReview: last, repetitions: 1, lapses: 0)
  }

  /// Cards of all kinds, and when they are answered.
  private func states(
    count: Int, using generator: inout SeededGenerator
  ) throws -> [(Schedule?, Moment)] {
    let start = try moment("2026-11-21T00:00:00Z")
    return (0..<count).map { _ in
      let now = start.advanced(byMilliseconds: .random(in: 0..<86_400_000, using: &generator))
      guard Int.random(in: 0..<10, using: &generator) > 0 else { return (nil, now) }
      let phase = generator.element(
        of: [Phase.learning(step: 0), .relearning(step: 0), .review, .review])
      let elapsed = Double.random(in: -7...6, using: &generator)
      let milliseconds = Int64(86_400_000 * power(2, elapsed * 1.5))
      let interval = phase == .review ? max(1, Int(milliseconds / 86_400_000)) : 0
      let stability = power(2, Double.random(in: -10...9, using: &generator))
      return (
        Schedule(
          phase: phase,
          memory: MemoryState(
            stability: stability, difficulty: Double.random(in: 1...10, using: &generator),
            fastStability: stability * power(2, Double.random(in: -4...2, using: &generator))),
          due: .on(now.day), interval: interval,
          lastReview: now.advanced(byMilliseconds: -milliseconds),
          repetitions: 3, lapses: 1),
        now
      )
    }
  }
}
