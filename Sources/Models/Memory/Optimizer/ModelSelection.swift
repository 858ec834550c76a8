/// Models that might be used for a learner, and which of them is.
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

  /// A model that might be used.
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

  /// All candidates: the one in use first, if there is one, then defaults, then fits.
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
    let fit = try fit(current.kind, from: current, progress: progress)
    let candidates = [(Choice.Origin.inUse, current), (.fit(share: fit.share), fit.model)].map {
      origin, model in
      let evaluation = histories.evaluate(model)
      return Choice.Candidate(
        origin: origin, model: model, heldOut: evaluation, onWholeLog: evaluation)
    }
    return Choice(candidates: candidates, best: 1)
  }

  /// Fits models, chooses one of the fits, and evaluates them beside the default parameters and those in use.
  ///
  /// Fits do not compete with what is in use: shrunk to the defaults by the evidence, they are the best
  /// there is to know. FSRS-7 takes the place of FSRS-6 by a margin only (``Fit``).
  ///
  /// - Parameters:
  ///   - kinds: the models to try.
  ///   - current: the model in use, if there is one.
  ///   - isSetByHand: whether the learner has set the parameters in use. Then they stay as long as the reviews
  ///     say nothing against the defaults.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: all candidates, and which of them to use.
  /// - Throws: what `progress` throws.
  public func choose<Failure: Error>(
    among kinds: [MemoryModel.Kind], current: MemoryModel? = nil, isSetByHand: Bool = false,
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
    for kind in kinds where current != MemoryModel(kind) { add(.defaults, MemoryModel(kind)) }
    let predicted = try prequential(among: kinds, growth: Self.evaluatedGrowth, progress: progress)
    let first = candidates.count
    for (fit, evaluation) in zip(predicted.fits, predicted.evaluations) {
      add(.fit(share: fit.share), fit.model, heldOut: evaluation)
    }
    let stays = isSetByHand && predicted.fits[predicted.chosen].share == 0
    return Choice(candidates: candidates, best: stays ? 0 : first + predicted.chosen)
  }

  /// Which of several fits to the first items to use: that of FSRS-6, unless FSRS-7 predicts the items
  /// better by more than its distance from the defaults costs, and by the logarithm of their number.
  ///
  /// With 13 parameters more it finds more by chance. Half that logarithm is the price of a parameter that
  /// the items decide (Schwarz, "Estimating the dimension of a model", 1978). Two of them keep
  /// learners whose memory FSRS-6 describes from FSRS-7.
  func chosen(among fits: [Fit], limit: Int) -> Int {
    guard fits.count > 1, limit > 1,
      let simple = fits.firstIndex(where: { $0.model.kind == .fsrs6 }),
      let other = fits.firstIndex(where: { $0.model.kind == .fsrs7 })
    else { return 0 }
    func cost(_ fit: Fit) -> Double {
      let loss = histories.tally(fit.model, items: items, among: 0..<limit).evaluation.logLoss
      return loss * Double(limit) + fit.price
    }
    let isEarned = cost(fits[simple]) - cost(fits[other]) > logarithm(Double(limit))
    return isEarned ? other : simple
  }
}

// MARK: - Predicting before learning

/// How well a rule of fitting predicts a log, each review before it is learned from.
public struct PrequentialEvaluation: Sendable {
  /// The last fits, to all items, one for each model.
  public let fits: [Fit]
  /// How well the fits of each model predicted.
  public let evaluations: [Evaluation]
  /// How well the fits predicted that were chosen at the time.
  public let ofChosen: Evaluation
  /// The index of the fit that is chosen at the end.
  public let chosen: Int
}

extension Optimizer {
  /// The fewest items from one fit to the next.
  private static let fewestMore = 10

  /// Goes through the log as it came: models are fitted, predict the next items, and are fitted again
  /// when there are so many more, each search beginning where the last one ended.
  ///
  /// Nothing is held out and nothing is predicted by what has seen it; the first items are predicted by
  /// the defaults. All items count, each as much as any other.
  ///
  /// - Parameters:
  ///   - kinds: the models.
  ///   - growth: the share by which the items grow from one fit to the next.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: how well they predicted, and the last fits.
  /// - Throws: what `progress` throws.
  public func prequential<Failure: Error>(
    among kinds: [MemoryModel.Kind], growth: Double = RefitRule.growth,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> PrequentialEvaluation {
    var tallies = kinds.map { _ in EvaluationTally() }
    var tallyOfChosen = EvaluationTally()
    var limits = [0]
    while let last = limits.last, last < itemCount {
      limits.append(
        min(max(last + Self.fewestMore, Int(Double(last) * (1 + growth))), itemCount))
    }
    let work = Double(kinds.count * limits.reduce(0, +))
    var done = 0.0
    var fits: [Fit] = []
    var chosen = 0
    for (index, limit) in limits.enumerated() {
      var next: [Fit] = []
      for (number, kind) in kinds.enumerated() {
        let start = fits.isEmpty ? nil : fits[number].found
        next.append(
          try fit(kind, from: start, limit: limit) { share throws(Failure) in
            try progress(work > 0 ? (done + share * Double(limit)) / work : 0)
          })
        done += Double(limit)
      }
      fits = next
      chosen = self.chosen(among: fits, limit: limit)
      guard index + 1 < limits.count else { break }
      for (number, fit) in fits.enumerated() {
        let tally = histories.tally(fit.model, items: items, among: limit..<limits[index + 1])
        tallies[number].add(tally)
        if number == chosen { tallyOfChosen.add(tally) }
      }
    }
    try progress(1)
    return PrequentialEvaluation(
      fits: fits, evaluations: tallies.map(\.evaluation), ofChosen: tallyOfChosen.evaluation,
      chosen: chosen)
  }
}
