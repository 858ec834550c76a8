import Foundation
import RabbleMemory
import Testing

/// A learner's own log of 12,580 reviews, which lives beside the repository and not in it.
@Suite(
  .enabled(
    if: SharedVectors.file("real_reviews.csv") != nil, "the real log is not on this machine"))
struct RealLogTests {
  private let histories: ReviewHistories

  init() throws {
    let file = try #require(SharedVectors.file("real_reviews.csv"))
    var reader = ReviewCSVReader()
    try Data(contentsOf: file).withUnsafeBytes { reader.read($0) }
    histories = reader.finish().histories
  }

  @Test func `it is read whole`() {
    #expect(histories.count == 12_580 && histories.cardCount == 1205)
    #expect(Optimizer(histories).itemCount == 6276)
  }

  @Test func `the defaults foretell it as fsrs-rs says`() {
    let evaluation = histories.evaluate(MemoryModel(.fsrs6))
    #expect(abs(evaluation.recentLogLoss - 0.453473) < 2e-6)
    #expect(abs(evaluation.logLoss - 0.465036) < 2e-6)
    #expect(abs(evaluation.binnedError - 0.087620) < 2e-6)
  }

  @Test func `a fit of FSRS-6 is better than that of fsrs-rs after fifty epochs`() {
    let fitted = histories.evaluate(Optimizer(histories).fit(.fsrs6).model)
    #expect(fitted.recentLogLoss <= 0.4410)
    #expect(fitted.logLoss <= 0.4481)
  }

  @Test func `fits foretell what they have not seen`() {
    let choice = Optimizer(histories).choose(among: [.fsrs6]) { _ in }
    let losses = choice.candidates.map(\.heldOut.logLoss)
    #expect(abs(losses[0] - 0.44222) < 1e-5)
    #expect(losses[1] <= 0.4370)
    #expect(choice.best == 1)
  }
}
