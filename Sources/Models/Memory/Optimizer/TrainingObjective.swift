import RabbleParallel

/// The training of one model on one set of items: the loss that is minimized, and in which coordinates.
struct Training {
  private let profile: TrainingProfile
  /// The parameters the search starts from and is held to.
  private let start: [Double]
  private let totalWeight: Double
  private let chunks: [Chunk]

  /// A part of the cards with the kernel that replays them, which one thread at a time uses.
  private final class Chunk: @unchecked Sendable {
    private let kernel: any GradientKernel

    init(_ tree: ReviewTree, _ kind: MemoryModel.Kind) {
      kernel =
        switch kind {
        case .fsrs6: FSRS6Kernel(tree)
        case .fsrs7: FSRS7Kernel(tree)
        }
    }

    func evaluate(_ parameters: [Double]) -> LossGradient { kernel.evaluate(parameters) }
  }

  init(_ profile: TrainingProfile, _ set: TrainingSet) {
    self.profile = profile
    start =
      profile.fitsInitialStability ? Self.initialStability(profile, set) : profile.start
    totalWeight = set.totalWeight
    let parts = set.histories.parts(reviews: 50_000, atMost: 8)
    let trees = Parallel.map(parts.count) {
      ReviewTree(set, cards: parts[$0], kind: profile.kind)
    }
    chunks = trees.map { Chunk($0, profile.kind) }
  }

  /// The start with w0…w3 fitted separately.
  static func initialStability(_ profile: TrainingProfile, _ set: TrainingSet) -> [Double] {
    let model = MemoryModel(profile.kind)
    let fitted = InitialStability(set).fitted(
      from: Array(profile.start[0..<4]), bounds: Array(profile.bounds[0..<4])
    ) { stability, grade, days in
      let difficulty = model.initialState(grade).difficulty
      return model.retrievability(
        MemoryState(stability: stability, difficulty: difficulty), elapsedDays: days)
    }
    return fitted + profile.start[4...]
  }

  /// The parameters that fit best.
  ///
  /// - Parameter progress: called before each time the loss is computed, with how often that was done
  ///   as a share of what is expected, 0…1; what it throws ends the training.
  /// - Returns: parameters within their bounds.
  /// - Throws: what `progress` throws.
  func fit<Failure: Error>(
    _ progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> [Double] {
    let coordinates = ParameterCoordinates(
      start: start, scales: profile.scales, parameterBounds: profile.bounds)
    var count = 0.0
    let minimum = try BoundedMinimizer(bounds: coordinates.bounds).minimize(
      from: start.map { _ in 0 }
    ) { point throws(Failure) in
      try progress(min(count / profile.expectedEvaluations, 1))
      count += 1
      let parameters = coordinates.parameters(at: point)
      let value = objective(parameters, around: start)
      return LossGradient(
        loss: value.loss, gradient: coordinates.gradient(value.gradient, at: parameters))
    }
    return coordinates.parameters(at: minimum.point)
  }

  /// The mean loss of an item, including what the distance from the start costs.
  func objective(_ parameters: [Double], around start: [Double]) -> LossGradient {
    let parts = Parallel.map(chunks.count) { chunks[$0].evaluate(parameters) }
    var result = LossGradient(loss: 0, gradient: parameters.map { _ in 0 })
    for part in parts {
      result.loss += part.loss
      for index in parameters.indices { result.gradient[index] += part.gradient[index] }
    }
    for index in parameters.indices {
      let distance = (parameters[index] - start[index]) / profile.spreads[index]
      result.loss += profile.pull * distance * distance
      result.gradient[index] += 2 * profile.pull * distance / profile.spreads[index]
    }
    result.loss /= totalWeight
    for index in parameters.indices { result.gradient[index] /= totalWeight }
    return result
  }
}

/// How a model is trained: where the search starts, and how strongly each parameter is held there.
struct TrainingProfile {
  let kind: MemoryModel.Kind
  /// The parameters to start from.
  let start: [Double]
  /// The bounds within which the parameters are searched.
  let bounds: [ClosedRange<Double>]
  /// How far each parameter usually is from its default among learners (a standard deviation).
  let spreads: [Double]
  /// By how much each parameter, or the logarithm of w0…w3, changes in one step of the search.
  let scales: [Double]
  /// What the squared distance from the start, in spreads, costs, as a multiple of an item's loss.
  let pull: Double
  /// Whether the start's w0…w3 are first fitted separately.
  let fitsInitialStability: Bool
  /// How much the i-th of n items counts, by i/(n-1).
  let recency: @Sendable (Double) -> Double
  /// About how many times the loss is computed.
  let expectedEvaluations: Double

  /// The profile of a model: recency and pull of FSRS-6 are those of fsrs-rs 6.6.2, those of FSRS-7
  /// were chosen by the log loss on later reviews of a log of 12,580 reviews.
  static func of(_ kind: MemoryModel.Kind) -> TrainingProfile {
    switch kind {
    case .fsrs6:
      TrainingProfile(
        kind, FSRS6.parameterTable, pull: 1, fitsInitialStability: true,
        expectedEvaluations: 30, lowestSameDaySaturation: 0.01
      ) { 0.25 + 0.75 * $0 * $0 * $0 }
    case .fsrs7:
      TrainingProfile(
        kind, FSRS7.parameterTable, pull: 0.1, fitsInitialStability: false,
        expectedEvaluations: 80
      ) { 0.5 + 0.5 * $0 * $0 * $0 }
    }
  }

  private init(
    _ kind: MemoryModel.Kind, _ table: [Parameter], pull: Double, fitsInitialStability: Bool,
    expectedEvaluations: Double, lowestSameDaySaturation: Double? = nil,
    recency: @escaping @Sendable (Double) -> Double
  ) {
    var bounds = table.map(\.bounds)
    if let lowestSameDaySaturation {
      bounds[19] = lowestSameDaySaturation...bounds[19].upperBound
    }
    self.kind = kind
    start = table.map(\.initial)
    self.bounds = bounds
    spreads = table.map(\.spread)
    scales = table.map(\.scale)
    self.pull = pull
    self.fitsInitialStability = fitsInitialStability
    self.expectedEvaluations = expectedEvaluations
    self.recency = recency
  }
}

/// The coordinates in which parameters are searched: scaled so that the loss curves about as much
/// along each of them, and such that the stabilities after a first review can't decrease with the
/// grade: the first is ln w0, the next three are how much ln w1…w3 exceed their predecessors.
private struct ParameterCoordinates {
  private let start: [Double]
  let scales: [Double]
  private let parameterBounds: [ClosedRange<Double>]
  /// The bounds of the coordinates.
  let bounds: [ClosedRange<Double>]

  /// - Parameters:
  ///   - start: the parameters at the origin; w0…w3 don't decrease.
  ///   - scales: by how much each parameter, or logarithm, changes with 1 of its coordinate.
  ///   - parameterBounds: the bounds of the parameters.
  init(start: [Double], scales: [Double], parameterBounds: [ClosedRange<Double>]) {
    self.start = start
    self.scales = scales
    self.parameterBounds = parameterBounds
    bounds = start.indices.map { index in
      let bounds = parameterBounds[index]
      let scale = scales[index]
      switch index {
      case 0:
        return logarithm(bounds.lowerBound / start[0]) / scale...logarithm(
          bounds.upperBound / start[0]) / scale
      case 1..<4:
        let least = logarithm(start[index - 1] / start[index]) / scale
        return min(least, 0)...logarithm(bounds.upperBound / bounds.lowerBound) / scale
      default:
        return min(
          (bounds.lowerBound - start[index]) / scale, 0)...max(
            (bounds.upperBound - start[index]) / scale, 0)
      }
    }
  }

  /// The parameters at a point.
  func parameters(at point: [Double]) -> [Double] {
    var logStability = 0.0
    return start.indices.map { index in
      var parameter = start[index] + scales[index] * point[index]
      if index < 4 {
        logStability += scales[index] * point[index]
        parameter = start[index] * exponential(logStability)
      }
      return parameterBounds[index].clamp(parameter)
    }
  }

  /// The derivatives with respect to the coordinates, from those with respect to the parameters.
  func gradient(_ gradient: [Double], at parameters: [Double]) -> [Double] {
    var result = zip(gradient, scales).map { $0 * $1 }
    var sum = 0.0
    for index in (0..<4).reversed() {
      sum += gradient[index] * parameters[index]
      result[index] = sum * scales[index]
    }
    return result
  }
}
