/// Fits a memory model's parameters to a log.
///
///     let optimizer = Optimizer(histories)
///     let fit = optimizer.fit(.fsrs6)
///     fit.model.parameters                    // 21 numbers
///     histories.evaluate(fit.model).logLoss   // how well they predict this very log
///
/// Fits minimize the log loss of the log's items, the newest counting most, plus a price for parameters
/// far from where they started, by L-BFGS with exact gradients until it no longer falls. The result
/// depends on nothing but the log: not on the number of cores, nor on chance.
public struct Optimizer: Sendable {
  /// The log.
  public let histories: ReviewHistories
  let items: ItemOrder

  /// Prepares a log for fits.
  public init(_ histories: ReviewHistories) {
    self.histories = histories
    items = ItemOrder(histories)
  }

  /// How many items there are to fit to: reviews on a later day than the card's previous one.
  public var itemCount: Int { items.count }

  /// How many of them came after this time, in milliseconds since 1970-01-01T00:00:00Z; all without one.
  public func itemCount(after start: Int64?) -> Int {
    guard let start else { return itemCount }
    return itemCount - items.count(before: histories.milliseconds.count { $0 <= start })
  }

  /// Fits a model's parameters to the whole log.
  ///
  /// - Parameters:
  ///   - kind: the model.
  ///   - progress: called now and then with the share of the work done, 0…1. Only what it throws
  ///     ends the fit early.
  /// - Returns: the model with its parameters.
  /// - Throws: what `progress` throws.
  public func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    try fit(kind, limit: items.count, progress: progress)
  }

  /// Fits a model's parameters to the whole log.
  public func fit(_ kind: MemoryModel.Kind) -> Fit { fit(kind) { _ in } }

  /// Fits a model's parameters to the first items of the log.
  func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, limit: Int, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    guard limit >= Fit.fewestForInitialStability else {
      return Fit(model: MemoryModel(kind), extent: .nothing)
    }
    let profile = TrainingProfile.of(kind)
    let set = TrainingSet(histories, items: items, limit: limit, recency: profile.recency)
    guard limit >= Fit.fewestForAll, set.itemCount > 0 else {
      let parameters = Training.initialStability(profile, set)
      return Fit(model: Self.model(kind, parameters), extent: .firstStabilities)
    }
    let parameters = try Training(profile, set).fit(progress)
    return Fit(model: Self.model(kind, parameters), extent: .all)
  }

  private static func model(_ kind: MemoryModel.Kind, _ parameters: [Double]) -> MemoryModel {
    MemoryModel(kind, clamping: parameters.map { ($0 * 10_000).rounded() / 10_000 })
  }
}

/// A model whose parameters were fitted to a log, as far as the log allows.
public struct Fit: Sendable, Hashable {
  /// What was fitted.
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
  /// What was fitted.
  public let extent: Extent

  /// The fewest items to which the stabilities after a first review are fitted.
  public static let fewestForInitialStability = 8
  /// The fewest items to which all parameters are fitted.
  public static let fewestForAll = 64
}
