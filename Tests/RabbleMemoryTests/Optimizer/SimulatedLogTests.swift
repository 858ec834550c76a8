import RabbleExchange
import Testing

@testable import RabbleMemory

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
    let evaluation = histories.evaluate(MemoryModel())
    #expect(abs(evaluation.recentLogLoss - 0.384177) < 2e-6)
    #expect(abs(evaluation.logLoss - 0.384111) < 2e-6)
  }

  @Test func `the search for parameters finds better ones than fsrs-rs after fifty epochs`() {
    let fit = Optimizer(histories).fit()
    #expect(histories.evaluate(fit.found).recentLogLoss <= 0.382437)
    // This learner is so much like the defaults that less than half of it is used.
    #expect(fit.share > 0 && fit.share < 0.5)
    #expect(histories.evaluate(fit.model).recentLogLoss < 0.384177)
  }

  @Test func `each review is predicted better by fits to those before it than by the defaults`() {
    let defaults = histories.evaluate(MemoryModel()).logLoss
    let predicted = Optimizer(histories).prequential(growth: 0.5) { _ in }.evaluation
    #expect(predicted.count == 6071)
    #expect(predicted.logLoss < defaults)
  }
}
