import RabbleMemory
import RabbleTestSupport

/// A learner whose memory follows a model exactly, and who reviews as its scheduler asks, now and
/// then some days late.
struct Learner {
  let model: MemoryModel
  var generator: SeededGenerator

  init(_ model: MemoryModel, seed: UInt64) {
    self.model = model
    generator = SeededGenerator(seed: seed)
  }

  /// The reviews of some cards, each for as many reviews at most.
  mutating func reviews(cards: Int, each count: Int) -> [LoggedReview] {
    var result: [LoggedReview] = []
    for card in 0..<cards {
      var day = Int.random(in: 0..<200, using: &generator)
      var grade = generator.element(of: [Grade.again, .hard, .good, .good, .easy])
      var state = model.initialState(grade)
      result.append(review(card, grade, day))
      for _ in 1..<max(Int.random(in: 1...count, using: &generator), 1) {
        let interval = model.interval(stability: state.stability, retention: 0.85)
        let wait = min(max(Int(interval), 0), 400)
        let late = generator.element(of: [0, 0, 0, 1, 3, 10])
        let days = grade == .again ? generator.element(of: [0, 1]) : wait + late
        day += days
        let recalled = model.retrievability(state, elapsedDays: Double(days))
        grade =
          Double.random(in: 0..<1, using: &generator) >= recalled
          ? .again : generator.element(of: [.hard, .good, .good, .good, .good, .easy])
        state = model.nextState(state, grade: grade, elapsedDays: days)
        result.append(review(card, grade, day))
      }
    }
    return result
  }

  private func review(_ card: Int, _ grade: Grade, _ day: Int) -> LoggedReview {
    LoggedReview(
      card: card, grade: grade, milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day)
  }
}
