import RabbleMemory
import Testing

/// What somebody else's program does with this module alone.
struct PublicAPITests {
  /// Ten reviews of each of 40 cards, one of them forgotten.
  private let reviews = (0..<40).flatMap { card in
    (0..<10).map { number in
      let day = card + number * (number + 1)
      return LoggedReview(
        card: card, grade: number == 6 ? .again : .good,
        milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day, duration: 4_000)
    }
  }

  @Test func `a log is fitted, judged, replayed and simulated`() throws {
    let log = ReviewHistories(reviews)
    let history = [(grade: Grade.good, elapsedDays: 0), (.good, 2), (.again, 9)]
    let fit = Optimizer(log).fit()
    let loss = log.evaluate(fit.model).logLoss
    let state = try #require(fit.model.replay(history))
    let days = fit.model.interval(stability: state.stability, retention: 0.9)
    let year = Simulator(model: fit.model, habits: LearnerHabits(log), seed: 1)
      .run(days: 365, cards: 2000, retention: 0.9, limits: SimulatedLimits())

    #expect(fit.share >= 0 && fit.share <= 1 && fit.model.parameters.count == 21)
    #expect(loss > 0 && loss < log.evaluate(MemoryModel()).logLoss)
    #expect(abs(days - state.stability) < 1e-9)
    #expect(year.count == 365 && year[0].introduced == 20)
    #expect(year.reduce(0) { $0 + $1.introduced } == 2000)
  }

  @Test func `habits of one's own are simulated`() {
    let careful = LearnerHabits(reviewSeconds: [40, 40, 40, 40])
    #expect(careful.first == LearnerHabits.usual.first)
    func minutes(_ habits: LearnerHabits) -> Double {
      Simulator(model: MemoryModel(), habits: habits, seed: 1)
        .run(days: 60, cards: 200, retention: 0.9, limits: SimulatedLimits())
        .reduce(0) { $0 + $1.minutes }
    }
    #expect(minutes(careful) > minutes(.usual) * 1.2)
  }
}
