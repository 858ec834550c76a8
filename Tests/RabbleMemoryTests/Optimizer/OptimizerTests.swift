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
    #expect(fit.extent == .all && fit.model.kind == kind)
    let fitted = histories.evaluate(fit.model)
    let before = histories.evaluate(MemoryModel(kind))
    let truth = histories.evaluate(Self.forgetful)
    #expect(fitted.logLoss < before.logLoss - 0.01)
    #expect(fitted.logLoss < truth.logLoss + 0.002)
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

  @Test(arguments: MemoryModel.Kind.allCases)
  func `little is fitted to little`(kind: MemoryModel.Kind) {
    func fit(items: Int) -> Fit {
      let reviews = (0..<items).flatMap { card in
        [0, 3].map { day in
          LoggedReview(
            card: card, grade: day > 0 && card % 2 == 0 ? .again : .good,
            milliseconds: Int64(day) * 86_400_000, day: day)
        }
      }
      return Optimizer(ReviewHistories(reviews)).fit(kind)
    }
    #expect(fit(items: 0) == Fit(model: MemoryModel(kind), extent: .nothing))
    #expect(fit(items: 7) == Fit(model: MemoryModel(kind), extent: .nothing))
    for items in [8, 63] {
      let fit = fit(items: items)
      #expect(fit.extent == .firstStabilities)
      #expect(fit.model.parameters[2] < MemoryModel(kind).parameters[2])
      #expect(fit.model.parameters[4...] == MemoryModel(kind).parameters[4...])
      #expect(fit.model.parameters[0..<4].sorted() == Array(fit.model.parameters[0..<4]))
    }
    #expect(fit(items: 64).extent == .all)
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
    #expect(choice.candidates.map(\.origin) == [.defaults, .fit(.all)])
    #expect(choice.best == 1)
    #expect(choice.winner.heldOut.logLoss < choice.candidates[0].heldOut.logLoss)
  }

  @Test func `what does not win on held-out reviews is not used`() {
    let optimizer = Optimizer(ReviewHistories(Self.log))
    let choice = optimizer.choose(among: [.fsrs6], current: Self.forgetful) { _ in }
    #expect(choice.candidates.map(\.origin) == [.inUse, .defaults, .fit(.all)])
    #expect(choice.keepsCurrent && choice.winner.model == Self.forgetful)
  }

  @Test func `reviews that came before a time are not compared`() throws {
    let optimizer = Optimizer(ReviewHistories(Self.log))
    let times = Self.log.map(\.milliseconds).sorted()
    let start = times[times.count * 3 / 5]
    let after = optimizer.itemCount(after: start)
    // What was fitted to all before wins there by what it has seen, and not here.
    let before = Self.log.filter { $0.milliseconds <= start }
    let seen = Optimizer(ReviewHistories(before))
    #expect(seen.itemCount + after == optimizer.itemCount && seen.itemCount > 0 && after > 0)
    let current = seen.fit(.fsrs6).model
    let choice = optimizer.choose(among: [.fsrs6], current: current, after: start) { _ in }
    #expect(choice.candidates.map(\.heldOut.count) == [after, after, after])
    #expect(optimizer.itemCount(after: nil) == optimizer.itemCount)
    #expect(optimizer.itemCount(after: times.last) == 0)
    let none = optimizer.choose(among: [.fsrs6], current: current, after: times.last) { _ in }
    #expect(none.candidates.allSatisfy { $0.heldOut.count == 0 } && none.keepsCurrent)
  }
}
