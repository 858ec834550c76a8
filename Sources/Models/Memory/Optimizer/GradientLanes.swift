/// A loss and its derivative with respect to each parameter.
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

  /// The derivatives with respect to the parameters: the sums, those of the states after a first
  /// review, and the effect of w4 and w5 through the difficulty that all others tend to.
  ///
  /// - Parameters:
  ///   - parameters: the parameters.
  ///   - difficulty: the difficulty of each node; the first four nodes are those of a first review.
  ///   - difficultySlope: the derivatives of the loss with respect to these.
  ///   - logStabilitySlope: the derivatives of the loss with respect to the logarithms of the
  ///     stabilities.
  /// - Returns: one derivative a parameter.
  func gradient(
    _ parameters: [Double], difficulty: LaneColumn, _ difficultySlope: LaneColumn,
    _ logStabilitySlope: LaneColumn
  ) -> [Double] {
    var result = totals
    let target = result[4]
    result[5] += target * -3 * exponential(3 * parameters[5])
    for index in 0..<4 {
      result[index] += Double(logStabilitySlope.scalars[index]) / parameters[index]
      let slope = Double(difficultySlope.scalars[index])
      guard difficulty.scalars[index] > 1, difficulty.scalars[index] < 10 else { continue }
      let steps = Double(index)
      result[4] += slope
      result[5] -= slope * steps * exponential(parameters[5] * steps)
    }
    return result
  }
}

/// The range of a stability's logarithm.
struct LogRange {
  private let low: Float
  private let high: Float

  init(_ range: ClosedRange<Double>) {
    low = Float(logarithm(range.lowerBound))
    high = Float(logarithm(range.upperBound))
  }

  /// The nearest logarithms in range.
  @inline(__always)
  func clamp(_ logStability: Lanes) -> Lanes {
    logStability.most(Lanes(repeating: low)).least(Lanes(repeating: high))
  }

  /// The slopes of stabilities that were not clamped; 0 for those that were.
  @inline(__always)
  func unclamped(_ slope: Lanes, _ logStability: Lanes) -> Lanes {
    slope.only(where: (logStability .> low) .& (logStability .< high))
  }
}

extension Range<Int> {
  /// The range in parts of at most this many.
  func parts(of length: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: length).lazy.map { start in
      start..<Swift.min(start + length, upperBound)
    }
  }
}

/// The memory of a kernel, freed with it.
final class LaneMemory {
  private var columns: [LaneColumn] = []

  deinit {
    for column in columns { column.groups.deallocate() }
  }

  /// Makes a column of zeros.
  func column(groups count: Int) -> LaneColumn {
    let column = LaneColumn(groups: count)
    columns.append(column)
    return column
  }
}

/// A column of numbers that is read and written eight at a time or one by one.
///
/// It must not be used by two threads at once; its owner sees to that.
struct LaneColumn {
  let groups: UnsafeMutablePointer<Lanes>
  private let groupCount: Int

  fileprivate init(groups count: Int) {
    groupCount = max(count, 1)
    groups = .allocate(capacity: groupCount)
    groups.initialize(repeating: .zero, count: groupCount)
  }

  /// The single numbers.
  var scalars: UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer(groups).assumingMemoryBound(to: Float.self)
  }

  func clear() { groups.update(repeating: .zero, count: groupCount) }
}
