/// A parameter of a memory model, as models and fits begin with it.
struct Parameter: Sendable {
  /// Its value for a learner about whom nothing is known yet.
  let initial: Double
  /// The values it may have.
  let bounds: ClosedRange<Double>
  /// How far it, or the logarithm of w0…w3, usually is from its initial value among learners: a
  /// standard deviation.
  let spread: Double
  /// By how much it, or the logarithm of w0…w3, is uncertain after one item, if all others are known: with
  /// these the loss curves about as much along each parameter.
  let scale: Double

  init(_ initial: Double, _ bounds: ClosedRange<Double>, spread: Double, scale: Double) {
    self.initial = initial
    self.bounds = bounds
    self.spread = spread
    self.scale = scale
  }
}

// MARK: - FSRS-6

extension FSRS6 {
  /// Initial values, bounds and spreads are those of fsrs-rs 6.6.2, except that w0…w3 spread by a
  /// factor, not by days; the scales were measured on logs of 12,580 and 1,000,015 reviews.
  static let parameterTable: [Parameter] = [
    .init(0.212, 0.001...100, spread: 1.2, scale: 10),  // w0
    .init(1.2931, 0.001...100, spread: 1, scale: 10),  // w1
    .init(2.3065, 0.001...100, spread: 0.9, scale: 10),  // w2
    .init(8.2956, 0.001...100, spread: 0.9, scale: 10),  // w3
    .init(6.4133, 1...10, spread: 0.57, scale: 30),  // w4
    .init(0.8334, 0.001...4, spread: 0.28, scale: 7),  // w5
    .init(3.0194, 0.001...4, spread: 0.6, scale: 17),  // w6
    .init(0.001, 0.001...0.75, spread: 0.12, scale: 0.2),  // w7
    .init(1.8722, 0...4.5, spread: 0.39, scale: 4.5),  // w8
    .init(0.1666, 0...0.8, spread: 0.18, scale: 2),  // w9
    .init(0.796, 0.001...3.5, spread: 0.33, scale: 3),  // w10
    .init(1.4835, 0.001...5, spread: 0.3, scale: 10),  // w11
    .init(0.0614, 0.001...0.25, spread: 0.09, scale: 3),  // w12
    .init(0.2629, 0.001...0.9, spread: 0.16, scale: 1.6),  // w13
    .init(1.6483, 0...4, spread: 0.57, scale: 25),  // w14
    .init(0.6014, 0...1, spread: 0.25, scale: 11),  // w15
    .init(1.8729, 1...6, spread: 1.03, scale: 33),  // w16
    .init(0.5425, 0...2, spread: 0.31, scale: 6),  // w17
    .init(0.0912, 0...2, spread: 0.32, scale: 6),  // w18
    .init(0.0658, 0...0.8, spread: 0.14, scale: 1.5),  // w19
    .init(0.1542, 0.1...0.8, spread: 0.27, scale: 2),  // w20
  ]

  /// The parameters for a learner about whom nothing is known yet: the medians over many learners
  /// that every released FSRS-6 client starts with.
  public static let defaultParameters = parameterTable.map(\.initial)

  /// The bounds of the 21 parameters.
  public static let parameterBounds = parameterTable.map(\.bounds)

  /// The bounds within which a fit searches: all of these, but w19 is at least 0.01.
  static let searchedBounds = {
    var bounds = parameterBounds
    bounds[19] = 0.01...bounds[19].upperBound
    return bounds
  }()

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
