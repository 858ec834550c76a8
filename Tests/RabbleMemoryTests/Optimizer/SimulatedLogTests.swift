import RabbleExchange
import RabbleMemory
import Testing

/// A log of 8,008 reviews, as a learner's own would be, beside what fsrs-rs makes of it. `make bench` does the same
/// with a real one.
struct SimulatedLogTests {
  private let histories: ReviewHistories

  init() throws {
    var reader = ReviewCSVReader()
    try fixture("simulated_reviews.csv").withUnsafeBytes { reader.read($0) }
    histories = reader.finish().histories
  }

  @Test func `it is read whole`() {
    #expect(histories.count == 8008 && histories.cardCount == 538)
    #expect(Optimizer(histories).itemCount == 6071)
  }

  @Test func `the defaults predict it as fsrs-rs says`() {
    let evaluation = histories.evaluate(MemoryModel(.fsrs6))
    #expect(abs(evaluation.recentLogLoss - 0.384177) < 2e-6)
    #expect(abs(evaluation.logLoss - 0.384111) < 2e-6)
  }

  @Test func `a fit of FSRS-6 is better than that of fsrs-rs after fifty epochs`() {
    let fitted = histories.evaluate(Optimizer(histories).fit(.fsrs6).model)
    #expect(fitted.recentLogLoss <= 0.382437)
  }

  @Test func `a fit predicts held-out reviews better than the defaults and than fsrs-rs`() {
    let choice = Optimizer(histories).choose(among: [.fsrs6]) { _ in }
    let losses = choice.candidates.map(\.heldOut.logLoss)
    #expect(abs(losses[0] - 0.383234) < 1e-5)
    #expect(losses[1] <= 0.3832)
    #expect(choice.best == 1)
  }
}
