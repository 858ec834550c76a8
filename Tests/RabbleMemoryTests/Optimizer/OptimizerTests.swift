import RabbleTestSupport
import Testing

@testable import RabbleMemory

struct OptimizerTests {
  /// A learner who forgets faster than most.
  private static let forgetful: MemoryModel = {
    var parameters = FSRS6.defaultParameters
    for index in 0..<4 { parameters[index] *= 0.4 }
    parameters[8] -= 0.6
    parameters[20] = 0.35
    return MemoryModel(clamping: parameters)
  }()

  private static let log: [LoggedReview] = {
    var learner = Learner(forgetful, seed: 8)
    return learner.reviews(cards: 300, each: 8)
  }()

  @Test func `a fit is valid and predicts a learner better than the defaults do`() throws {
    let histories = ReviewHistories(Self.log)
    let fit = Optimizer(histories).fit()
    #expect(fit.share > 0.5)
    let fitted = histories.evaluate(fit.model)
    let before = histories.evaluate(MemoryModel())
    let truth = histories.evaluate(Self.forgetful)
    #expect(fitted.logLoss < before.logLoss - 0.01)
    #expect(fitted.logLoss < truth.logLoss + 0.003)
    #expect(fitted.binnedError < before.binnedError)
    // Parameters are exchanged with four decimals.
    let parameters = fit.model.parameters
    #expect(try MemoryModel(parameters: parameters).parameters == parameters)
    for parameter in parameters { #expect((parameter * 10_000).rounded() / 10_000 == parameter) }
  }

  @Test func `the same log gives the same parameters, in whatever order it comes`() {
    var generator = SeededGenerator(seed: 1)
    let fit = Optimizer(ReviewHistories(Self.log)).fit()
    #expect(Optimizer(ReviewHistories(Self.log)).fit() == fit)
    let cards = Dictionary(grouping: Self.log, by: \.card)
    let shuffled = cards.keys.shuffled(using: &generator).flatMap { cards[$0] ?? [] }
    let other = Optimizer(ReviewHistories(shuffled)).fit()
    for (left, right) in zip(other.model.parameters, fit.model.parameters) {
      #expect(abs(left - right) <= 0.05 * max(abs(right), 0.1))
    }
  }

  /// Cards that were good on their first day, and forgotten three days later in some share of cases.
  private func log(items: Int, forgottenOf2: Int) -> ReviewHistories {
    ReviewHistories(
      (0..<items).flatMap { card in
        [0, 3].map { day in
          LoggedReview(
            card: card, grade: day > 0 && card % 2 < forgottenOf2 ? .again : .good,
            milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day)
        }
      })
  }

  @Test func `the more evidence against the defaults, the farther from them, and none leaves them`()
  {
    #expect(Optimizer(log(items: 0, forgottenOf2: 1)).fit().model == MemoryModel())
    var last = Optimizer(log(items: 2, forgottenOf2: 1)).fit()
    #expect(last.share == 0 && last.model == MemoryModel())
    for items in [20, 60, 200, 1000] {
      let fit = Optimizer(log(items: items, forgottenOf2: 1)).fit()
      #expect(fit.share >= last.share, "\(items) items")
      #expect(fit.model.parameters[2] <= MemoryModel().parameters[2], "\(items) items")
      #expect(fit.model.parameters[0..<4].sorted() == Array(fit.model.parameters[0..<4]))
      last = fit
    }
    #expect(last.share > 0.9 && last.share < 1)
  }

  @Test func `no learner whose memory is the defaults is harmed`() {
    let losses = (1...6).map { seed in
      var learner = SimulatedLearner(MemoryModel(), seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(1000)))
      let predicted = optimizer.prequential(growth: 0.1) { _ in }
      return predicted.evaluation.logLoss
        - optimizer.histories.evaluate(MemoryModel()).logLoss
    }
    #expect(losses.reduce(0, +) / 6 < 0.001, "\(losses)")
    #expect(losses.allSatisfy { $0 < 0.004 }, "\(losses)")
  }

  @Test func `learners drawn at random are predicted better than by the defaults`() throws {
    let changes = try (1...8).map { seed in
      var learner = try SimulatedLearner.drawn(seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(1000)))
      let predicted = optimizer.prequential(growth: 0.1) { _ in }
      return predicted.evaluation.logLoss
        - optimizer.histories.evaluate(MemoryModel()).logLoss
    }
    #expect(changes.reduce(0, +) / 8 < -0.005, "\(changes)")
    #expect(changes.allSatisfy { $0 < 0.004 }, "\(changes)")
  }

  @Test func `the search ends at the minimum, or so near it that nobody can tell`() {
    for seed in 1...12 {
      var learner = SimulatedLearner(
        seed % 2 == 0 ? Self.forgetful : MemoryModel(), seed: UInt64(seed))
      let histories = ReviewHistories(learner.reviews(100 * (1 + seed % 6)))
      let items = ItemOrder(histories)
      let set = TrainingSet(histories, items: items, limit: items.count)
      let objective = TrainingObjective(set, for: MemoryModel.self)
      let found = objective.minimum(from: nil) { _ in }
      let before = objective.negativeLogPosterior(MemoryModel.defaultParameters).loss
      #expect(
        abs(before - found.gain - objective.negativeLogPosterior(found.parameters).loss) < 1e-9)
      // A search that ends much later, from where this one ended.
      let coordinates = ParameterCoordinates(MemoryModel.parameterTable, weight: set.totalWeight)
      let least = BoundedMinimizer(bounds: coordinates.bounds, tolerance: 1e-7).minimize(
        from: coordinates.point(of: found.parameters)
      ) { point in
        let parameters = coordinates.parameters(at: point)
        let value = objective.negativeLogPosterior(parameters)
        return LossGradient(
          loss: value.loss, gradient: coordinates.gradient(value.gradient, at: parameters))
      }
      #expect(before - least.loss < found.gain + 0.2, "seed \(seed)")
    }
  }

  @Test func `a search that begins at the last fit ends at about the same loss`() {
    let histories = ReviewHistories(Self.log)
    let optimizer = Optimizer(histories)
    let cold = optimizer.fit()
    let before = Self.log.sorted { $0.milliseconds < $1.milliseconds }.prefix(
      Self.log.count * 96 / 100)
    let start = Optimizer(ReviewHistories(Array(before))).fit().model
    let warm = optimizer.fit(from: start)
    #expect(abs(warm.share - cold.share) < 0.05 * (1 - cold.share))
  }

  @Test func `progress rises to the end, and throwing ends the work`() {
    struct Enough: Error {}
    let optimizer = Optimizer(ReviewHistories(Self.log))
    var shares: [Double] = []
    _ = optimizer.choose { shares.append($0) }
    #expect(shares == shares.sorted() && shares.first == 0 && shares.last == 1)
    #expect(throws: Enough.self) {
      try optimizer.choose { if $0 > 0.2 { throw Enough() } }
    }
    #expect(throws: Enough.self) { try optimizer.fit { _ in throw Enough() } }
  }

  @Test func `a learner unlike the defaults gets parameters of their own`() {
    let choice = Optimizer(ReviewHistories(Self.log)).choose { _ in }
    #expect(choice.candidates.count == 2 && choice.best == 1)
    #expect(choice.candidates[0].origin == .defaults)
    #expect(choice.winner.heldOut.logLoss < choice.candidates[0].heldOut.logLoss)
  }

  @Test func `a fit replaces what is in use, even what was fitted to the same reviews`() {
    let optimizer = Optimizer(ReviewHistories(Self.log))
    let choice = optimizer.choose(current: Self.forgetful) { _ in }
    #expect(choice.candidates.count == 3 && choice.best == 2)
    #expect(choice.candidates[0].origin == .inUse && !choice.keepsCurrent)
    let again = optimizer.refit(choice.winner.model) { _ in }
    #expect(again.best == 1)
  }

  @Test func `parameters set by hand stay as long as there is no evidence for others`() {
    let little = Optimizer(log(items: 10, forgottenOf2: 0))
    let kept = little.choose(current: Self.forgetful, isSetByHand: true) { _ in }
    #expect(kept.keepsCurrent && kept.winner.model == Self.forgetful)
    let replaced = little.choose(current: Self.forgetful) { _ in }
    #expect(replaced.winner.model == MemoryModel())
    let much = Optimizer(ReviewHistories(Self.log))
    #expect(!much.choose(current: MemoryModel(), isSetByHand: true) { _ in }.keepsCurrent)
  }
}
