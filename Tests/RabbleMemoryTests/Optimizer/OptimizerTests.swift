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
    return MemoryModel.valid(parameters)
  }()

  private static let log: [LoggedReview] = {
    var learner = Learner(forgetful, seed: 8)
    return learner.reviews(cards: 300, each: 8)
  }()

  @Test(arguments: MemoryModel.Kind.allCases)
  func `a fit is valid and predicts a learner better than the defaults do`(
    kind: MemoryModel.Kind
  ) throws {
    let histories = ReviewHistories(Self.log)
    let fit = Optimizer(histories).fit(kind)
    #expect(fit.share > 0.5 && fit.model.kind == kind)
    let fitted = histories.evaluate(fit.model)
    let before = histories.evaluate(MemoryModel(kind))
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
    let fit = Optimizer(ReviewHistories(Self.log)).fit(.fsrs6)
    #expect(Optimizer(ReviewHistories(Self.log)).fit(.fsrs6) == fit)
    let cards = Dictionary(grouping: Self.log, by: \.card)
    let shuffled = cards.keys.shuffled(using: &generator).flatMap { cards[$0] ?? [] }
    let other = Optimizer(ReviewHistories(shuffled)).fit(.fsrs6)
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

  @Test(arguments: MemoryModel.Kind.allCases)
  func `the more evidence against the defaults, the farther from them, and none leaves them`(
    kind: MemoryModel.Kind
  ) {
    #expect(Optimizer(log(items: 0, forgottenOf2: 1)).fit(kind).model == MemoryModel(kind))
    var last = Optimizer(log(items: 2, forgottenOf2: 1)).fit(kind)
    #expect(last.share == 0 && last.model == MemoryModel(kind))
    for items in [20, 60, 200, 1000] {
      let fit = Optimizer(log(items: items, forgottenOf2: 1)).fit(kind)
      #expect(fit.share >= last.share, "\(items) items")
      #expect(fit.model.parameters[2] <= MemoryModel(kind).parameters[2], "\(items) items")
      #expect(fit.model.parameters[0..<4].sorted() == Array(fit.model.parameters[0..<4]))
      last = fit
    }
    #expect(last.share > 0.9 && last.share < 1)
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `no learner whose memory is the defaults is harmed`(kind: MemoryModel.Kind) {
    let losses = (1...6).map { seed in
      var learner = SimulatedLearner(MemoryModel(kind), seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(kind == .fsrs6 ? 1000 : 600)))
      let predicted = optimizer.prequential(among: [kind], growth: 0.1) { _ in }
      return predicted.ofChosen.logLoss
        - optimizer.histories.evaluate(MemoryModel(kind)).logLoss
    }
    #expect(losses.reduce(0, +) / 6 < 0.001, "\(losses)")
    #expect(losses.allSatisfy { $0 < 0.004 }, "\(losses)")
  }

  @Test func `a learner whose memory is FSRS-6 does not get FSRS-7`() {
    for seed in 1...3 {
      var learner = SimulatedLearner(Self.forgetful, seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(1000)))
      let choice = optimizer.choose(among: [.fsrs6, .fsrs7]) { _ in }
      #expect(choice.winner.model.kind == .fsrs6, "seed \(seed)")
    }
  }

  @Test func `a learner whose memory is FSRS-7 gets it when enough reviews say so`() {
    let counts = [60, 16_000]
    for seed in 1...2 {
      var learner = SimulatedLearner(MemoryModel(.fsrs7), seed: UInt64(seed))
      let reviews = learner.reviews(16_000)
      let kinds = counts.map { count in
        let optimizer = Optimizer(ReviewHistories(Array(reviews.prefix(count))))
        let fits = MemoryModel.Kind.allCases.map { optimizer.fit($0) }
        return fits[optimizer.chosen(among: fits, limit: optimizer.itemCount)].model.kind
      }
      #expect(kinds == [.fsrs6, .fsrs7], "seed \(seed)")
    }
  }

  @Test func `learners drawn at random are predicted better than by the defaults`() throws {
    let changes = try (1...8).map { seed in
      var learner = try SimulatedLearner.drawn(seed: UInt64(seed))
      let optimizer = Optimizer(ReviewHistories(learner.reviews(1000)))
      let predicted = optimizer.prequential(among: [.fsrs6], growth: 0.1) { _ in }
      return predicted.ofChosen.logLoss
        - optimizer.histories.evaluate(MemoryModel(.fsrs6)).logLoss
    }
    #expect(changes.reduce(0, +) / 8 < -0.005, "\(changes)")
    #expect(changes.allSatisfy { $0 < 0.004 }, "\(changes)")
  }

  @Test
  func `no learner who gains enough is left at the defaults because the search gave up early`() {
    let profile = TrainingProfile.of(.fsrs6)
    for seed in 1...24 {
      var learner = SimulatedLearner(
        seed % 2 == 0 ? Self.forgetful : MemoryModel(.fsrs6), seed: UInt64(seed))
      let histories = ReviewHistories(learner.reviews(100 * (1 + seed % 6)))
      let items = ItemOrder(histories)
      let fit = Optimizer(histories).fit(.fsrs6)
      let set = TrainingSet(
        histories, items: items, limit: items.count, recency: TrainingProfile.recency)
      // A search that never gives up.
      let origin = Training(profile, set).meanLoss(profile.defaults).loss * set.totalWeight
      let full = BoundedMinimizer(bounds: profile.bounds, tolerance: 1e-7).minimize(
        from: profile.defaults
      ) { point in
        let parameters = MemoryModel(.fsrs6, clamping: point).parameters
        return Training(profile, set).meanLoss(parameters)
      }
      let gain = origin - full.loss * set.totalWeight
      #expect(fit.share > 0 || gain < profile.doubt / 2 + 0.2, "seed \(seed), gain \(gain)")
    }
  }

  @Test func `a search that begins at the last fit ends at about the same loss`() {
    let histories = ReviewHistories(Self.log)
    let optimizer = Optimizer(histories)
    let cold = optimizer.fit(.fsrs6)
    let before = Self.log.sorted { $0.milliseconds < $1.milliseconds }.prefix(
      Self.log.count * 96 / 100)
    let start = Optimizer(ReviewHistories(Array(before))).fit(.fsrs6).model
    let warm = optimizer.fit(.fsrs6, from: start)
    #expect(abs(warm.share - cold.share) < 0.05 * (1 - cold.share))
    // A start of the other model is none.
    #expect(optimizer.fit(.fsrs6, from: MemoryModel(.fsrs7)) == cold)
  }

  @Test func `progress rises to the end, and throwing ends the work`() {
    struct Enough: Error {}
    let optimizer = Optimizer(ReviewHistories(Self.log))
    var shares: [Double] = []
    _ = optimizer.choose(among: [.fsrs6]) { shares.append($0) }
    #expect(shares == shares.sorted() && shares.first == 0 && shares.last == 1)
    #expect(throws: Enough.self) {
      try optimizer.choose(among: [.fsrs6]) { if $0 > 0.2 { throw Enough() } }
    }
    #expect(throws: Enough.self) { try optimizer.fit(.fsrs7) { _ in throw Enough() } }
  }

  @Test func `a learner unlike the defaults gets parameters of their own`() {
    let choice = Optimizer(ReviewHistories(Self.log)).choose(among: [.fsrs6]) { _ in }
    #expect(choice.candidates.map(\.model.kind) == [.fsrs6, .fsrs6] && choice.best == 1)
    #expect(choice.candidates[0].origin == .defaults)
    #expect(choice.winner.heldOut.logLoss < choice.candidates[0].heldOut.logLoss)
  }

  @Test func `a fit replaces what is in use, even what was fitted to the same reviews`() {
    let optimizer = Optimizer(ReviewHistories(Self.log))
    let choice = optimizer.choose(among: [.fsrs6], current: Self.forgetful) { _ in }
    #expect(choice.candidates.map(\.model.kind).count == 3 && choice.best == 2)
    #expect(choice.candidates[0].origin == .inUse && !choice.keepsCurrent)
    let again = optimizer.refit(choice.winner.model) { _ in }
    #expect(again.best == 1 && again.winner.model.kind == .fsrs6)
  }

  @Test func `parameters set by hand stay as long as there is no evidence for others`() {
    let little = Optimizer(log(items: 10, forgottenOf2: 0))
    let kept = little.choose(among: [.fsrs6], current: Self.forgetful, isSetByHand: true) { _ in }
    #expect(kept.keepsCurrent && kept.winner.model == Self.forgetful)
    let replaced = little.choose(among: [.fsrs6], current: Self.forgetful) { _ in }
    #expect(replaced.winner.model == MemoryModel(.fsrs6))
    let much = Optimizer(ReviewHistories(Self.log))
    #expect(
      !much.choose(among: [.fsrs6], current: .init(.fsrs7), isSetByHand: true) { _ in }.keepsCurrent
    )
  }
}
