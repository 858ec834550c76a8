import Foundation
import RabbleMemory
import Testing

struct EvaluationTests {
  private static func review(_ card: Int, _ grade: Grade, day: Int) -> LoggedReview {
    LoggedReview(card: card, grade: grade, milliseconds: Int64(day) * 86_400_000, day: day)
  }

  @Test func `a log of two items agrees with a calculation by hand`() {
    // With S = 2.3065 after "good", R(2) = .9101…; the first is remembered, the second is not.
    let histories = ReviewHistories([
      Self.review(1, .good, day: 0), Self.review(2, .good, day: 0),
      Self.review(1, .good, day: 2), Self.review(2, .again, day: 2),
      Self.review(2, .good, day: 2),
    ])
    let model = FSRS6()
    let recalled = model.retrievability(model.initialState(.good), elapsedDays: 2)
    let evaluation = histories.evaluate(model)
    #expect(evaluation.count == 2)
    #expect(abs(evaluation.logLoss + (log(recalled) + log(1 - recalled)) / 2) < 1e-14)
    // The first counts a quarter, the last counts whole.
    let recent = -(0.25 * log(recalled) + log(1 - recalled)) / 1.25
    #expect(abs(evaluation.recentLogLoss - recent) < 1e-14)
    #expect(abs(evaluation.binnedError - (recalled - 0.5)) < 1e-14)
    #expect(evaluation.areaUnderCurve == 0.5)
    #expect(evaluation.calibration.map(\.count) == [2])
    #expect(evaluation.calibration.map(\.remembered) == [0.5])
    #expect(abs(evaluation.calibration[0].predicted - recalled) < 1e-14)
    #expect(evaluation.calibration[0].range.contains(recalled))
  }

  @Test func `a prediction that ranks all items rightly has an area of one`() {
    let reviews = (0..<40).flatMap { card in
      let day = card < 20 ? 1 : 200
      return [
        Self.review(card, .good, day: 0), Self.review(card, card < 20 ? .good : .again, day: day),
      ]
    }
    let histories = ReviewHistories(reviews)
    #expect(histories.evaluate(MemoryModel()).areaUnderCurve == 1)
  }

  @Test func `an empty log has nothing to predict`() {
    let evaluation = ReviewHistories([]).evaluate(MemoryModel())
    #expect(evaluation.count == 0 && evaluation.logLoss == 0 && evaluation.binnedError == 0)
    #expect(evaluation.areaUnderCurve == 0.5 && evaluation.calibration.isEmpty)
  }

  @Test func `a learner who follows the model is predicted without error`() {
    var learner = Learner(MemoryModel(), seed: 21)
    let histories = ReviewHistories(learner.reviews(cards: 1500, each: 8))
    let evaluation = histories.evaluate(MemoryModel())
    for bin in evaluation.calibration where bin.count > 400 {
      #expect(abs(bin.predicted - bin.remembered) < 0.04)
    }
    #expect(evaluation.binnedError < 0.05)
    #expect(evaluation.calibration.reduce(0) { $0 + $1.count } == evaluation.count)
  }
}
