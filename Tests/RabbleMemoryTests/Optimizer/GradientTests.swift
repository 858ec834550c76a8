import RabbleTestSupport
import Testing

@testable import RabbleMemory

/// The replay that works on eight reviews at once against the models themselves.
struct GradientTests {
  private let histories: ReviewHistories

  init() {
    var learner = Learner(MemoryModel(), seed: 3)
    histories = ReviewHistories(learner.reviews(cards: 150, each: 12))
  }

  private func training(recency: @escaping (Double) -> Double) -> (Training, TrainingSet) {
    let set = TrainingSet(
      histories, items: ItemOrder(histories), limit: .max, recency: recency)
    return (Training(set), set)
  }

  @Test func `the loss is that of the model, one review after the other`() throws {
    var generator = SeededGenerator(seed: 4)
    let (evenly, even) = training { _ in 1 }
    let (recently, recent) = training { 0.25 + 0.75 * $0 * $0 * $0 }
    for _ in 0..<20 {
      let model = try Self.model(using: &generator)
      let evaluation = histories.evaluate(model)
      let price = Prior.price(of: model.parameters)
      let loss = evenly.meanLoss(model.parameters).loss - price / even.totalWeight
      #expect(relativeDistance(loss, evaluation.logLoss) < 2e-5)
      let weighted = recently.meanLoss(model.parameters).loss - price / recent.totalWeight
      #expect(relativeDistance(weighted, evaluation.recentLogLoss) < 2e-5)
    }
  }

  @Test func `the gradient agrees with differences of the loss`() throws {
    var generator = SeededGenerator(seed: 5)
    let training = training { _ in 1 }.0
    for _ in 0..<4 {
      let model = try Self.model(using: &generator)
      let value = training.meanLoss(model.parameters)
      let size =
        value.gradient.indices.map { abs(value.gradient[$0] * Prior.spreads[$0]) }
        .max() ?? 0
      for index in model.parameters.indices {
        let step = min(Prior.spreads[index], model.parameters[index]) * 1e-3
        var (less, more) = (model.parameters, model.parameters)
        less[index] -= step
        more[index] += step
        let difference = (loss(more) - loss(less)) / (2 * step)
        // In units of a parameter's usual spread; single precision leaves a few digits.
        let error = abs(difference - value.gradient[index]) * Prior.spreads[index]
        #expect(error < 2e-3 * max(size, 0.01), "parameter \(index)")
      }
    }
  }

  /// What a training minimizes, by the model itself.
  private func loss(_ parameters: [Double]) -> Double {
    let evaluation = histories.evaluate(MemoryModel(clamping: parameters))
    return evaluation.logLoss + Prior.price(of: parameters) / Double(evaluation.count)
  }

  @Test func `cards in parts give the loss of all cards`() {
    let set = training { _ in 1 }.1
    let parameters = Prior.defaults
    let kernel = { (cards: Range<Int>) -> LossGradient in
      let tree = ReviewTree(set, cards: cards, in: ReviewTreeMemory(set, cards: cards))
      return FSRS6Kernel(tree).evaluate(parameters)
    }
    let whole = kernel(0..<150)
    let parts = [kernel(0..<1), kernel(1..<90), kernel(90..<150), kernel(150..<150)]
    let sum = parts.reduce(0) { $0 + $1.loss }
    #expect(relativeDistance(sum, whole.loss) < 1e-5)
    for index in parameters.indices {
      let slope = parts.reduce(0) { $0 + $1.gradient[index] }
      #expect(abs(slope - whole.gradient[index]) < 1e-3 * max(1, abs(slope)))
    }
  }

  /// A model with parameters about the defaults.
  private static func model(using generator: inout SeededGenerator) throws -> MemoryModel {
    let parameters = Prior.defaults.indices.map { index in
      let room = Prior.bounds[index]
      let parameter =
        Prior.defaults[index]
        + (index < 4 ? 0.1 : 0.15) * Prior.spreads[index]
        * Double.random(in: -1...1, using: &generator)
      let margin = 1e-2 * (room.upperBound - room.lowerBound)
      return min(
        max(parameter, room.lowerBound + (index < 4 ? 1e-2 : margin)), room.upperBound - margin)
    }
    var ordered = parameters
    for index in 1..<4 { ordered[index] = max(ordered[index], ordered[index - 1] + 0.1) }
    return try MemoryModel(parameters: ordered)
  }
}

extension Prior {
  /// What the distance of parameters from the defaults costs: half the squares of their distances in
  /// spreads.
  fileprivate static func price(of parameters: [Double]) -> Double {
    parameters.indices.reduce(0) { sum, index in
      let distance = distance(of: parameters[index], at: index).distance
      return sum + distance * distance / 2
    }
  }
}

extension Training {
  /// The mean loss of an item, including what the distance from the defaults costs.
  func meanLoss(_ parameters: [Double]) -> LossGradient {
    let sum = loss(parameters, of: parts)
    return LossGradient(
      loss: sum.loss / totalWeight, gradient: sum.gradient.map { $0 / totalWeight })
  }
}
