/// The training of one model on one set of items.
struct Training {
  private let profile: TrainingProfile
  /// The parameters the search starts from, and that it is held to.
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
      profile.fitsFirstStabilities ? Self.firstStabilities(profile, set) : profile.start
    totalWeight = set.totalWeight
    let parts = Parallel.parts(of: set.histories, reviews: 50_000, most: 8)
    let trees = Parallel.map(parts.count) {
      ReviewTree(set, cards: parts[$0], kind: profile.kind)
    }
    chunks = trees.map { Chunk($0, profile.kind) }
  }

  /// The start with w0…w3 fitted on their own.
  static func firstStabilities(_ profile: TrainingProfile, _ set: TrainingSet) -> [Double] {
    let model = MemoryModel(profile.kind)
    let fitted = FirstStabilities(set).fitted(
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
  /// - Parameter progress: called before each time the loss is worked out, with how often that was
  ///   done as a share of what is expected, 0…1; what it throws ends the training.
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

  /// The mean loss of an item, what the distance from the start costs included.
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

/// How a model is trained: what it starts from, and how far each parameter is held to that.
struct TrainingProfile {
  let kind: MemoryModel.Kind
  /// The parameters to start from.
  let start: [Double]
  /// The bounds the parameters are searched in.
  let bounds: [ClosedRange<Double>]
  /// How far each parameter usually strays from its default among learners (a standard deviation).
  let spreads: [Double]
  /// What the squared distance from the start, in spreads, costs: so many times the loss of an item.
  let pull: Double
  /// Whether the start's w0…w3 are first fitted on their own.
  let fitsFirstStabilities: Bool
  /// By how much each parameter, and the logarithm of w0…w3, changes on a step of the search: what
  /// makes the loss curve about as much along each.
  let scales: [Double]
  /// How much the i-th of n items counts, by i/(n-1).
  let recency: @Sendable (Double) -> Double
  /// About how many times the loss is worked out.
  let expectedEvaluations: Double

  /// The profile of a model.
  static func of(_ kind: MemoryModel.Kind) -> TrainingProfile {
    switch kind {
    case .fsrs6: fsrs6
    case .fsrs7: fsrs7
    }
  }

  /// Spreads and recency of fsrs-rs 6.6.2; the scales measured on logs of 12,580 and 1,000,015
  /// reviews.
  private static let fsrs6: TrainingProfile = {
    var bounds = FSRS6.parameterBounds
    bounds[19] = 0.01...bounds[19].upperBound
    return TrainingProfile(
      kind: .fsrs6, start: FSRS6.defaultParameters, bounds: bounds,
      spreads: [
        6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6, 0.12, 0.39, 0.18, 0.33, 0.3, 0.09, 0.16, 0.57,
        0.25, 1.03, 0.31, 0.32, 0.14, 0.27,
      ],
      pull: 1, fitsFirstStabilities: true,
      scales: [
        10, 10, 10, 10, 30, 7, 17, 0.2, 4.5, 2, 3, 10, 3, 1.6, 25, 11, 33, 6, 6, 1.5, 2,
      ],
      recency: { 0.25 + 0.75 * $0 * $0 * $0 }, expectedEvaluations: 30)
  }()

  /// Spreads as those of the like parameters of FSRS-6; pull and recency by the log loss on later
  /// reviews of a log of 12,580 reviews.
  private static let fsrs7 = TrainingProfile(
    kind: .fsrs7, start: FSRS7.defaultParameters, bounds: FSRS7.parameterBounds,
    spreads: [
      6.43, 9.66, 17.58, 27.85, 0.57, 0.28, 0.6,
      0.39, 0.18, 0.33, 0.3, 0.16, 0.57, 0.25, 1.03,
      0.39, 0.18, 0.33, 0.3, 0.16, 0.57, 0.25, 1.03,
      0.05, 0.1, 0.1, 0.05, 0.2, 0.2, 0.2, 0.2, 0.2, 0.15, 0.15,
    ],
    pull: 0.1, fitsFirstStabilities: false,
    scales: [
      10, 10, 10, 10, 18, 5, 14,
      3.7, 2.5, 4, 2.8, 2, 10, 9.3, 38,
      14, 5.5, 12, 10, 7, 20, 9, 38,
      1.2, 1, 1.8, 0.4, 1.6, 8, 1.9, 4, 3.3, 3, 1,
    ],
    recency: { 0.5 + 0.5 * $0 * $0 * $0 }, expectedEvaluations: 80)
}

/// The coordinates in which parameters are searched: scaled so that the loss curves about as much along
/// each of them, and such that the stabilities after a first review can't fall with the grade: the
/// first is ln w0, the next three are how much ln w1…w3 exceed their predecessors.
private struct ParameterCoordinates {
  private let start: [Double]
  let scales: [Double]
  private let parameterBounds: [ClosedRange<Double>]
  /// The bounds of the coordinates.
  let bounds: [ClosedRange<Double>]

  /// - Parameters:
  ///   - start: the parameters at the origin; w0…w3 don't fall.
  ///   - scales: by how much each parameter, or logarithm, changes by 1 of its coordinate.
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
      return min(
        max(parameter, parameterBounds[index].lowerBound), parameterBounds[index].upperBound)
    }
  }

  /// The derivatives by the coordinates from those by the parameters.
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
