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
    guard [17, 19, 21].contains(parameters.count) else {
      throw .wrongCount(parameters.count, expected: [17, 19, 21])
    }
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

// MARK: - FSRS-7

extension FSRS7 {
  /// Initial values and bounds are those of fsrs-rs (c9562d6); the spreads are twice those of the
  /// corresponding parameters of FSRS-6, which predicts later reviews of a log of 12,580 best.
  static let parameterTable: [Parameter] = [
    .init(0.1104, 0.0001...50, spread: 2.4, scale: 10),  // w0
    .init(2.2395, 0.0001...100, spread: 2, scale: 10),  // w1
    .init(3.9221, 0.0001...100, spread: 1.8, scale: 10),  // w2
    .init(11.7841, 0.0001...100, spread: 1.8, scale: 10),  // w3
    .init(6.1686, 1...10, spread: 1.14, scale: 18),  // w4
    .init(0.6457, 0.001...4, spread: 0.56, scale: 5),  // w5
    .init(3.6807, 0.1...4, spread: 1.2, scale: 14),  // w6
    .init(1.9795, 0...4, spread: 0.78, scale: 3.7),  // w7
    .init(0, 0...1.2, spread: 0.36, scale: 2.5),  // w8
    .init(1.3826, 0.3...3, spread: 0.66, scale: 4),  // w9
    .init(0.7024, 0.01...1.5, spread: 0.6, scale: 2.8),  // w10
    .init(0.5999, 0.1...1, spread: 0.32, scale: 2),  // w11
    .init(0.8146, 0...3.5, spread: 1.14, scale: 10),  // w12
    .init(0.6398, 0...1, spread: 0.5, scale: 9.3),  // w13
    .init(1, 1...7, spread: 2.06, scale: 38),  // w14
    .init(1.3207, 0...4, spread: 0.78, scale: 14),  // w15
    .init(0.6707, 0...2, spread: 0.36, scale: 5.5),  // w16
    .init(3.8668, 0.5...6, spread: 0.66, scale: 12),  // w17
    .init(0.4416, 0.001...1.5, spread: 0.6, scale: 10),  // w18
    .init(0.0934, 0.001...1, spread: 0.32, scale: 7),  // w19
    .init(1.8631, 0...5, spread: 1.14, scale: 20),  // w20
    .init(0.6162, 0...1, spread: 0.5, scale: 9),  // w21
    .init(1.0869, 1...7, spread: 2.06, scale: 38),  // w22
    .init(0.1567, 0.01...0.25, spread: 0.1, scale: 1.2),  // w23
    .init(0.0801, 0.01...0.95, spread: 0.2, scale: 1),  // w24
    .init(0.2421, 0.2...0.85, spread: 0.2, scale: 1.8),  // w25
    .init(0.9464, 0.5...0.99, spread: 0.1, scale: 0.4),  // w26
    .init(0.1433, 0.01...1, spread: 0.4, scale: 1.6),  // w27
    .init(0.7145, 0.1...1, spread: 0.4, scale: 8),  // w28
    .init(0, 0...0.9, spread: 0.4, scale: 1.9),  // w29
    .init(0.5667, 0.1...1.1, spread: 0.4, scale: 4),  // w30
    .init(0.3734, 0...1, spread: 0.4, scale: 3.3),  // w31
    .init(0.5333, 0...0.6, spread: 0.3, scale: 3),  // w32
    .init(0.3048, 0...0.6, spread: 0.3, scale: 1),  // w33
  ]

  /// The parameters for a learner about whom nothing is known yet: the medians over many learners
  /// that fsrs-rs starts with.
  public static let defaultParameters = parameterTable.map(\.initial)

  /// The bounds of the 34 parameters. Besides, w0…w3 must not decrease, nor w26 be less than w25.
  public static let parameterBounds = parameterTable.map(\.bounds)

  /// Each parameter within its bounds, and none less than its predecessor where it must not be.
  static func clamped(_ parameters: [Double]) -> [Double] {
    var result = zip(parameters, parameterBounds).map { $1.clamp($0) }
    for index in [1, 2, 3, 26] { result[index] = max(result[index], result[index - 1]) }
    return result
  }
}

// MARK: - Errors

/// Why a list of numbers can't be the parameters of a memory model.
public enum ParametersError: Error, Hashable, Sendable {
  /// The number of parameters that were given, and the numbers that are allowed.
  case wrongCount(Int, expected: [Int])
  /// The parameter at this index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The parameter at this index, from 0, lies outside its bounds.
  case outOfBounds(index: Int, value: Double, bounds: ClosedRange<Double>)
}

extension ParametersError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .wrongCount(let count, let expected):
      let numbers = expected.map(String.init)
      let list = numbers.dropLast().joined(separator: ", ")
      return
        "There must be \(list.isEmpty ? "" : list + " or ")\(numbers.last ?? "no") parameters, "
        + "not \(count)."
    case .notFinite(let index):
      return "Parameter w\(index) is not a finite number."
    case .outOfBounds(let index, let value, let bounds):
      return "Parameter w\(index) is \(value), but it must be \(bounds.lowerBound) to "
        + "\(bounds.upperBound)."
    }
  }
}

extension ParametersError {
  /// Checks parameters against their count and bounds.
  ///
  /// - Throws: the first fault there is.
  static func check(_ parameters: [Double], bounds: [ClosedRange<Double>]) throws(ParametersError) {
    guard parameters.count == bounds.count else {
      throw .wrongCount(parameters.count, expected: [bounds.count])
    }
    for (index, parameter) in parameters.enumerated() {
      guard parameter.isFinite else { throw .notFinite(index: index) }
      guard bounds[index].contains(parameter) else {
        throw .outOfBounds(index: index, value: parameter, bounds: bounds[index])
      }
    }
  }
}
