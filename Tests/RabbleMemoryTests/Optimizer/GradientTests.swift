import RabbleTestSupport
import Testing

@testable import RabbleMemory

/// What a fit minimizes, against the model itself and against differences.
struct GradientTests {
  private let histories: ReviewHistories

  init() {
    var learner = Learner(MemoryModel(), seed: 3)
    histories = ReviewHistories(learner.reviews(cards: 150, each: 12) + Self.forgottenCards)
  }

  /// Cards that are forgotten after hundreds of days, again and again: their stabilities are the most that an
  /// incorrect answer may leave.
  private static let forgottenCards = (200..<220).flatMap { card in
    (0..<6).map { number in
      let day = number * (300 + card)
      return LoggedReview(
        card: card, grade: number == 5 ? .good : .again,
        milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day)
    }
  }

  private func set(recency: @escaping (Double) -> Double) -> TrainingSet {
    TrainingSet(histories, items: ItemOrder(histories), limit: .max, recency: recency)
  }

  @Test func `the loss is that of the model, one review after the other`() throws {
    var generator = SeededGenerator(seed: 4)
    let even = set { _ in 1 }
    let recent = set { 0.25 + 0.75 * $0 * $0 * $0 }
    for _ in 0..<20 {
      let model = try Self.model(using: &generator)
      let evaluation = histories.evaluate(model)
      let loss = TrainingLoss<MemoryModel>(even)(model.parameters).loss / even.totalWeight
      #expect(relativeDistance(loss, evaluation.logLoss) < 1e-12)
      let weighted = TrainingLoss<MemoryModel>(recent)(model.parameters).loss / recent.totalWeight
      // Weights are in single precision.
      #expect(relativeDistance(weighted, evaluation.recentLogLoss) < 1e-6)
    }
  }

  @Test func `the derivatives agree with differences of the loss`() throws {
    var generator = SeededGenerator(seed: 5)
    let objective = TrainingObjective(set { _ in 1 }, for: MemoryModel.self)
    for _ in 0..<10 {
      let parameters = try Self.model(using: &generator).parameters
      let gradient = objective.negativeLogPosterior(parameters).gradient
      Self.expectDerivatives(
        gradient, of: { objective.negativeLogPosterior($0).loss }, at: parameters)
    }
  }

  @Test func `the derivatives with respect to coordinates agree with differences, too`() throws {
    var generator = SeededGenerator(seed: 6)
    let objective = TrainingObjective(set { _ in 1 }, for: MemoryModel.self)
    let coordinates = ParameterCoordinates(MemoryModel.parameterTable, weight: 500)
    let parameters = try Self.model(using: &generator).parameters
    let point = coordinates.point(of: parameters)
    for (there, back) in zip(parameters, coordinates.parameters(at: point)) {
      #expect(relativeDistance(back, there) < 1e-12)
    }
    let gradient = coordinates.gradient(
      objective.negativeLogPosterior(parameters).gradient, at: parameters)
    Self.expectDerivatives(
      gradient, of: { objective.negativeLogPosterior(coordinates.parameters(at: $0)).loss },
      at: point)
  }

  /// Whether derivatives agree with the difference quotients of a function, to a ten thousandth of the
  /// largest contribution.
  private static func expectDerivatives(
    _ gradient: [Double], of function: ([Double]) -> Double, at point: [Double]
  ) {
    for index in point.indices {
      let step = 1e-5 * max(abs(point[index]), 0.01)
      var (less, more) = (point, point)
      less[index] -= step
      more[index] += step
      let difference = (function(more) - function(less)) / (2 * step)
      #expect(
        abs(difference - gradient[index]) < 1e-4 * max(abs(difference), 1), "parameter \(index)")
    }
  }

  @Test func `no valid parameters and no history give a number that is not finite`() throws {
    var generator = SeededGenerator(seed: 7)
    var reviews: [LoggedReview] = []
    for card in 0..<200 {
      var day = 0
      for _ in 0..<12 {
        reviews.append(
          LoggedReview(
            card: card, grade: generator.element(of: Grade.allCases),
            milliseconds: Int64(day) * 86_400_000, day: day))
        let bits = Int.random(in: 0...22, using: &generator)
        day += Int.random(in: 0..<1 << bits, using: &generator)
      }
    }
    let histories = ReviewHistories(reviews)
    let set = TrainingSet(histories, items: ItemOrder(histories), limit: .max)
    let loss = TrainingLoss<MemoryModel>(set)
    for _ in 0..<300 {
      let parameters = try MemoryModel.random(using: &generator).parameters
      let value = loss(parameters)
      #expect(
        value.loss.isFinite && value.gradient.allSatisfy { $0.isFinite },
        "parameters \(parameters)")
    }
  }

  /// A model with parameters around the defaults, away from their bounds and in order.
  private static func model(using generator: inout SeededGenerator) throws -> MemoryModel {
    var parameters = MemoryModel.parameterTable.map { parameter in
      let offset = 0.15 * parameter.priorDeviation * Double.random(in: -1...1, using: &generator)
      let (low, high) = (parameter.searched.lowerBound, parameter.searched.upperBound)
      let margin = 0.01 * (parameter.scale == .linear ? high - low : low)
      return (low + margin...high - margin).clamp(parameter.value(atOffset: offset))
    }
    for index in 1..<4 { parameters[index] = max(parameters[index], parameters[index - 1] + 0.1) }
    return try MemoryModel(parameters: parameters)
  }
}
