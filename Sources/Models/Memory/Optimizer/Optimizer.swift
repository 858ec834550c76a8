/// Fits the memory model's parameters to a log.
///
///     let optimizer = Optimizer(histories)
///     let fit = optimizer.fit()
///     fit.model.parameters                    // 21 numbers
///     fit.share                               // how far the evidence has moved them from the defaults
///     histories.evaluate(fit.model).logLoss   // how well they predict this very log
///
/// A fit finds the most probable parameters, given their prior distribution among learners and the
/// log's items, the newest counting most: by L-BFGS with exact gradients until the loss no longer falls.
/// Then they are shrunk toward the defaults, the more so the less the items speak against the defaults
/// (``Fit/share``). It depends on the log and on where the search begins, and not on the number of cores
/// or on chance.
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

  /// Fits parameters to the whole log.
  ///
  /// - Parameters:
  ///   - start: the model from which the search begins, such as the one that was fitted to most of this
  ///     log before, which is several times as fast; the defaults without it.
  ///   - progress: called now and then with the share of the work done, 0…1. Only what it throws
  ///     ends the fit early.
  /// - Returns: the model with its parameters.
  /// - Throws: what `progress` throws.
  public func fit<Failure: Error>(
    from start: MemoryModel? = nil, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    try fit(from: start, limit: items.count, progress: progress)
  }

  /// Fits parameters to the whole log.
  public func fit(from start: MemoryModel? = nil) -> Fit { fit(from: start) { _ in } }

  /// Fits parameters to the first items of the log.
  func fit<Failure: Error>(
    from start: MemoryModel?, limit: Int, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    let set = TrainingSet(histories, items: items, limit: limit)
    guard set.itemCount > 0 else { return Fit(found: MemoryModel(), gain: 0) }
    let minimum = try TrainingObjective(set, for: MemoryModel.self)
      .minimum(from: start?.parameters, progress: progress)
    return Fit(found: MemoryModel(clamping: minimum.parameters), gain: minimum.gain)
  }
}

/// A model whose parameters were fitted to a log, as far as the evidence goes.
public struct Fit: Sendable, Hashable {
  /// The model to use: its parameters have moved from the defaults by ``share``. They have four decimals,
  /// as they are exchanged.
  public let model: MemoryModel
  /// The model as the search found it: where the next search begins.
  let found: MemoryModel
  /// The share of the way from the defaults to the parameters that were found, 0…1: 1 - c/g, and 0 if the gain
  /// g is less than the shrinkage constant c = 4. The gain is how much more probable those parameters are than the defaults,
  /// as a natural logarithm: by how much the items' weighted log loss falls, less the negative log prior.
  ///
  /// Source: the positive-part estimator of James and Stein, with 2g in the place of the squared
  /// length of what was observed. By chance alone 2g is about as large as the number of parameters the
  /// items decide; 2c is so much above it that learners who are like the defaults keep them.
  public let share: Double

  init(found: MemoryModel, gain: Double) {
    self.found = found
    share = 1 - Self.shrinkage / max(gain, Self.shrinkage)
    model = MemoryModel(
      clamping: ParameterPrior(MemoryModel.parameterTable).shrunk(found.parameters, to: share).map {
        ($0 * 10_000).rounded() / 10_000
      })
  }

  /// The gain that leaves the defaults in place, as a natural logarithm. Chosen by learners whose memory is the
  /// defaults, with cards of different difficulty: theirs grows with every log that is fitted, and
  /// rarely passes this.
  static let shrinkage = 4.0
}
