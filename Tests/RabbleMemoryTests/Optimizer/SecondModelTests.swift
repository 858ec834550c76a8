import RabbleTestSupport
import Testing

@testable import RabbleMemory

/// A model with nothing in common with FSRS but what fits and evaluations ask of a model: memory halves
/// in a time that each answer multiplies by a factor of its own.
private struct HalfLifeModel: FittableModel {
  typealias Gradient = HalfLifeGradient

  /// The first half-life in days, and the factors after a correct and an incorrect answer.
  static let parameterTable: [Parameter] = [
    Parameter(3, 0.01...100, .logarithmic, priorDeviation: 1, standardError: 2),
    Parameter(2, 1...10, .logarithmic, priorDeviation: 0.5, standardError: 2),
    Parameter(0.5, 0.01...1, .logarithmic, priorDeviation: 0.5, standardError: 2),
  ]

  let parameters: [Double]

  init(clamping parameters: [Double]) {
    self.parameters = zip(parameters, Self.parameterTable).map { $1.bounds.clamp($0) }
  }

  /// Its states are half-lives.
  func initialState(_ grade: Grade) -> Double { parameters[0] }

  func retrievability(_ state: Double, elapsedDays: Double) -> Double {
    power(2, -elapsedDays / state)
  }

  func nextState(_ state: Double, grade: Grade, elapsedDays: Int, recalled: Double) -> Double {
    elapsedDays > 0 ? state * parameters[grade == .again ? 2 : 1] : state
  }
}

private struct HalfLifeGradient: ModelGradient {
  private let model: HalfLifeModel
  private(set) var parameters = [0.0, 0, 0]

  init(_ model: HalfLifeModel) { self.model = model }

  mutating func addReview(_ step: ReplayStep<Double>, _ gradient: Double?) -> Double {
    var before = step.lossSlope * step.recalled * -logarithm(step.recalled) / step.state
    guard let gradient else { return before }
    guard step.elapsedDays > 0 else { return before + gradient }
    let factor = step.grade == .again ? 2 : 1
    parameters[factor] += gradient * step.state
    before += gradient * model.parameters[factor]
    return before
  }

  mutating func addFirst(_ grade: Grade, _ gradient: Double) { parameters[0] += gradient }
}

struct SecondModelTests {
  @Test func `a model that is one file is fitted as the first one is`() {
    let truth = HalfLifeModel(clamping: [6, 1.6, 0.7])
    let histories = ReviewHistories(Self.reviews(truth, cards: 1500))
    let items = ItemOrder(histories)
    let set = TrainingSet(histories, items: items, limit: items.count) { _ in 1 }
    let minimum = TrainingObjective(set, for: HalfLifeModel.self).minimum(from: nil) { _ in }
    for (found, real) in zip(minimum.parameters, truth.parameters) {
      #expect(relativeDistance(found, real) < 0.1)
    }
    func logLoss(_ model: HalfLifeModel) -> Double {
      histories.tally(model, items: items, among: 0..<items.count).evaluation.logLoss
    }
    let fitted = logLoss(HalfLifeModel(clamping: minimum.parameters))
    #expect(fitted <= logLoss(truth) + 1e-5)
    #expect(fitted < logLoss(HalfLifeModel(clamping: [3, 2, 0.5])) - 0.01)
    #expect(minimum.gain > 100)
  }

  /// Ten reviews of each card, at about the half-life.
  private static func reviews(_ model: HalfLifeModel, cards: Int) -> [LoggedReview] {
    var generator = SeededGenerator(seed: 31)
    return (0..<cards).flatMap { card in
      var state = model.initialState(.good)
      var day = 0
      return (0..<10).map { number in
        let days =
          number == 0 ? 0 : Int.random(in: 1...max(2, min(Int(2 * state), 400)), using: &generator)
        let recalled = model.retrievability(state, elapsedDays: Double(days))
        let grade: Grade =
          Double.random(in: 0..<1, using: &generator) < recalled ? .good : .again
        if number > 0 {
          state = model.nextState(state, grade: grade, elapsedDays: days, recalled: recalled)
        }
        day += days
        return LoggedReview(
          card: card, grade: grade, milliseconds: Int64(day) * 86_400_000 + Int64(card), day: day)
      }
    }
  }
}
