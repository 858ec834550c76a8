// MARK: - FSRS-6

extension FSRS6 {
  /// The parameters for a learner of whom nothing is known yet: the medians over many learners that
  /// every released FSRS-6 client starts with.
  public static let defaultParameters: [Double] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796,
    1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ]

  /// The bounds of the 21 parameters, those of fsrs-rs 6.6.2.
  public static let parameterBounds: [ClosedRange<Double>] =
    Array(repeating: 0.001...100, count: 4) + [
      1...10, 0.001...4, 0.001...4, 0.001...0.75, 0...4.5, 0...0.8, 0.001...3.5,
      0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2, 0...2, 0...0.8, 0.1...0.8,
    ]

  /// The 21 parameters that say the same as those of an earlier version of FSRS: 17 (FSRS-4.5, FSRS-5
  /// without reviews on one day) or 19 (FSRS-5). 21 stay as they are.
  ///
  /// Source: `check_and_fill_parameters` of fsrs-rs 6.6.2. Like there, what migration moves out of
  /// the bounds is moved back to the nearer one.
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
    return clamped(result + [0, 0.5], relearningSteps: 1)
  }

  /// Each parameter within its bounds, w17 and w18 below what the relearning steps allow.
  static func clamped(_ parameters: [Double], relearningSteps: Int) -> [Double] {
    var result = zip(parameters, parameterBounds).map { parameter, bounds in
      min(max(parameter, bounds.lowerBound), bounds.upperBound)
    }
    let ceiling = sameDayCeiling(result, relearningSteps: relearningSteps)
    result[17] = min(result[17], ceiling)
    result[18] = min(result[18], ceiling)
    return result
  }

  /// The upper bound of w17 and w18: 2, or with n > 1 relearning steps at most
  /// √max(0.01, -(ln w11 + ln(2^w13 - 1) + 0.3 w14)/n).
  private static func sameDayCeiling(_ w: [Double], relearningSteps: Int) -> Double {
    guard relearningSteps > 1 else { return 2 }
    let lapse = logarithm(w[11]) + logarithm(power(2, w[13]) - 1) + 0.3 * w[14]
    return min(2, max(0.01, -lapse / Double(relearningSteps)).squareRoot())
  }
}

// MARK: - FSRS-7

extension FSRS7 {
  /// The parameters for a learner of whom nothing is known yet: the medians over many learners that
  /// fsrs-rs (c9562d6) starts with.
  public static let defaultParameters: [Double] = [
    0.1104, 2.2395, 3.9221, 11.7841, 6.1686, 0.6457, 3.6807,
    1.9795, 0, 1.3826, 0.7024, 0.5999, 0.8146, 0.6398, 1,
    1.3207, 0.6707, 3.8668, 0.4416, 0.0934, 1.8631, 0.6162, 1.0869,
    0.1567, 0.0801, 0.2421, 0.9464, 0.1433, 0.7145, 0, 0.5667, 0.3734, 0.5333, 0.3048,
  ]

  /// The bounds of the 34 parameters. Besides, w0…w3 must not fall, nor w26 lie below w25.
  public static let parameterBounds: [ClosedRange<Double>] = [
    0.0001...50, 0.0001...100, 0.0001...100, 0.0001...100, 1...10, 0.001...4, 0.1...4,
    0...4, 0...1.2, 0.3...3, 0.01...1.5, 0.1...1, 0...3.5, 0...1, 1...7,
    0...4, 0...2, 0.5...6, 0.001...1.5, 0.001...1, 0...5, 0...1, 1...7,
    0.01...0.25, 0.01...0.95, 0.2...0.85, 0.5...0.99, 0.01...1, 0.1...1, 0...0.9, 0.1...1.1,
    0...1, 0...0.6, 0...0.6,
  ]

  /// Each parameter within its bounds, and none that must not be less than its predecessor less.
  static func clamped(_ parameters: [Double]) -> [Double] {
    var result = zip(parameters, parameterBounds).map { parameter, bounds in
      min(max(parameter, bounds.lowerBound), bounds.upperBound)
    }
    for index in [1, 2, 3, 26] { result[index] = max(result[index], result[index - 1]) }
    return result
  }
}

// MARK: - Errors

/// Why a list of numbers can't be the parameters of a memory model.
public enum ParametersError: Error, Hashable, Sendable {
  /// This many parameters were given, and there must be one of these numbers of them.
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
