/// What a fit minimizes: the weighted log loss of the items plus the negative log prior of the
/// parameters, which together are the negative logarithm of the parameters' posterior probability, less a constant.
struct TrainingObjective {
  /// What was found to be the minimum.
  struct Minimum {
    let parameters: [Double]
    /// By how much the objective is less than with the initial values.
    let gain: Double
  }

  private let logLoss: ([Double]) -> LossGradient
  private let totalWeight: Double
  private let table: [Parameter]
  private let prior: ParameterPrior

  init<Model: FittableModel>(_ set: TrainingSet, for model: Model.Type) {
    let loss = TrainingLoss<Model>(set)
    logLoss = { loss($0) }
    totalWeight = set.totalWeight
    table = Model.parameterTable
    prior = ParameterPrior(table)
  }

  /// The objective, and its derivatives with respect to the parameters.
  func negativeLogPosterior(_ parameters: [Double]) -> LossGradient {
    let logLoss = logLoss(parameters)
    let prior = prior.negativeLogarithm(parameters)
    return LossGradient(
      loss: logLoss.loss + prior.loss,
      gradient: zip(logLoss.gradient, prior.gradient).map { $0 + $1 })
  }

  /// Searches the most probable parameters, by L-BFGS.
  ///
  /// - Parameters:
  ///   - start: where the search begins; at the initial values without it.
  ///   - progress: called before each time the objective is computed, with how often that was done
  ///     as a share of what is expected, 0…1; what it throws ends the search.
  /// - Returns: the parameters, and how much they gain.
  /// - Throws: what `progress` throws.
  func minimum<Failure: Error>(
    from start: [Double]?, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Minimum {
    let coordinates = ParameterCoordinates(table, weight: totalWeight)
    var count = 0.0
    func value(at point: [Double]) throws(Failure) -> LossGradient {
      try progress(min(count / Self.expectedEvaluations, 1))
      count += 1
      let parameters = coordinates.parameters(at: point)
      let value = negativeLogPosterior(parameters)
      return LossGradient(
        loss: value.loss, gradient: coordinates.gradient(value.gradient, at: parameters))
    }
    let origin = coordinates.bounds.map { _ in 0.0 }
    let initial = try value(at: origin)
    let minimizer = BoundedMinimizer(
      bounds: coordinates.bounds,
      tolerance: max(Self.tolerance, Self.tolerancePerItem * totalWeight))
    let found = try minimizer.minimize(
      from: start.map(coordinates.point) ?? origin, knowing: start == nil ? initial : nil, value)
    return Minimum(
      parameters: coordinates.parameters(at: found.point), gain: initial.loss - found.loss)
  }

  private static let expectedEvaluations = 20.0
  /// The search ends when steps win less than this. The items leave about half a unit uncertain for each
  /// parameter.
  private static let tolerance = 0.05
  /// It also ends when they win less than this for each item: of a million items nobody can tell the sixth
  /// decimal.
  private static let tolerancePerItem = 1e-6
}
