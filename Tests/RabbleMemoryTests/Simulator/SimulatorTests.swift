import RabbleMemory
import Testing

struct SimulatorTests {
  private func simulator(seed: UInt64 = 1) -> Simulator {
    Simulator(model: MemoryModel(), seed: seed)
  }

  @Test(arguments: [0.8, 0.9, 0.95])
  func `cards are remembered as often as was asked for`(retention: Double) {
    let days = simulator().run(
      days: 730, cards: 1500, retention: retention, limits: SimulatedLimits(newCards: 10))
    let reviews = days.reduce(0) { $0 + $1.reviews }
    let share = Double(days.reduce(0) { $0 + $1.remembered }) / Double(reviews)
    #expect(reviews > 2000)
    // Intervals are whole days, and the short ones too coarse to meet a share.
    #expect(abs(share - retention) < 0.025)
  }

  @Test func `what is known is what the forgetting curves say`() {
    var simulation = simulator().simulation(cards: 100, retention: 0.9)
    var days: [SimulatedDay] = []
    for _ in 0..<30 { days.append(simulation.advance(SimulatedLimits(newCards: 5))) }
    #expect(simulation.newCards == 0 && simulation.day == 30)
    let introduced = days.map(\.introduced)
    #expect(introduced == Array(repeating: 5, count: 20) + Array(repeating: 0, count: 10))
    for (index, day) in days.enumerated() {
      let learned = Double(min(5 * (index + 1), 100))
      #expect(day.known > 0.85 * learned && day.known <= learned)
    }
    #expect(simulation.known < days[29].known)
  }

  @Test func `the same seed gives the same days, another one others`() {
    func days(_ seed: UInt64) -> [SimulatedDay] {
      simulator(seed: seed).run(
        days: 60, cards: 600, retention: 0.9, limits: SimulatedLimits(newCards: 10))
    }
    #expect(days(1) == days(1))
    #expect(days(1) != days(2))
  }

  @Test func `a card that is due after centuries does no harm`() {
    let far = KnownCard(
      state: MemoryState(stability: 10, difficulty: 5), daysSinceReview: 1, daysUntilDue: .max)
    var simulation = simulator().simulation(cards: 0, knowing: [far], retention: 0.9)
    #expect(simulation.dueNow == 0 && simulation.advance(SimulatedLimits()).reviews == 0)
  }

  @Test func `limits are kept`() {
    let days = simulator().run(
      days: 90, cards: 5000, retention: 0.9,
      limits: SimulatedLimits(newCards: 20, reviews: 30, minutes: 15))
    #expect(days.allSatisfy { $0.reviews <= 30 && $0.introduced <= 20 })
    // The card that was introduced last is finished.
    #expect(days.allSatisfy { $0.minutes <= 15 + 4 })
    #expect(days[89].waiting > 0 || days[89].introduced < 20)
    let nothing = simulator().run(
      days: 3, cards: 10, retention: 0.9, limits: SimulatedLimits(newCards: -1, reviews: -1))
    #expect(nothing == Array(repeating: SimulatedDay(), count: 3))
  }

  @Test func `a higher retention takes more reviews, and more is known`() {
    let retentions = [0.7, 0.8, 0.9, 0.95]
    let curve = simulator().tradeOffs(
      retentions, days: 365, cards: 1000, limits: SimulatedLimits(newCards: 10))
    #expect(curve.map(\.retention) == retentions)
    #expect(curve.map(\.reviews) == curve.map(\.reviews).sorted())
    #expect(curve.map(\.known) == curve.map(\.known).sorted())
    #expect(curve.map(\.lastMonth.reviews) == curve.map(\.lastMonth.reviews).sorted())
  }

  @Test(arguments: [0, 12, 60, 100])
  func `the work of the first and the last month is the mean of their days`(count: Int) {
    let limits = SimulatedLimits(newCards: 10)
    let days = simulator().run(days: count, cards: 400, retention: 0.85, limits: limits)
    let point = simulator().tradeOffs([0.85], days: count, cards: 400, limits: limits)[0]
    for (work, month) in [(point.firstMonth, days.prefix(30)), (point.lastMonth, days.suffix(30))] {
      let length = Double(max(month.count, 1))
      #expect(
        abs(work.reviews - Double(month.reduce(0) { $0 + $1.reviews }) / length) < 1e-9)
      #expect(abs(work.minutes - month.reduce(0) { $0 + $1.minutes } / length) < 1e-9)
    }
    #expect(point.reviews == days.reduce(0) { $0 + $1.reviews })
  }

  @Test func `a deadline takes as few new cards a day as hold`() {
    let plan = simulator().plan(cards: 300, days: 60, retention: 0.9)
    #expect(plan.holds && plan.introduced == 300 && plan.known >= 270)
    #expect(plan.newPerDay >= 5 && plan.days.count == 60)
    #expect(plan.meanMinutes > 0 && plan.mostMinutes >= plan.meanMinutes)
    let fewer = simulator().run(
      days: 60, cards: 300, retention: 0.9, limits: SimulatedLimits(newCards: plan.newPerDay - 1))
    let learned = fewer.reduce(0) { $0 + $1.introduced }
    #expect(learned < 300 || (fewer.last?.known ?? 0) < 270)
  }

  @Test func `a share of a backlog holds until no more is due, and new cards wait`() throws {
    let state = MemoryModel().initialState(.good)
    let known = (0..<100).map { _ in
      KnownCard(state: state, daysSinceReview: 60, daysUntilDue: -55)
    }
    func days(_ limits: SimulatedLimits) -> [SimulatedDay] {
      simulator().run(days: 40, cards: 200, knowing: known, retention: 0.9, limits: limits)
    }
    let share = BacklogShare(reviews: 20, newCards: 0)
    let result = days(SimulatedLimits(newCards: 5, reviewedToday: 8, share: share))
    #expect(result[0].reviews == 12 && result[0].introduced == 0)
    let caughtUp = try #require(result.firstIndex { $0.waiting == 0 })
    #expect(caughtUp > 4)
    #expect(result[1..<caughtUp].allSatisfy { $0.reviews == 20 && $0.introduced == 0 })
    // From then on nothing holds it back, however much is due.
    #expect(result[caughtUp...].allSatisfy { $0.introduced == 5 && $0.waiting == 0 })
    #expect(result[caughtUp].reviews <= 20)

    let more = days(SimulatedLimits(newCards: 5, share: BacklogShare(reviews: 20, newCards: 2)))
    #expect(more.prefix(5).allSatisfy { $0.reviews == 20 && $0.introduced == 2 })
    let limited = days(SimulatedLimits(newCards: 5, reviews: 30, reviewedToday: 8))
    #expect(limited.prefix(3).map(\.reviews) == [22, 30, 30])
    #expect(BacklogShare(reviews: 20).left(ofDue: 12, reviewed: 8) == nil)
    #expect(BacklogShare(reviews: 20).left(ofDue: 13, reviewed: 8) == 12)
    #expect(BacklogShare(reviews: 20).left(ofDue: 1, reviewed: 30) == 0)
  }

  @Test func `new cards that were started today are missing from today alone`() {
    let limits = SimulatedLimits(newCards: 10, introducedToday: 7)
    let days = simulator().run(days: 4, cards: 100, retention: 0.9, limits: limits)
    #expect(days.map(\.introduced) == [3, 10, 10, 10])
    let more = SimulatedLimits(newCards: 10, introducedToday: 12)
    #expect(
      simulator().run(days: 2, cards: 100, retention: 0.9, limits: more).map(\.introduced)
        == [0, 10])
    // 7 of 100 cards fewer are known, and each costs reviews; chance is averaged out.
    let all = SimulatedLimits(newCards: 10)
    let costs = [limits, all].map { limits in
      (1...40).map {
        simulator(seed: $0).tradeOffs([0.9], days: 10, cards: 1000, limits: limits)[0]
      }
    }
    #expect(costs[0].reduce(0) { $0 + $1.known } < costs[1].reduce(0) { $0 + $1.known })
    #expect(costs[0].reduce(0) { $0 + $1.minutes } < costs[1].reduce(0) { $0 + $1.minutes })
    let plan = simulator().plan(
      cards: 100, days: 10, retention: 0.5, limits: SimulatedLimits(introducedToday: 8))
    #expect(plan.holds && plan.newPerDay == 11 && plan.days.first?.introduced == 3)
  }

  @Test func `a deadline that is too near does not hold`() {
    let plan = simulator().plan(
      cards: 1000, days: 30, retention: 0.9, limits: SimulatedLimits(minutes: 10))
    #expect(!plan.holds && plan.introduced < 1000)
    #expect(simulator().plan(cards: 0, days: 10, retention: 0.9).holds)
    #expect(!simulator().plan(cards: 10, days: 0, retention: 0.9).holds)
  }

  @Test func `a backlog spread over more days costs more recall and fewer minutes a day`() {
    var simulation = simulator().simulation(cards: 800, retention: 0.9)
    for _ in 0..<120 { _ = simulation.advance(SimulatedLimits(newCards: 10)) }
    let plans = simulator().catchUp(from: simulation, afterBreak: 14, over: [1, 7, 30])
    #expect(Set(plans.map(\.due)).count == 1 && plans[0].due > simulation.dueNow)
    #expect(plans.map(\.reviewsPerDay) == plans.map(\.reviewsPerDay).sorted(by: >))
    #expect(plans.map(\.minutes) == plans.map(\.minutes).sorted(by: >))
    #expect(plans.map(\.lost) == plans.map(\.lost).sorted())
    #expect(plans[0].days == 1 && plans[0].lost > 0)
    #expect(plans.allSatisfy { (0.5...1).contains($0.remembered) })
  }

  @Test func `habits are those of the log, as far as there is one`() {
    #expect(LearnerHabits(ReviewHistories([])) == LearnerHabits.usual)
    let reviews = (0..<2000).flatMap { card in
      [0, 3].map { day in
        LoggedReview(
          card: card, grade: day == 0 ? .easy : .hard, milliseconds: Int64(day) * 86_400_000,
          day: day, duration: day == 0 ? 2000 : 500_000)
      }
    }
    let habits = LearnerHabits(ReviewHistories(reviews))
    #expect(habits.first[3] > 0.97 && habits.remembered[1] > 0.97)
    #expect(abs(habits.learningSeconds[3] - 2) < 0.2)
    #expect(habits.reviewSeconds[1] > 58 && habits.reviewSeconds[1] <= 60)
    for shares in [habits.first, habits.remembered, habits.learning, habits.relearning] {
      #expect(abs(shares.sum() - 1) < 1e-3)
    }
  }
}
