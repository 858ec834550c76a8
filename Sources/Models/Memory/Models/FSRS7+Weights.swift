extension FSRS7 {
  /// The weights for a learner of whom nothing is known yet: the medians over many learners that
  /// fsrs-rs (c9562d6) starts with.
  public static let defaultWeights: [Double] = [
    0.1104, 2.2395, 3.9221, 11.7841, 6.1686, 0.6457, 3.6807,
    1.9795, 0, 1.3826, 0.7024, 0.5999, 0.8146, 0.6398, 1,
    1.3207, 0.6707, 3.8668, 0.4416, 0.0934, 1.8631, 0.6162, 1.0869,
    0.1567, 0.0801, 0.2421, 0.9464, 0.1433, 0.7145, 0, 0.5667, 0.3734, 0.5333, 0.3048,
  ]

  /// The bounds of the 34 weights. Besides, w0…w3 must not fall, nor w26 lie below w25.
  public static let weightBounds: [ClosedRange<Double>] = [
    0.0001...50, 0.0001...100, 0.0001...100, 0.0001...100, 1...10, 0.001...4, 0.1...4,
    0...4, 0...1.2, 0.3...3, 0.01...1.5, 0.1...1, 0...3.5, 0...1, 1...7,
    0...4, 0...2, 0.5...6, 0.001...1.5, 0.001...1, 0...5, 0...1, 1...7,
    0.01...0.25, 0.01...0.95, 0.2...0.85, 0.5...0.99, 0.01...1, 0.1...1, 0...0.9, 0.1...1.1,
    0...1, 0...0.6, 0...0.6,
  ]

  /// Each weight within its bounds, and none that must not be less than its predecessor less.
  static func clamped(_ weights: [Double]) -> [Double] {
    var result = zip(weights, weightBounds).map { weight, bounds in
      min(max(weight, bounds.lowerBound), bounds.upperBound)
    }
    for index in [1, 2, 3, 26] { result[index] = max(result[index], result[index - 1]) }
    return result
  }
}
