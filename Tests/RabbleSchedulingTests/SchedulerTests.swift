import RabbleMemory
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleScheduling

struct SchedulerTests {
  let scheduler = Scheduler()
  let card = CardID.numbered(1)

  @Test func `a new card takes its steps, then days`() throws {
    let start = try moment("2026-11-21T09:00:00+09:00")
    let first = scheduler.schedule(nil, grade: .good, at: start, card: card)
    #expect(first.phase == .learning(step: 1))
    #expect(first.due == .at(start.milliseconds + 600_000))
    #expect(first.interval == 0 && first.repetitions == 1 && first.lapses == 0)
    #expect(first.lastReview == start)
    #expect(first.memory == FSRS6().initialState(.good))

    let later = start.advanced(byMilliseconds: 600_000)
    let second = scheduler.schedule(first, grade: .good, at: later, card: card)
    #expect(second.phase == .review)
    #expect(second.interval == 2)  // 2.3065 days are below the 2.5 from which on there is fuzz
    #expect(second.due == .on(later.day.advanced(byDays: 2)))
    #expect(second.repetitions == 2)
  }

  @Test func `again on a review is a lapse, again in the steps is none`() throws {
    let start = try moment("2026-11-21T09:00:00+09:00")
    let review = scheduler.schedule(nil, grade: .easy, at: start, card: card)
    let later = start.advanced(byMilliseconds: 9 * 86_400_000)
    let lapsed = scheduler.schedule(review, grade: .again, at: later, card: card)
    #expect(lapsed.phase == .relearning(step: 0))
    #expect(lapsed.due == .at(later.milliseconds + 600_000))
    #expect(lapsed.lapses == 1)
    let again = scheduler.schedule(lapsed, grade: .again, at: later, card: card)
    #expect(again.lapses == 1)
    let back = scheduler.schedule(again, grade: .good, at: later, card: card)
    #expect(back.phase == .review && back.lapses == 1 && back.interval >= 1)
    for grade in [Grade.hard, .good, .easy] {
      #expect(scheduler.schedule(back, grade: grade, at: later, card: card).lapses == 1)
    }
    #expect(scheduler.schedule(back, grade: .again, at: later, card: card).lapses == 2)
  }

  @Test func `what is due on a day is due all day`() throws {
    let start = try moment("2026-11-21T23:00:00+09:00")
    let review = scheduler.schedule(nil, grade: .easy, at: start, card: card)
    let day = try moment("2026-11-21T12:00:00+09:00").day.advanced(byDays: review.interval)
    let begin = LocalTime.fixed(offset: 32_400).start(of: day)
    #expect(review.isDue(at: begin))
    #expect(!review.isDue(at: begin.advanced(byMilliseconds: -1)))
  }

  @Test func `a preview shows what each grade would do`() throws {
    let now = try moment("2026-11-21T09:00:00+09:00")
    let preview = scheduler.preview(nil, at: now, card: card)
    #expect(
      preview == Grade.allCases.map { scheduler.schedule(nil, grade: $0, at: now, card: card) }
    )
    let waits = preview.map(\.due)
    #expect(waits[0] == .at(now.milliseconds + 60_000))
    #expect(waits[1] == .at(now.milliseconds + 330_000))
    #expect(waits[2] == .at(now.milliseconds + 600_000))
  }

  @Test func `a better grade gives at least a day more`() throws {
    for (schedule, now, card) in try reviews() {
      let days = scheduler.preview(schedule, at: now, card: card).map(\.interval)
      #expect(days[2] > days[1] || days[2] == 36_500)
      #expect(days[3] > days[2] || days[3] == 36_500)
    }
  }

  @Test func `the better grade is also above the one shown when a card leaves its steps`() throws {
    let now = try moment("2026-11-21T09:00:00Z")
    for number in 0..<500 {
      let state = MemoryState(stability: Double(number) * 0.37 + 0.5, difficulty: 5)
      let waiting = Schedule(
        phase: .learning(step: 1),
        memory: state,
        due: .at(0),
        interval: 0,
        lastReview: now,
        repetitions: 2,
        lapses: 0
      )
      let days = scheduler.preview(waiting, at: now, card: .numbered(number)).map(\.interval)
      #expect(days[3] > days[2])
    }
    let without = Scheduler(learningSteps: [], relearningSteps: [])
    let days = without.preview(nil, at: now, card: card).map(\.interval)
    #expect(days[2] > days[1] && days[3] > days[2])
  }

  /// Anki 26.9.3 has it due after 18,316 seconds, its stability of 0.212 days.
  @Test func `without learning steps a forgotten new card is due the next day`() throws {
    let now = try moment("2026-11-21T09:00:00Z")
    let scheduler = Scheduler(learningSteps: [], relearningSteps: [])
    let next = scheduler.schedule(nil, grade: .again, at: now, card: card)
    #expect(next.memory.stability == 0.212 && next.phase == .review)
    #expect(next.due == .on(now.day.advanced(byDays: 1)))
  }

  @Test func `spreading keeps an interval within its range and never sends it back`() throws {
    for (schedule, now, card) in try reviews() {
      let days = scheduler.unspread(schedule, grade: .good, at: now, card: card).interval
      let spreadDays = scheduler.spread(schedule, grade: .good, at: now, card: card).interval
      if days > schedule.interval {
        #expect(spreadDays > schedule.interval || spreadDays == 36_500)
      }
      let limit = max(Double(days) * 0.15 + 3, Double(schedule.interval - days) + 6)
      #expect(abs(Double(spreadDays - days)) <= limit)
    }
  }

  @Test func `the same answer always gives the same schedule`() throws {
    for (schedule, now, card) in try reviews() {
      let first = scheduler.schedule(schedule, grade: .good, at: now, card: card)
      #expect(Scheduler().schedule(schedule, grade: .good, at: now, card: card) == first)
    }
  }

  @Test func `two answers in one night are one day apart only when four o'clock lies between`()
    throws
  {
    let evening = try moment("2026-11-21T23:50:00+01:00")
    let first = scheduler.schedule(nil, grade: .good, at: evening, card: card)
    let model = FSRS6()
    for (text, days) in [
      ("2026-11-22T00:10:00+01:00", 0), ("2026-11-22T03:59:59+01:00", 0),
      ("2026-11-22T04:00:00+01:00", 1), ("2026-11-21T23:00:00+01:00", 0),
    ] {
      let next = scheduler.schedule(first, grade: .good, at: try moment(text), card: card)
      #expect(next.memory == model.nextState(first.memory, grade: .good, elapsedDays: days))
    }
  }

  @Test func `a clock that was set back counts as the same day`() throws {
    let now = try moment("2026-11-21T09:00:00Z")
    let past = try moment("1999-01-01T00:00:00Z")
    let first = scheduler.schedule(nil, grade: .easy, at: now, card: card)
    for grade in Grade.allCases {
      let next = scheduler.schedule(first, grade: grade, at: past, card: card)
      #expect(next.memory == FSRS6().nextState(first.memory, grade: grade, elapsedDays: 0))
      #expect(next.lastReview == past)
    }
  }

  @Test func `values out of range become the nearest within`() {
    let strange = Scheduler(
      learningSteps: [-5, .max],
      relearningSteps: [0],
      desiredRetention: 7,
      maximumInterval: 0
    )
    #expect(strange.learningSteps.seconds == [1, 36_500 * 86_400])
    #expect(strange.relearningSteps.seconds == [1])
    #expect(strange.target.level == 0.999)
    #expect(strange.maximumInterval == 1)
    #expect(Scheduler(desiredRetention: -1).target.level == 0.01)
    #expect(Scheduler(desiredRetention: .nan).target.level == 0.9)
    #expect(Scheduler(maximumInterval: .max).maximumInterval == 36_500)
  }

  @Test func `no value is a danger`() {
    let moments = [Int64.min, 0, .max].map { Moment(milliseconds: $0, utcOffset: .max) }
    let states = [0, -1, .nan, .infinity, 1e-300, 36_500].map {
      MemoryState(stability: $0, difficulty: $0)
    }
    let phases: [Phase] = [.review, .learning(step: .max), .relearning(step: .min)]
    let schedulers = [
      Scheduler(),
      Scheduler(learningSteps: [], relearningSteps: [], desiredRetention: 0, maximumInterval: 3),
      Scheduler(learningSteps: [.max], relearningSteps: [.max, .max], desiredRetention: 1),
    ]
    for scheduler in schedulers {
      for phase in phases {
        for state in states {
          for (last, now) in zip(moments, moments.reversed()) {
            for count in [Int.min, -1, .max] {
              let schedule = Schedule(
                phase: phase,
                memory: state,
                due: .at(.max),
                interval: count,
                lastReview: last,
                repetitions: count,
                lapses: count
              )
              let later = Grade.allCases.map {
                scheduler.unspread(
                  schedule, grade: $0, at: now, card: card, elapsedDays: .max)
              }
              for next in scheduler.preview(schedule, at: now, card: card) + later {
                #expect((0...scheduler.maximumInterval).contains(next.interval))
                #expect(FSRS6.stabilityRange.contains(next.memory.stability))
              }
            }
          }
        }
      }
    }
  }

  /// 1,000 cards that wait for a review, and when they get it.
  private func reviews() throws -> [(Schedule, Moment, CardID)] {
    let now = try moment("2026-11-21T09:00:00+09:00")
    var generator = SeededGenerator(seed: 5)
    return (0..<1000).map { number in
      let days = Int.random(in: 1...400, using: &generator)
      let stability = Double(days) * Double.random(in: 0.6...1.5, using: &generator)
      let elapsed = Int64(Double(days) * Double.random(in: 0.1...1.6, using: &generator))
      let state = MemoryState(
        stability: stability,
        difficulty: Double.random(in: 1...10, using: &generator)
      )
      let last = now.advanced(byMilliseconds: -elapsed * 86_400_000)
      let schedule = Schedule(
        phase: .review,
        memory: state,
        due: .on(now.day),
        interval: days,
        lastReview: last,
        repetitions: Int.random(in: 1...20, using: &generator),
        lapses: 0
      )
      return (schedule, now, .numbered(number))
    }
  }
}
