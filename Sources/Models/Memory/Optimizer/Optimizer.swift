/// Learns a memory model's parameters from a log.
///
///     let optimizer = Optimizer(histories)
///     let fit = optimizer.fit(.fsrs6)
///     fit.model.parameters                       // 21 numbers
///     histories.evaluate(fit.model).logLoss   // how well they foretell this very log
///
/// Fits minimize the log loss of the log's items, the newest counting most, plus a price for parameters
/// far from where they started, by L-BFGS with exact gradients until it no longer falls. The result
/// depends on nothing but the log: not on the number of cores, nor on chance.
public struct Optimizer: Sendable {
  /// The log.
  public let histories: ReviewHistories
  /// Whether cards with a most unusual first wait are left out of fits.
  public let filtersOutliers: Bool
  let items: ItemOrder

  /// Prepares a log for fits.
  ///
  /// - Parameters:
  ///   - histories: the log.
  ///   - filtersOutliers: whether cards with a most unusual first wait are left out of fits.
  public init(_ histories: ReviewHistories, filtersOutliers: Bool = true) {
    self.histories = histories
    self.filtersOutliers = filtersOutliers
    items = ItemOrder(histories)
  }

  /// How many items there are to learn from: reviews on a later day than the card's review before.
  public var itemCount: Int { items.count }

  /// Learns a model's parameters from the whole log.
  ///
  /// - Parameters:
  ///   - kind: the model.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the fit, and nothing else does.
  /// - Returns: the model with its parameters.
  /// - Throws: what `progress` throws.
  public func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    try fit(kind, limit: items.count, progress: progress)
  }

  /// Learns a model's parameters from the whole log.
  public func fit(_ kind: MemoryModel.Kind) -> Fit { fit(kind) { _ in } }

  /// Learns a model's parameters from the first items of the log.
  func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, limit: Int, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    guard limit >= Fit.fewestForFirstStabilities else {
      return Fit(model: MemoryModel(kind), extent: .nothing)
    }
    let profile = TrainingProfile.of(kind)
    let set = TrainingSet(
      histories, items: items, limit: limit, isFiltered: filtersOutliers,
      recency: profile.recency)
    guard limit >= Fit.fewestForAll, set.itemCount > 0 else {
      let parameters = Training.firstStabilities(profile, set)
      return Fit(model: Self.model(kind, parameters), extent: .firstStabilities)
    }
    let parameters = try Training(profile, set).fit(progress)
    return Fit(model: Self.model(kind, parameters), extent: .all)
  }

  private static func model(_ kind: MemoryModel.Kind, _ parameters: [Double]) -> MemoryModel {
    MemoryModel(kind, clamping: parameters.map { ($0 * 10_000).rounded() / 10_000 })
  }
}

/// A model whose parameters were learned from a log, as far as the log goes.
public struct Fit: Sendable, Hashable {
  /// What was learned.
  public enum Extent: String, Sendable, Hashable {
    /// Nothing: there were fewer than 8 items, and the parameters are the defaults.
    case nothing
    /// Only w0…w3, the stabilities after a first review: there were fewer than 64 items.
    case firstStabilities = "first-stabilities"
    /// All parameters.
    case all
  }

  /// The model with its parameters, which have four decimals, as they are exchanged.
  public let model: MemoryModel
  /// What was learned.
  public let extent: Extent

  /// The fewest items, each a review on a later day than the card's review before, from which the
  /// stabilities after a first review are learned.
  public static let fewestForFirstStabilities = 8
  /// The fewest items from which all parameters are learned.
  public static let fewestForAll = 64
}
