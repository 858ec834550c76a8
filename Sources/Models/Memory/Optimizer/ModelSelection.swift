extension Optimizer {
  /// How many equal parts the items are divided into, in the order of time, for the check on reviews
  /// that a fit has not seen.
  private static let partCount = 6

  /// Lets the default parameters, the parameters in use and the fits foretell reviews they have not seen,
  /// and says which does best.
  ///
  /// The items are divided into six parts in the order of time. For each part but the first a fit
  /// learns from all parts before and foretells this one; the five parts are judged together. The
  /// parameters in use may well have been learned from some of these reviews, which is to their
  /// advantage: they are given up only for what is better still.
  ///
  /// - Parameters:
  ///   - kinds: the models to try.
  ///   - current: the model in use, if there is one.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the work.
  /// - Returns: all candidates, and which of them to use.
  /// - Throws: what `progress` throws.
  public func choose<Failure: Error>(
    among kinds: [MemoryModel.Kind], current: MemoryModel? = nil,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Choice {
    var candidates: [Choice.Candidate] = []
    if let current { candidates.append(fixed(.inUse, current)) }
    for kind in kinds where current != MemoryModel(kind) {
      candidates.append(fixed(.defaults, MemoryModel(kind)))
    }
    // A later fold learns from more, so the work is counted in parts: 1 + … + 5, and 6 for all.
    let work = Double(kinds.count * 21)
    var done = 0.0
    for kind in kinds {
      var tally = EvaluationTally()
      for part in 1..<Self.partCount {
        let limit = itemCount * part / Self.partCount
        let fold = try fit(kind, limit: limit) { share throws(Failure) in
          try progress((done + share * Double(part)) / work)
        }
        done += Double(part)
        let unseen = limit..<itemCount * (part + 1) / Self.partCount
        tally.add(histories.tally(fold.model, items: items, among: unseen))
      }
      let whole = try fit(kind) { share throws(Failure) in
        try progress((done + share * Double(Self.partCount)) / work)
      }
      done += Double(Self.partCount)
      candidates.append(
        Choice.Candidate(
          origin: .fit(whole.extent), model: whole.model, heldOut: tally.evaluation,
          onWholeLog: histories.evaluate(whole.model)))
    }
    try progress(1)
    return Choice(candidates)
  }

  /// A candidate that does not learn.
  private func fixed(_ origin: Choice.Origin, _ model: MemoryModel) -> Choice.Candidate {
    let unseen = itemCount / Self.partCount..<itemCount
    return Choice.Candidate(
      origin: origin, model: model,
      heldOut: histories.tally(model, items: items, among: unseen).evaluation,
      onWholeLog: histories.evaluate(model))
  }
}

/// Models that might be used for a learner, and the one that foretells best what it has not seen.
public struct Choice: Sendable, Hashable {
  /// Where a candidate's parameters are from.
  public enum Origin: Sendable, Hashable {
    /// They are in use.
    case inUse
    /// They are the defaults.
    case defaults
    /// They were learned from this log.
    case fit(Fit.Extent)
  }

  /// A model that might be used.
  public struct Candidate: Sendable, Hashable {
    /// Where the parameters are from.
    public let origin: Origin
    /// The model; of a fit, that of the whole log.
    public let model: MemoryModel
    /// How well it foretells reviews that a fit had not seen.
    public let heldOut: Evaluation
    /// How well it foretells the whole log, which a fit has seen.
    public let onWholeLog: Evaluation
  }

  /// All candidates: the one in use first, if there is one, then defaults, then fits.
  public let candidates: [Candidate]
  /// The place of the one to use: that with the least log loss on unseen reviews. Of equals, the
  /// first.
  public let best: Int

  /// The candidate to use.
  public var winner: Candidate { candidates[best] }
  /// Whether the parameters in use are to stay.
  public var keepsCurrent: Bool { winner.origin == .inUse }

  init(_ candidates: [Candidate]) {
    self.candidates = candidates
    best =
      candidates.indices.min {
        candidates[$0].heldOut.logLoss < candidates[$1].heldOut.logLoss
      } ?? 0
  }
}
