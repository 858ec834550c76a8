extension FSRS6 {
  /// Why a list of numbers can't be the weights of the model.
  public enum WeightsError: Error, Hashable, Sendable {
    /// There must be 21 weights; this many were given.
    case wrongCount(Int)
    /// The weight at this index, from 0, is infinite or not a number.
    case notFinite(index: Int)
  }
}

extension FSRS6.WeightsError: CustomStringConvertible {
  /// What is wrong, in one sentence.
  public var description: String {
    switch self {
    case .wrongCount(let count): "FSRS-6 has 21 weights, not \(count)."
    case .notFinite(let index): "Weight w\(index) is not a finite number."
    }
  }
}
