/// A memory model with its weights: FSRS-6 or FSRS-7 behind one set of operations, which scheduler,
/// replay, evaluation and simulator share.
///
///     let model = try MemoryModel(weights: weights)        // 17, 19 or 21 numbers, or 34
///     let state = model.initialState(.good)
///     let next = model.nextState(state, grade: .hard, elapsed: Elapsed(wholeDays: 3))
///     let days = model.interval(next, retention: 0.9)
public enum MemoryModel: Sendable, Hashable {
  /// FSRS-6: one stability, whole days.
  case fsrs6(FSRS6)
  /// FSRS-7: two stabilities, days with fractions.
  case fsrs7(FSRS7)

  /// Which model it is, whatever its weights.
  public enum Kind: String, CaseIterable, Sendable, Hashable, Codable {
    /// FSRS-6.
    case fsrs6 = "fsrs-6"
    /// FSRS-7.
    case fsrs7 = "fsrs-7"

    /// The bounds of the weights.
    public var weightBounds: [ClosedRange<Double>] {
      switch self {
      case .fsrs6: FSRS6.weightBounds
      case .fsrs7: FSRS7.weightBounds
      }
    }
  }

  /// Makes a model of a kind with its default weights.
  public init(_ kind: Kind) {
    switch kind {
    case .fsrs6: self = .fsrs6(FSRS6())
    case .fsrs7: self = .fsrs7(FSRS7())
    }
  }

  /// Makes the model that has this many weights: FSRS-6 for 21, or for 17 and 19 of its forerunners,
  /// which are migrated; FSRS-7 for 34.
  ///
  /// - Throws: `WeightsError` for another count, or a weight that is not finite or out of its
  ///   bounds.
  public init(weights: [Double]) throws(WeightsError) {
    switch weights.count {
    case 17, 19, 21: self = .fsrs6(try FSRS6(weights: try FSRS6.migrated(weights)))
    case 34: self = .fsrs7(try FSRS7(weights: weights))
    default: throw .wrongCount(weights.count, expected: [17, 19, 21, 34])
    }
  }

  /// Makes a model of a kind with finite weights, as many as it has, each moved to the nearer bound
  /// if need be.
  init(_ kind: Kind, clamping weights: [Double]) {
    switch kind {
    case .fsrs6: self = .fsrs6(FSRS6(clamping: weights))
    case .fsrs7: self = .fsrs7(FSRS7(clamping: weights))
    }
  }

  /// Which model it is.
  public var kind: Kind {
    switch self {
    case .fsrs6: .fsrs6
    case .fsrs7: .fsrs7
    }
  }

  /// The weights, w0 first.
  public var weights: [Double] {
    switch self {
    case .fsrs6(let model): model.weights
    case .fsrs7(let model): model.weights
    }
  }
}
