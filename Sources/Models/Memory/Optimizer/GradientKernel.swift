/// Replays a tree of histories with given weights, forward for the loss and backward for its
/// gradient.
///
/// A kernel works in its own memory, so one must not be used by two threads at once.
protocol GradientKernel: AnyObject {
  init(_ tree: ReviewTree)

  /// The loss, which is the sum of the weighted items' log losses, with its derivatives.
  ///
  /// - Parameter weights: weights within their bounds.
  /// - Returns: the loss and one derivative a weight.
  func evaluate(_ weights: [Double]) -> LossGradient
}

/// A loss and its derivative by each weight.
struct LossGradient: Hashable {
  var loss: Double
  var gradient: [Double]
}

/// Sums of products, in single precision over a few groups and in double precision over all.
struct LaneSums {
  private(set) var totals: [Double]

  init(_ count: Int) {
    totals = Array(repeating: 0, count: count)
  }

  /// How many groups are summed in single precision.
  static let stride = 64

  mutating func add(_ lanes: Lanes, to index: Int) { totals[index] += Double(lanes.sum()) }
}

extension Range<Int> {
  /// The range in parts of at most this many.
  func parts(of length: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: length).lazy.map { start in
      start..<Swift.min(start + length, upperBound)
    }
  }
}
