/// A parameter of a memory model, as models and fits begin with it.
struct Parameter: Sendable {
  /// How its distance from the initial value is measured.
  enum Scale: Sendable {
    /// As the difference.
    case linear
    /// As the logarithm of the ratio.
    case logarithmic
    /// As the logarithm of the ratio; and a fit finds none that is less than the parameter before it.
    case ascending
  }

  /// Its value for a learner about whom nothing is known yet.
  let initial: Double
  /// The values it may have.
  let bounds: ClosedRange<Double>
  /// The values that a fit may find.
  let searched: ClosedRange<Double>
  let scale: Scale
  /// The standard deviation of its offset among learners.
  let priorDeviation: Double
  /// The standard error of its offset after one item, if all other parameters are known.
  let standardError: Double

  init(
    _ initial: Double, _ bounds: ClosedRange<Double>, searched: ClosedRange<Double>? = nil,
    _ scale: Scale = .linear, priorDeviation: Double, standardError: Double
  ) {
    self.initial = initial
    self.bounds = bounds
    self.searched = searched ?? bounds
    self.scale = scale
    self.priorDeviation = priorDeviation
    self.standardError = standardError
  }

  /// How far a value is from the initial one.
  func offset(of value: Double) -> Double {
    scale == .linear ? value - initial : logarithm(value / initial)
  }

  /// The derivative of the offset.
  func offsetSlope(at value: Double) -> Double { scale == .linear ? 1 : 1 / value }

  /// The value this far from the initial one.
  func value(atOffset offset: Double) -> Double {
    scale == .linear ? initial + offset : initial * exponential(offset)
  }
}

// MARK: - FSRS-6

extension FSRS6 {
  /// Initial values, bounds and prior deviations are those of fsrs-rs 6.6.2, except that w0…w3 deviate by
  /// a factor, not by days; the standard errors were measured on logs of 12,580 and 1,000,015 reviews.
  static let parameterTable: [Parameter] = [
    .init(0.212, 0.001...100, .logarithmic, priorDeviation: 1.2, standardError: 10),  // w0
    .init(1.2931, 0.001...100, .ascending, priorDeviation: 1, standardError: 10),  // w1
    .init(2.3065, 0.001...100, .ascending, priorDeviation: 0.9, standardError: 10),  // w2
    .init(8.2956, 0.001...100, .ascending, priorDeviation: 0.9, standardError: 10),  // w3
    .init(6.4133, 1...10, priorDeviation: 0.57, standardError: 30),  // w4
    .init(0.8334, 0.001...4, priorDeviation: 0.28, standardError: 7),  // w5
    .init(3.0194, 0.001...4, priorDeviation: 0.6, standardError: 17),  // w6
    .init(0.001, 0.001...0.75, priorDeviation: 0.12, standardError: 0.2),  // w7
    .init(1.8722, 0...4.5, priorDeviation: 0.39, standardError: 4.5),  // w8
    .init(0.1666, 0...0.8, priorDeviation: 0.18, standardError: 2),  // w9
    .init(0.796, 0.001...3.5, priorDeviation: 0.33, standardError: 3),  // w10
    .init(1.4835, 0.001...5, priorDeviation: 0.3, standardError: 10),  // w11
    .init(0.0614, 0.001...0.25, priorDeviation: 0.09, standardError: 3),  // w12
    .init(0.2629, 0.001...0.9, priorDeviation: 0.16, standardError: 1.6),  // w13
    .init(1.6483, 0...4, priorDeviation: 0.57, standardError: 25),  // w14
    .init(0.6014, 0...1, priorDeviation: 0.25, standardError: 11),  // w15
    .init(1.8729, 1...6, priorDeviation: 1.03, standardError: 33),  // w16
    .init(0.5425, 0...2, priorDeviation: 0.31, standardError: 6),  // w17
    .init(0.0912, 0...2, priorDeviation: 0.32, standardError: 6),  // w18
    .init(0.0658, 0...0.8, searched: 0.01...0.8, priorDeviation: 0.14, standardError: 1.5),  // w19
    .init(0.1542, 0.1...0.8, priorDeviation: 0.27, standardError: 2),  // w20
  ]

  /// The parameters for a learner about whom nothing is known yet: the medians over many learners
  /// that every released FSRS-6 client starts with.
  public static let defaultParameters = parameterTable.map(\.initial)

  /// The bounds of the 21 parameters.
  public static let parameterBounds = parameterTable.map(\.bounds)

  /// The 21 parameters equivalent to those of an earlier version of FSRS: 17 (FSRS-4.5, FSRS-5
  /// without same-day reviews) or 19 (FSRS-5). 21 stay as they are.
  ///
  /// Source: `check_and_fill_parameters` of fsrs-rs 6.6.2. As there, a value that migration moves out
  /// of its bounds is moved back to the nearer one.
  ///
  /// - Parameter parameters: 17, 19 or 21 finite numbers.
  /// - Returns: 21 parameters.
  /// - Throws: `ParametersError` for another count or a number that is not finite.
  public static func migrated(_ parameters: [Double]) throws(ParametersError) -> [Double] {
    guard [17, 19, 21].contains(parameters.count) else { throw .wrongCount(parameters.count) }
    if let index = parameters.firstIndex(where: { !$0.isFinite }) { throw .notFinite(index: index) }
    guard parameters.count < 21 else { return parameters }
    var result = parameters
    if parameters.count == 17 {
      result[4] += 2 * parameters[5]
      result[5] = logarithm(max(3 * parameters[5] + 1, 1)) / 3
      result[6] += 0.5
      result += [0, 0]
    }
    return clamped(result + [0, 0.5])
  }

  /// Each parameter, moved to the nearer of its bounds.
  static func clamped(_ parameters: [Double]) -> [Double] {
    zip(parameters, parameterBounds).map { $1.clamp($0) }
  }
}

// MARK: - Errors

/// Why a list of numbers can't be the parameters of a memory model.
public enum ParametersError: Error, Hashable, Sendable {
  /// There are this many parameters, and not 17, 19 or 21.
  case wrongCount(Int)
  /// The parameter at this index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The parameter at this index, from 0, lies outside its bounds.
  case outOfBounds(index: Int, value: Double, bounds: ClosedRange<Double>)
}

extension ParametersError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .wrongCount(let count): "There must be 17, 19 or 21 parameters, not \(count)."
    case .notFinite(let index): "Parameter w\(index) is not a finite number."
    case .outOfBounds(let index, let value, let bounds):
      "Parameter w\(index) is \(value), but it must be \(bounds.lowerBound) to "
        + "\(bounds.upperBound)."
    }
  }
}
