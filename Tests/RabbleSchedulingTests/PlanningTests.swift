import RabbleMemory
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleScheduling

/// What must hold of a day that is chosen, whatever the load.
struct PlanningTests {
  private let now = Moment(milliseconds: 1_795_219_200_000, utcOffset: 32_400)

  @Test func `the fuzz position that is recorded gives the same schedule again`() throws {
    var generator = SeededGenerator(seed: 51)
    var (chosen, beyond) = (0, 0)
    for number in 0..<3000 {
      let scheduler = try scheduler(using: &generator)
      let schedule = card(using: &generator)
      let load = load(using: &generator)
      for grade in Grade.allCases {
        let planned = scheduler.planned(
          schedule, grade: grade, at: now, card: .numbered(number), load: load)
        let again = scheduler.schedule(
          schedule, grade: grade, at: now, card: .numbered(number),
          fuzzPosition: planned.fuzzPosition)
        #expect(
          planned.schedule == again,
          "card \(number), \(grade), fuzz position \(planned.fuzzPosition ?? -1)"
        )
        guard let position = planned.fuzzPosition else { continue }
        chosen += 1
        beyond += position > 1 ? 1 : 0
        // What a review keeps.
        #expect((0...100).contains(position))
      }
    }
    #expect(chosen > 3000 && beyond > 10)
  }

  @Test func `what is shown together is in order, and is what each answer then gives`() throws {
    var generator = SeededGenerator(seed: 52)
    for number in 0..<2000 {
      let scheduler = try scheduler(using: &generator)
      let schedule = card(using: &generator)
      let load = load(using: &generator)
      let shown = scheduler.preview(schedule, at: now, card: .numbered(number), load: load)
      for (worse, better) in zip(shown.dropFirst(), shown.dropFirst(2)) where worse.interval > 0 {
        let mayBeEqual = worse.interval == scheduler.maximumInterval
        #expect(better.interval > worse.interval - (mayBeEqual ? 1 : 0))
      }
      for (grade, each) in zip(Grade.allCases, shown) {
        let planned = scheduler.planned(
          schedule, grade: grade, at: now, card: .numbered(number), load: load)
        #expect(planned.schedule == each)
      }
    }
  }

  @Test func `where there is no choice the schedule is the one without a load`() throws {
    var generator = SeededGenerator(seed: 53)
    for number in 0..<2000 {
      let card = CardID.numbered(number)
      let schedule = self.card(using: &generator)
      let load = load(using: &generator)
      let short = Scheduler(maximumInterval: 1)
      let plain = Scheduler(balancesLoad: false)
      for grade in Grade.allCases {
        let fixed = short.planned(schedule, grade: grade, at: now, card: card, load: load)
        #expect(fixed.fuzzPosition == nil)
        let free = plain.planned(schedule, grade: grade, at: now, card: card, load: DueLoad())
        #expect(free.fuzzPosition == nil)
        #expect(free.schedule == plain.schedule(schedule, grade: grade, at: now, card: card))
        let balanced = Scheduler().planned(schedule, grade: grade, at: now, card: card, load: load)
        if balanced.schedule.interval == 0 || balanced.schedule.interval > 120 {
          #expect(balanced.fuzzPosition == nil)
        }
      }
    }
  }

  @Test func `a fuzz position counts beyond the range, and never beyond the longest interval`() {
    let scheduler = Scheduler(maximumInterval: 12)
    let schedule = review(stability: 12, interval: 9)
    let days = [0, 0.5, 0.999, 1, 2, 100].map { position in
      scheduler.schedule(
        schedule, grade: .good, at: now, card: .numbered(1), fuzzPosition: position
      )
      .interval
    }
    #expect(days == days.sorted() && days.last == 12)
    let free = Scheduler()
    let range = [0, 0.999, 1.001].map { position in
      free.schedule(schedule, grade: .good, at: now, card: .numbered(1), fuzzPosition: position)
        .interval
    }
    #expect(range[2] == range[1] + 1 && range[1] > range[0])
  }

  private func scheduler(using generator: inout SeededGenerator) throws -> Scheduler {
    let isOwn = Bool.random(using: &generator)
    return Scheduler(
      model: isOwn ? try .random(using: &generator) : MemoryModel(),
      learningSteps: generator.element(of: [[], [60], [60, 600]]),
      relearningSteps: generator.element(of: [[], [600]]),
      desiredRetention: generator.element(of: [0.8, 0.9, 0.95]),
      maximumInterval: generator.element(of: [3, 40, 36_500, 36_500]),
      week: StudyWeek(
        (0..<7).map { _ in generator.element(of: [.normal, .normal, .half, .least]) }),
      balancesLoad: Int.random(in: 0..<4, using: &generator) > 0)
  }

  private func card(using generator: inout SeededGenerator) -> Schedule? {
    guard Int.random(in: 0..<20, using: &generator) > 0 else { return nil }
    let stability = power(2, Double.random(in: -3...7.5, using: &generator))
    let schedule = review(
      stability: stability,
      interval: max(1, Int(stability * Double.random(in: 0.5...1.5, using: &generator))))
    guard Bool.random(using: &generator) else { return schedule }
    return Schedule(
      phase: generator.element(of: [.learning(step: 1), .relearning(step: 0)]),
      memory: schedule.memory, due: .at(now.milliseconds), interval: 0,
      lastReview: now.advanced(byMilliseconds: -600_000), repetitions: 2, lapses: 0)
  }

  private func review(stability: Double, interval: Int) -> Schedule {
    Schedule(
      phase: .review,
      memory: MemoryState(stability: stability, difficulty: 5),
      due: .on(now.day), interval: interval,
      lastReview: now.advanced(byMilliseconds: Int64(-interval) * 86_400_000),
      repetitions: 4, lapses: 0)
  }

  private func load(using generator: inout SeededGenerator) -> DueLoad {
    let busiest = generator.element(of: [0, 1, 20, 300])
    var load = DueLoad()
    for offset in 0..<120 {
      let day = now.day.advanced(byDays: offset)
      let count = Int.random(in: 0...busiest, using: &generator)
      if count > 0 { load.counts[day] = count }
      if Int.random(in: 0..<8, using: &generator) == 0 { load.siblings.insert(day) }
    }
    return load
  }
}
