import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@Suite struct IntervalOriginTests {
  private let card = CardID(question: QuestionID(bits: 7))

  private func review(
    _ grade: Grade, on day: Int64 = 0, fuzzPosition: Double? = nil, hour: Int64 = 12
  ) -> Review {
    Review(
      card: card, grade: grade,
      moment: Moment(milliseconds: day * 86_400_000 + hour * 3_600_000, utcOffset: 0), typed: nil,
      verdict: nil, hintUsed: false, duration: 0, fuzzPosition: fuzzPosition)
  }

  /// A first "easy" gives a stability of 12.4 days; without steps, that is the interval for 90%.
  private func scheduler(maximumInterval: Int = 36_500) throws -> Scheduler {
    var parameters = FSRS6.defaultParameters
    parameters[3] = 12.4
    return Scheduler(
      model: try MemoryModel(parameters: parameters), learningSteps: [], relearningSteps: [],
      maximumInterval: maximumInterval)
  }

  private func days(_ scheduler: Scheduler, _ reviews: Review...) throws -> IntervalOrigin.Days {
    guard case .days(let days) = try #require(scheduler.origin(of: reviews)).origin else {
      throw Surprise()
    }
    return days
  }

  private struct Surprise: Error {}

  @Test func `a card without reviews has no interval`() throws {
    #expect(try scheduler().origin(of: []) == nil)
  }

  @Test func `12.4 days may become any of 10 to 14, and chance chooses`() throws {
    // Out of the steps the interval is rounded first: 12 ± (1 + .15·4.5 + .1·5) = 9.825…14.175.
    let days = try days(scheduler(), review(.easy))
    #expect(abs(days.exact - 12.4) < 1e-9)
    #expect(days.range == 10...14)
    #expect(days.reason == .chance)
    #expect(days.range.contains(days.chosen))
  }

  @Test func `a recorded fuzz position was chosen for what else is due`() throws {
    let days = try days(scheduler(), review(.easy, fuzzPosition: 0.7))
    #expect(days.range == 10...14)
    #expect(days.chosen == 13)
    #expect(days.reason == .load)
  }

  @Test func `a fuzz position past the range was chosen above a lower grade`() throws {
    let days = try days(scheduler(), review(.easy, fuzzPosition: 1.1))
    #expect(days.chosen == 15)
    #expect(days.range == 15...15)
    #expect(days.reason == .aboveLowerGrade)
  }

  @Test func `the longest interval ends what the model would go on with`() throws {
    let days = try days(scheduler(maximumInterval: 5), review(.easy))
    #expect(abs(days.exact - 12.4) < 1e-9)
    // 5 - (1 + .15·2.5) = 3.625 is the least, and no more than 5.
    #expect(days.range == 4...5)
    #expect(days.reason == .longest)
  }

  @Test func `a lapse without steps is not spread`() throws {
    let days = try days(scheduler(), review(.easy), review(.again, on: 12))
    #expect(days.reason == .only)
    #expect(days.range == days.chosen...days.chosen)
  }

  @Test func `steps have a number and seconds`() throws {
    let scheduler = Scheduler()
    #expect(
      scheduler.origin(of: [review(.good)])?.origin == .step(number: 2, count: 2, seconds: 600))
    #expect(
      scheduler.origin(of: [review(.again)])?.origin == .step(number: 1, count: 2, seconds: 60))
    #expect(
      scheduler.origin(of: [review(.easy), review(.again, on: 8)])?.origin
        == .step(number: 1, count: 1, seconds: 600))
  }

  @Test func `for any history, the origin explains the schedule a replay gives`() {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<400 {
      let scheduler = Scheduler(
        learningSteps: Bool.random(using: &generator) ? [60, 600] : [],
        relearningSteps: Bool.random(using: &generator) ? [600] : [],
        desiredRetention: Double.random(in: 0.7...0.97, using: &generator),
        maximumInterval: Int.random(in: 1...400, using: &generator))
      var reviews: [Review] = []
      var schedule: Schedule?
      var day: Int64 = 0
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let review = review(
          generator.element(of: Grade.allCases), on: day,
          fuzzPosition: Bool.random(using: &generator)
            ? Double.random(in: 0..<1.2, using: &generator) : nil)
        reviews.append(review)
        schedule = scheduler.schedule(
          schedule, grade: review.grade, at: review.moment, card: card,
          fuzzPosition: review.fuzzPosition)
        day += Int64.random(in: 0...40, using: &generator)
        guard let found = scheduler.origin(of: reviews) else {
          Issue.record("nothing")
          return
        }
        #expect(found.schedule == schedule)
        if case .days(let days) = found.origin {
          #expect(days.chosen == schedule?.interval)
          #expect(days.range.contains(days.chosen))
          #expect(days.reason != .only || days.range.count == 1)
        } else {
          #expect(schedule?.interval == 0)
        }
      }
    }
  }
}
