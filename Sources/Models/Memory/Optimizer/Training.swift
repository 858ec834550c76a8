/// The training of one model on one set of items.
struct Training {
  private let profile: TrainingProfile
  /// The weights the search starts from, and that it is held to.
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

    func evaluate(_ weights: [Double]) -> LossGradient { kernel.evaluate(weights) }
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

  /// The weights that fit best.
  ///
  /// - Parameter progress: called before each time the loss is worked out, with how often that was
  ///   done as a share of what is expected, 0…1; what it throws ends the training.
  /// - Returns: weights within their bounds.
  /// - Throws: what `progress` throws.
  func fit<Failure: Error>(
    _ progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> [Double] {
    let coordinates = WeightCoordinates(
      start: start, scales: profile.scales, weightBounds: profile.bounds)
    var count = 0.0
    let minimum = try BoundedMinimizer(bounds: coordinates.bounds).minimize(
      from: start.map { _ in 0 }
    ) { point throws(Failure) in
      try progress(min(count / profile.expectedEvaluations, 1))
      count += 1
      let weights = coordinates.weights(at: point)
      let value = objective(weights, around: start)
      return LossGradient(
        loss: value.loss, gradient: coordinates.gradient(value.gradient, at: weights))
    }
    return coordinates.weights(at: minimum.point)
  }

  /// The mean loss of an item, what the distance from the start costs included.
  func objective(_ weights: [Double], around start: [Double]) -> LossGradient {
    let parts = Parallel.map(chunks.count) { chunks[$0].evaluate(weights) }
    var result = LossGradient(loss: 0, gradient: weights.map { _ in 0 })
    for part in parts {
      result.loss += part.loss
      for index in weights.indices { result.gradient[index] += part.gradient[index] }
    }
    for index in weights.indices {
      let distance = (weights[index] - start[index]) / profile.spreads[index]
      result.loss += profile.pull * distance * distance
      result.gradient[index] += 2 * profile.pull * distance / profile.spreads[index]
    }
    result.loss /= totalWeight
    for index in weights.indices { result.gradient[index] /= totalWeight }
    return result
  }
}
