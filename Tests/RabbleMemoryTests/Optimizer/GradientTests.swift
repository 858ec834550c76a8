import RabbleTestSupport
import Testing

@testable import RabbleMemory

/// The replay that works on eight reviews at once against the models themselves.
struct GradientTests {
  private let histories: ReviewHistories

  init() {
    var learner = Learner(MemoryModel(.fsrs6), seed: 3)
    histories = ReviewHistories(learner.reviews(cards: 150, each: 12))
  }

  private func training(
    _ kind: MemoryModel.Kind, recency: @escaping (Double) -> Double
  ) -> (Training, TrainingSet) {
    let set = TrainingSet(
      histories, items: ItemOrder(histories), limit: .max, recency: recency)
    return (Training(TrainingProfile.of(kind), set), set)
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `the loss is that of the model, one review after the other`(
    kind: MemoryModel.Kind
  ) throws {
    var generator = SeededGenerator(seed: 4)
    let (evenly, even) = training(kind) { _ in 1 }
    let (recently, recent) = training(kind) { 0.25 + 0.75 * $0 * $0 * $0 }
    for _ in 0..<20 {
      let model = try Self.model(kind, using: &generator)
      let evaluation = histories.evaluate(model)
      let price = TrainingProfile.of(kind).price(of: model.parameters)
      let loss = evenly.meanLoss(model.parameters).loss - price / even.totalWeight
      #expect(relativeDistance(loss, evaluation.logLoss) < 2e-5)
      let weighted = recently.meanLoss(model.parameters).loss - price / recent.totalWeight
      #expect(relativeDistance(weighted, evaluation.recentLogLoss) < 2e-5)
    }
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `the gradient agrees with differences of the loss`(kind: MemoryModel.Kind) throws {
    var generator = SeededGenerator(seed: 5)
    let training = training(kind) { _ in 1 }.0
    let profile = TrainingProfile.of(kind)
    for _ in 0..<4 {
      let model = try Self.model(kind, using: &generator)
      let value = training.meanLoss(model.parameters)
      let size =
        value.gradient.indices.map { abs(value.gradient[$0] * profile.spreads[$0]) }
        .max() ?? 0
      for index in model.parameters.indices {
        let step = min(profile.spreads[index], model.parameters[index]) * 1e-3
        var (less, more) = (model.parameters, model.parameters)
        less[index] -= step
        more[index] += step
        let difference =
          (loss(kind, more, profile) - loss(kind, less, profile)) / (2 * step)
        // In units of a parameter's usual spread; single precision leaves a few digits.
        let error = abs(difference - value.gradient[index]) * profile.spreads[index]
        #expect(error < 2e-3 * max(size, 0.01), "parameter \(index)")
      }
    }
  }

  /// What a training minimizes, by the model itself.
  private func loss(
    _ kind: MemoryModel.Kind, _ parameters: [Double], _ profile: TrainingProfile
  ) -> Double {
    let evaluation = histories.evaluate(MemoryModel(kind, clamping: parameters))
    return evaluation.logLoss + profile.price(of: parameters) / Double(evaluation.count)
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `cards in parts give the loss of all cards`(kind: MemoryModel.Kind) {
    let set = training(kind) { _ in 1 }.1
    let parameters = TrainingProfile.of(kind).defaults
    let kernel = { (cards: Range<Int>) -> LossGradient in
      let tree = ReviewTree(
        set, cards: cards, kind: kind, in: ReviewTreeMemory(set, cards: cards))
      return kind == .fsrs6
        ? FSRS6Kernel(tree).evaluate(parameters) : FSRS7Kernel(tree).evaluate(parameters)
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
  private static func model(
    _ kind: MemoryModel.Kind, using generator: inout SeededGenerator
  ) throws -> MemoryModel {
    let profile = TrainingProfile.of(kind)
    let parameters = profile.defaults.indices.map { index in
      let room = profile.bounds[index]
      let parameter =
        profile.defaults[index]
        + (index < 4 ? 0.1 : 0.15) * profile.spreads[index]
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

extension Training {
  /// The mean loss of an item, including what the distance from the defaults costs.
  func meanLoss(_ parameters: [Double]) -> LossGradient {
    let sum = loss(parameters, of: parts)
    return LossGradient(
      loss: sum.loss / totalWeight, gradient: sum.gradient.map { $0 / totalWeight })
  }
}
