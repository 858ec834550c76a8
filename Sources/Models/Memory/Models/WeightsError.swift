/// Why a list of numbers can't be the weights of a memory model.
public enum WeightsError: Error, Hashable, Sendable {
  /// This many weights were given, and there must be one of these numbers of them.
  case wrongCount(Int, expected: [Int])
  /// The weight at this index, from 0, is infinite or not a number.
  case notFinite(index: Int)
  /// The weight at this index, from 0, lies outside its bounds.
  case outOfBounds(index: Int, weight: Double, bounds: ClosedRange<Double>)
}

extension WeightsError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .wrongCount(let count, let expected):
      let numbers = expected.map(String.init)
      let list = numbers.dropLast().joined(separator: ", ")
      return "There must be \(list.isEmpty ? "" : list + " or ")\(numbers.last ?? "no") weights, "
        + "not \(count)."
    case .notFinite(let index):
      return "Weight w\(index) is not a finite number."
    case .outOfBounds(let index, let weight, let bounds):
      return "Weight w\(index) is \(weight), but it must be \(bounds.lowerBound) to "
        + "\(bounds.upperBound)."
    }
  }
}

extension WeightsError {
  /// Checks weights against their count and bounds.
  ///
  /// - Throws: the first fault there is.
  static func check(_ weights: [Double], bounds: [ClosedRange<Double>]) throws(WeightsError) {
    guard weights.count == bounds.count else {
      throw .wrongCount(weights.count, expected: [bounds.count])
    }
    for (index, weight) in weights.enumerated() {
      guard weight.isFinite else { throw .notFinite(index: index) }
      guard bounds[index].contains(weight) else {
        throw .outOfBounds(index: index, weight: weight, bounds: bounds[index])
      }
    }
  }
}
