/// Replays a tree of histories with given parameters, forward for the loss and backward for its
/// gradient.
///
/// A kernel works in its own memory, so one must not be used by two threads at once. It is made for one
/// evaluation: then there are no more of them in memory than threads.
protocol GradientKernel: AnyObject {
  init(_ tree: ReviewTree)

  /// The loss, which is the sum of the weighted items' log losses, with its derivatives.
  ///
  /// - Parameter parameters: parameters within their bounds.
  /// - Returns: the loss and one derivative a parameter.
  func evaluate(_ parameters: [Double]) -> LossGradient
}

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
  ///   - stabilitySlope: the derivative with respect to the logarithm of a first stability, by its
  ///     index.
  /// - Returns: one derivative a parameter.
  func gradient(
    _ parameters: [Double], difficulty: LaneColumn, _ difficultySlope: LaneColumn,
    stabilitySlope: (Int) -> Double
  ) -> [Double] {
    var result = totals
    let target = result[4]
    result[5] += target * -3 * exponential(3 * parameters[5])
    for index in 0..<4 {
      result[index] += stabilitySlope(index) / parameters[index]
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

/// How one of FSRS-7's stabilities changes with a review, as `FSRS7.Growth`, with its derivatives.
struct LaneGrowth {
  /// The index of the first of the eight parameters.
  let k: Int
  /// w[k] - 1.5.
  private let logRecallScale: Float
  private let recallSaturation: Float
  private let recallSurprise: Float
  private let logForgetScale: Float
  private let forgetStability: Float
  private let forgetSurprise: Float
  private let hard: Float
  private let easy: Float

  init(_ parameters: [Double], from k: Int) {
    self.k = k
    logRecallScale = Float(parameters[k] - 1.5)
    recallSaturation = Float(parameters[k + 1])
    recallSurprise = Float(parameters[k + 2])
    logForgetScale = Float(logarithm(parameters[k + 3]))
    forgetStability = Float(parameters[k + 4])
    forgetSurprise = Float(parameters[k + 5])
    hard = Float(parameters[k + 6])
    easy = Float(parameters[k + 7])
  }

  /// The sums of the derivatives with respect to the parameters.
  struct Sums {
    var scale = Lanes.zero
    var saturation = Lanes.zero
    var surprise = Lanes.zero
    var forgetScale = Lanes.zero
    var forgetStability = Lanes.zero
    var forgetSurprise = Lanes.zero
    var hard = Lanes.zero
    var easy = Lanes.zero
  }

  /// The derivatives with respect to the inputs.
  struct Slopes {
    let logStability: Lanes
    let difficulty: Lanes
    let retrievability: Lanes
  }

  /// What a recall gains, x'/x - 1, and e^((1-ρ) w[k+2]).
  @inline(__always)
  private func gain(
    _ logStability: Lanes, _ difficulty: Lanes, _ retrievability: Lanes, _ grade: Lanes
  ) -> (gain: Lanes, power: Lanes) {
    let power = ((1 - retrievability) * recallSurprise).exponential
    let factor = Lanes(repeating: 1).replacing(with: hard, where: grade .== 2)
      .replacing(with: easy, where: grade .== 4)
    let gain =
      (logStability * -recallSaturation + logRecallScale).exponential * (11 - difficulty)
      * (power - 1) * factor
    return (gain, power)
  }

  /// ln x' after a recall.
  @inline(__always)
  func recalled(
    _ logStability: Lanes, _ difficulty: Lanes, _ retrievability: Lanes, _ grade: Lanes
  ) -> Lanes {
    let gain = gain(logStability, difficulty, retrievability, grade).gain
    return logStability + gain.logarithmOfOneMore
  }

  /// Passes the slope of ln x' after a recall back.
  @inline(__always)
  func recallBack(
    _ slope: Lanes, _ logStability: Lanes, _ difficulty: Lanes, _ retrievability: Lanes,
    _ grade: Lanes, _ sums: inout Sums
  ) -> Slopes {
    let (gain, power) = gain(logStability, difficulty, retrievability, grade)
    let gained = slope * gain / (gain + 1)
    let bySurprise = gained * power / (power - 1).most(Lanes(repeating: 1e-7))
    sums.scale += gained
    sums.saturation -= gained * logStability
    sums.surprise += bySurprise * (1 - retrievability)
    sums.hard += gained.only(where: grade .== 2)
    sums.easy += gained.only(where: grade .== 4)
    return Slopes(
      logStability: slope - gained * recallSaturation,
      difficulty: -gained / (11 - difficulty),
      retrievability: bySurprise * -recallSurprise)
  }

  /// ln x' after a lapse.
  @inline(__always)
  func lapsed(_ logStability: Lanes, _ retrievability: Lanes) -> Lanes {
    let power = ((logStability.exponential + 1).logarithm * forgetStability).exponential
    let relearned =
      (power - 1).most(Lanes(repeating: 1e-7)).logarithm + (1 - retrievability) * forgetSurprise
      + logForgetScale
    return relearned.least(logStability)
  }

  /// Passes the slope of ln x' after a lapse back; `next` is ln x' itself.
  @inline(__always)
  func lapseBack(
    _ slope: Lanes, _ next: Lanes, _ logStability: Lanes, _ retrievability: Lanes,
    _ sums: inout Sums
  ) -> Slopes {
    let relearned = slope.only(where: next .< logStability)
    let stability = logStability.exponential
    let logarithm = (stability + 1).logarithm
    let power = (logarithm * forgetStability).exponential
    let ratio = power / (power - 1).most(Lanes(repeating: 1e-7))
    sums.forgetScale += relearned
    sums.forgetStability += relearned * logarithm * ratio
    sums.forgetSurprise += relearned * (1 - retrievability)
    return Slopes(
      logStability: slope - relearned
        + relearned * forgetStability * ratio * stability / (stability + 1),
      difficulty: .zero,
      retrievability: relearned * -forgetSurprise)
  }

  func flush(_ lanes: Sums, into sums: inout LaneSums) {
    sums.add(lanes.scale, to: k)
    sums.add(lanes.saturation, to: k + 1)
    sums.add(lanes.surprise, to: k + 2)
    sums.add(lanes.forgetScale * exponential(-logForgetScale), to: k + 3)
    sums.add(lanes.forgetStability, to: k + 4)
    sums.add(lanes.forgetSurprise, to: k + 5)
    sums.add(lanes.hard / max(hard, 1e-6), to: k + 6)
    sums.add(lanes.easy / easy, to: k + 7)
  }

  private func exponential(_ x: Float) -> Float { Float(RabbleMemory.exponential(Double(x))) }
}
