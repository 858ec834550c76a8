import RabbleMemory
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleScheduling

/// The simulator against the scheduler itself, with the same learner and the same chance.
struct SimulationTests {
  @Test(arguments: [0.8, 0.9])
  func `a simulation does day by day what the scheduler does`(retention: Double) {
    let simulated = Simulator(model: MemoryModel(), seed: 3).run(
      days: 120, cards: 1000, retention: retention, limits: SimulatedLimits(newCards: 20))
    var learner = SimulatedLearner(Scheduler(desiredRetention: retention), seed: 3)
    for (offset, day) in simulated.enumerated() {
      let actual = learner.study(day: offset, new: offset < 50 ? 20 : 0)
      #expect(actual.introduced == day.introduced && actual.reviews == day.reviews, "\(offset)")
      #expect(actual.remembered == day.remembered, "\(offset)")
      #expect(abs(actual.minutes - day.minutes) < 1e-6, "\(offset)")
    }
    #expect(simulated.reduce(0) { $0 + $1.reviews } > 2500)
  }

  @Test func `a limit of reviews of some groups leaves those of the others`() {
    let model = MemoryModel()
    let state = model.initialState(.good)
    // Ten cards in each of three groups, all due; one of the last group is in the first, too.
    let known = (0..<30).map {
      KnownCard(state: state, daysSinceReview: 5, daysUntilDue: -2, number: $0)
    }
    func group(_ cards: [Int]) -> SimulatedCourse.Group {
      SimulatedCourse.Group(questions: cards.map { [$0] }, count: cards.count)
    }
    let groups = [group(Array(0..<10) + [29]), group(Array(10..<20)), group(Array(20..<30))]
    func days(_ limits: [SimulatedCourse.ReviewLimit], _ day: SimulatedLimits) -> [SimulatedDay] {
      let source = SimulatedCourse(
        groups: groups, reviewLimits: limits, knowing: known.compactMap(\.number))
      return Simulator(model: model, seed: 5, newCardsFrom: source).run(
        days: 2, cards: 0, knowing: known, retention: 0.5, limits: day)
    }
    let day = SimulatedLimits(newCards: 0)
    #expect(days([], day).map(\.reviews).first == 30)
    let four = SimulatedCourse.ReviewLimit(SimulatedReviewLimit(4, reviewedToday: 3), of: [0])
    let twelve = SimulatedCourse.ReviewLimit(SimulatedReviewLimit(12), of: [1, 2])
    let limited = days([four, twelve], day)
    // One of the first group, and twelve of the others; the card of both needs room in both.
    #expect(limited[0].reviews == 13 && limited[0].waiting == 17)
    #expect(limited[1].reviews >= 11 && limited[1].reviews <= 16)
    #expect(days([four], day)[0].reviews <= 21 && days([four], day)[0].reviews >= 20)
    #expect(days([twelve], SimulatedLimits(newCards: 0, reviews: 7)).map(\.reviews) == [7, 7])
    let none = SimulatedCourse.ReviewLimit(
      SimulatedReviewLimit(2, reviewedToday: 5), of: [0, 1, 2])
    #expect(days([none], day)[0].reviews == 0 && days([none], day)[0].waiting == 30)
  }
}

/// A learner with the usual habits who studies each day at 16:00.
private struct SimulatedLearner {
  let scheduler: Scheduler
  private let habits = LearnerHabits.usual
  private var generator: SeededGenerator
  private var due: [StudyDay: [(Int, Schedule)]] = [:]
  private var introduced = 0
  private var today = SimulatedDay()

  init(_ scheduler: Scheduler, seed: UInt64) {
    self.scheduler = scheduler
    generator = SeededGenerator(seed: seed)
  }

  mutating func study(day offset: Int, new count: Int) -> SimulatedDay {
    // 16:00 of 2026-11-21 and the days after.
    let now = Moment(
      milliseconds: 1_795_276_800_000 + Int64(offset) * 86_400_000, utcOffset: 0)
    today = SimulatedDay()
    today.introduced = count
    let new = (introduced..<introduced + count).map { ($0, nil as Schedule?) }
    introduced += count
    for (number, before) in (due.removeValue(forKey: now.day) ?? []) + new {
      let next = answer(number, before, at: now)
      due[now.day.advanced(byDays: next.interval), default: []].append((number, next))
    }
    return today
  }

  /// Answers a card until it is due on another day.
  private mutating func answer(_ number: Int, _ before: Schedule?, at start: Moment) -> Schedule {
    var now = start
    var schedule = scheduler.unspread(
      before, grade: grade(before, at: now), at: now, card: .numbered(number))
    while case .at(let time) = schedule.due {
      now = Moment(milliseconds: time, utcOffset: 0)
      schedule = scheduler.unspread(
        schedule, grade: grade(schedule, at: now), at: now, card: .numbered(number))
    }
    return schedule
  }

  private mutating func grade(_ schedule: Schedule?, at now: Moment) -> Grade {
    guard let schedule else {
      return take(choose(habits.first), habits.learningSeconds)
    }
    let isRelearning = if case .relearning = schedule.phase { true } else { false }
    if schedule.interval > 0 {
      let recalled = scheduler.model.retrievability(
        schedule.memory, elapsedDays: Double(now.wholeDays(since: schedule.lastReview)))
      let isRemembered = unit() < recalled
      let grade = isRemembered ? choose(habits.remembered) : .again
      today.reviews += 1
      today.remembered += isRemembered ? 1 : 0
      return take(grade, habits.reviewSeconds)
    }
    return isRelearning
      ? take(choose(habits.relearning), habits.relearningSeconds)
      : take(choose(habits.learning), habits.learningSeconds)
  }

  private mutating func take(_ grade: Grade, _ times: PerGrade) -> Grade {
    today.minutes += times[grade] / 60
    return grade
  }

  private mutating func choose(_ shares: PerGrade) -> Grade {
    var rest = unit()
    return Grade.allCases.first { grade in
      rest -= shares[grade]
      return rest < 0
    } ?? .good
  }

  /// The simulator's chance.
  private mutating func unit() -> Double { Double(generator.next() >> 11) * 0x1p-53 }
}
