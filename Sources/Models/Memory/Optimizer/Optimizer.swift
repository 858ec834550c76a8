/// Fits a memory model's parameters to a log.
///
///     let optimizer = Optimizer(histories)
///     let fit = optimizer.fit(.fsrs6)
///     fit.model.parameters                    // 21 numbers
///     fit.share                               // how far the evidence has moved them from the defaults
///     histories.evaluate(fit.model).logLoss   // how well they predict this very log
///
/// A fit finds the most probable parameters, given how far those of learners spread around the defaults
/// and given the log's items, the newest counting most: by L-BFGS with exact gradients until the
/// loss no longer falls. Then they are moved back toward the defaults, the more so the less the items
/// speak against the defaults (``Fit/share``). It depends on the log and on where the search begins,
/// and not on the number of cores or on chance.
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

  /// Fits a model's parameters to the whole log.
  ///
  /// - Parameters:
  ///   - kind: the model.
  ///   - start: a model of that kind from which the search begins, such as the one that was fitted to
  ///     most of this log before, which is several times as fast; the defaults without it.
  ///   - progress: called now and then with the share of the work done, 0…1. Only what it throws
  ///     ends the fit early.
  /// - Returns: the model with its parameters.
  /// - Throws: what `progress` throws.
  public func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, from start: MemoryModel? = nil,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    try fit(kind, from: start, limit: items.count, progress: progress)
  }

  /// Fits a model's parameters to the whole log.
  public func fit(_ kind: MemoryModel.Kind, from start: MemoryModel? = nil) -> Fit {
    fit(kind, from: start) { _ in }
  }

  /// Fits a model's parameters to the first items of the log.
  func fit<Failure: Error>(
    _ kind: MemoryModel.Kind, from start: MemoryModel?, limit: Int,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    let profile = TrainingProfile.of(kind)
    let set = TrainingSet(histories, items: items, limit: limit, recency: TrainingProfile.recency)
    guard set.itemCount > 0 else { return Fit(profile, Training.Found(profile.defaults, gain: 0)) }
    let parameters = start.flatMap { $0.kind == kind ? $0.parameters : nil }
    return Fit(profile, try Training(profile, set).fit(from: parameters, progress))
  }
}

/// A model whose parameters were fitted to a log, as far as the evidence goes.
public struct Fit: Sendable, Hashable {
  /// The model to use: its parameters have moved from the defaults by ``share``. They have four decimals,
  /// as they are exchanged.
  public let model: MemoryModel
  /// The model as the search found it: where the next search begins.
  let found: MemoryModel
  /// The share of the way from the defaults to the parameters that were found, 0…1: 1 - c/2g, and none
  /// of it below c/2. The gain g says how much more probable they are than the defaults, as a natural logarithm:
  /// by how much the items' weighted log loss falls, less the price of the distance.
  ///
  /// Source: the positive-part estimator of James and Stein, with 2g in the place of the squared
  /// length of what was observed. By chance alone 2g is about as large as the number of parameters the
  /// items decide; c is so much above it that learners who are like the defaults keep them.
  public let share: Double
  /// The price of the model's distance from the defaults, as a natural logarithm.
  let price: Double

  init(_ profile: TrainingProfile, _ found: Training.Found) {
    let share = max(1 - profile.doubt / max(2 * found.gain, profile.doubt), 0)
    let model = Self.rounded(profile.kind, profile.shrunk(found.parameters, to: share))
    self.model = model
    self.found = MemoryModel(profile.kind, clamping: found.parameters)
    self.share = share
    price = profile.price(of: model.parameters)
  }

  private static func rounded(_ kind: MemoryModel.Kind, _ parameters: [Double]) -> MemoryModel {
    MemoryModel(kind, clamping: parameters.map { ($0 * 10_000).rounded() / 10_000 })
  }
}
