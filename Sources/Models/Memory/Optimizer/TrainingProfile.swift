/// How a model is trained: what it starts from, and how far each weight is held to that.
struct TrainingProfile {
  let kind: MemoryModel.Kind
  /// The weights to start from.
  let start: [Double]
  /// The bounds the weights are searched in.
  let bounds: [ClosedRange<Double>]
  /// How far each weight usually strays from its default among learners (a standard deviation).
  let spreads: [Double]
  /// What the squared distance from the start, in spreads, costs: so many times the loss of an item.
  let pull: Double
  /// Whether the start's w0…w3 are first fitted on their own.
  let fitsFirstStabilities: Bool
  /// By how much each weight, and the logarithm of w0…w3, changes on a step of the search: what
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
    var bounds = FSRS6.weightBounds
    bounds[19] = 0.01...bounds[19].upperBound
    return TrainingProfile(
      kind: .fsrs6, start: FSRS6.defaultWeights, bounds: bounds,
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

  /// Spreads as those of the like weights of FSRS-6; pull and recency by the log loss on later
  /// reviews of a log of 12,580 reviews.
  private static let fsrs7 = TrainingProfile(
    kind: .fsrs7, start: FSRS7.defaultWeights, bounds: FSRS7.weightBounds,
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
