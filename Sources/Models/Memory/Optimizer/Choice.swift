/// Parameters that might be used for a learner, and which of them are.
public struct Choice: Sendable, Hashable {
  /// Where a candidate's parameters come from.
  public enum Origin: Sendable, Hashable {
    /// They are in use.
    case inUse
    /// They are the defaults.
    case defaults
    /// They were fitted to this log, and have moved from the defaults by this share, 0…1.
    case fit(share: Double)
  }

  /// A model with parameters that might be used.
  public struct Candidate: Sendable, Hashable {
    /// Where the parameters come from.
    public let origin: Origin
    /// The model; of a fit, that of the whole log.
    public let model: MemoryModel
    /// How well it predicts reviews; of a fit, how well each review was predicted by fits to the reviews
    /// before it.
    public let heldOut: Evaluation
    /// How well it predicts the whole log, to which a fit was fitted.
    public let onWholeLog: Evaluation
  }

  /// All candidates: the one in use first, if there is one, then the defaults, then the fit.
  public let candidates: [Candidate]
  /// The index of the one to use.
  public let best: Int

  /// The candidate to use.
  public var winner: Candidate { candidates[best] }
  /// Whether the parameters in use stay.
  public var keepsCurrent: Bool { winner.model == candidates.first { $0.origin == .inUse }?.model }
}

// MARK: - Choosing

extension Optimizer {
  /// By how much the evaluated log grows from one fit to the next: coarser than ``RefitRule/growth``, since
  /// nothing but figures in a report follows from it.
  private static let evaluatedGrowth = 0.25

  /// The fewest items to fit to.
  public static let fewestItems = 8

  /// Fits the model in use again, from where it stands.
  ///
  /// - Parameters:
  ///   - current: the model in use.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: the fit beside the model in use.
  /// - Throws: what `progress` throws.
  public func refit<Failure: Error>(
    _ current: MemoryModel, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Choice {
    let fit = try fit(from: current, progress: progress)
    let candidates = [(Choice.Origin.inUse, current), (.fit(share: fit.share), fit.model)].map {
      origin, model in
      let evaluation = histories.evaluate(model)
      return Choice.Candidate(
        origin: origin, model: model, heldOut: evaluation, onWholeLog: evaluation)
    }
    return Choice(candidates: candidates, best: 1)
  }

  /// Fits parameters, and evaluates them beside the defaults and those in use.
  ///
  /// A fit does not compete with what is in use: shrunk to the defaults by the evidence (``Fit``), it is the
  /// best there is to know.
  ///
  /// - Parameters:
  ///   - current: the model in use, if there is one.
  ///   - isSetByHand: whether the learner has set the parameters in use. Then they stay as long as the reviews
  ///     say nothing against the defaults.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: all candidates, and which of them to use.
  /// - Throws: what `progress` throws.
  public func choose<Failure: Error>(
    current: MemoryModel? = nil, isSetByHand: Bool = false,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Choice {
    var candidates: [Choice.Candidate] = []
    func add(_ origin: Choice.Origin, _ model: MemoryModel, heldOut: Evaluation? = nil) {
      let whole = histories.evaluate(model)
      candidates.append(
        Choice.Candidate(
          origin: origin, model: model, heldOut: heldOut ?? whole, onWholeLog: whole))
    }
    if let current { add(.inUse, current) }
    if current != MemoryModel() { add(.defaults, MemoryModel()) }
    let predicted = try prequential(growth: Self.evaluatedGrowth, progress: progress)
    let fit = predicted.fit
    add(.fit(share: fit.share), fit.model, heldOut: predicted.evaluation)
    let stays = isSetByHand && fit.share == 0
    return Choice(candidates: candidates, best: stays ? 0 : candidates.count - 1)
  }
}

// MARK: - Predicting before learning

/// How well a rule of fitting predicts a log, each review before it is learned from.
public struct PrequentialEvaluation: Sendable {
  /// The last fit, to all items.
  public let fit: Fit
  /// How well the fits predicted.
  public let evaluation: Evaluation
}

extension Optimizer {
  /// The fewest items from one fit to the next.
  private static let fewestMore = 10

  /// Goes through the log as it came: parameters are fitted, predict the next items, and are fitted again
  /// when there are so many more, each search beginning where the last one ended.
  ///
  /// Nothing is held out and nothing is predicted by what has seen it; the first items are predicted by
  /// the defaults. All items count, each as much as any other.
  ///
  /// - Parameters:
  ///   - growth: the share by which the items grow from one fit to the next.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: how well they predicted, and the last fit.
  /// - Throws: what `progress` throws.
  public func prequential<Failure: Error>(
    growth: Double = RefitRule.growth, progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> PrequentialEvaluation {
    var tally = EvaluationTally()
    var limits = [0]
    while let last = limits.last, last < itemCount {
      limits.append(
        min(max(last + Self.fewestMore, Int(Double(last) * (1 + growth))), itemCount))
    }
    let work = Double(limits.reduce(0, +))
    var done = 0.0
    var fit = try fit(from: nil, limit: 0, progress: progress)
    for (last, limit) in zip(limits, limits.dropFirst()) {
      tally.add(histories.tally(fit.model, items: items, among: last..<limit))
      fit = try self.fit(from: fit.found, limit: limit) { share throws(Failure) in
        try progress((done + share * Double(limit)) / work)
      }
      done += Double(limit)
    }
    try progress(1)
    return PrequentialEvaluation(fit: fit, evaluation: tally.evaluation)
  }
}
