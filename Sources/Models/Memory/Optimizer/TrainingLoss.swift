/// How well a model predicts the items of a training set, and how that changes with its parameters: each
/// card's history is replayed forward for the states and the loss, then backward for the derivatives.
struct TrainingLoss<Model: FittableModel>: Sendable {
  private let set: TrainingSet
  /// The cards in parts, each of which one thread replays.
  private let parts: [Range<Int>]

  init(_ set: TrainingSet) {
    self.set = set
    parts = set.histories.parts(reviews: 4000, atMost: 16)
  }

  /// The sum of the items' weighted log losses.
  func callAsFunction(_ parameters: [Double]) -> LossGradient {
    let model = Model(clamping: parameters)
    let values = Parallel.map(parts.count) { replay(parts[$0], model) }
    var sum = LossGradient(loss: 0, gradient: parameters.map { _ in 0 })
    for value in values {
      sum.loss += value.loss
      for index in parameters.indices { sum.gradient[index] += value.gradient[index] }
    }
    return sum
  }

  private func replay(_ cards: Range<Int>, _ model: Model) -> LossGradient {
    let histories = set.histories
    var loss = 0.0
    var gradient = Model.Gradient(model)
    var steps: [ReplayStep<Model.State>] = []
    for card in cards where set.lengths[card] > 1 {
      let first = Int(histories.starts[card])
      let firstGrade = histories.grade(at: first)
      var state = model.initialState(firstGrade)
      steps.removeAll(keepingCapacity: true)
      for index in first + 1..<first + Int(set.lengths[card]) {
        let step = step(index, from: state, model, &loss)
        steps.append(step)
        state = step.next
      }
      var ofState: Model.Gradient.OfState?
      for step in steps.reversed() { ofState = gradient.addReview(step, ofState) }
      if let ofState { gradient.addFirst(firstGrade, ofState) }
    }
    return LossGradient(loss: loss, gradient: gradient.parameters)
  }

  /// Replays a review forward, and adds its loss.
  private func step(_ index: Int, from state: Model.State, _ model: Model, _ loss: inout Double)
    -> ReplayStep<Model.State>
  {
    let grade = set.histories.grade(at: index)
    let days = set.histories.elapsedDays(at: index)
    let weight = Double(set.weights[index])
    let recalled = model.retrievability(state, elapsedDays: Double(days))
    var slope = 0.0
    if weight > 0 {
      loss -= weight * logarithm(grade == .again ? 1 - recalled : recalled)
      slope = grade == .again ? weight / (1 - recalled) : -weight / recalled
    }
    return ReplayStep(
      state: state, grade: grade, elapsedDays: days, recalled: recalled, lossSlope: slope,
      next: model.nextState(state, grade: grade, elapsedDays: days, recalled: recalled))
  }
}

/// A loss and its derivative with respect to each parameter.
struct LossGradient: Hashable, Sendable {
  var loss: Double
  var gradient: [Double]
}
