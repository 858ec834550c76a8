/// Models that might be used for a learner, and which of them predicts held-out reviews best.
public struct Choice: Sendable, Hashable {
  /// Where a candidate's parameters come from.
  public enum Origin: Sendable, Hashable {
    /// They are in use.
    case inUse
    /// They are the defaults.
    case defaults
    /// They were fitted to this log.
    case fit(Fit.Extent)
  }

  /// A model that might be used.
  public struct Candidate: Sendable, Hashable {
    /// Where the parameters come from.
    public let origin: Origin
    /// The model; of a fit, that of the whole log.
    public let model: MemoryModel
    /// How well it predicts held-out reviews.
    public let heldOut: Evaluation
    /// How well it predicts the whole log, to which a fit was fitted.
    public let onWholeLog: Evaluation
  }

  /// All candidates: the one in use first, if there is one, then defaults, then fits.
  public let candidates: [Candidate]
  /// The index of the one to use: the one with the lowest held-out log loss. Of equals, the first.
  public let best: Int

  /// The candidate to use.
  public var winner: Candidate { candidates[best] }
  /// Whether the parameters in use stay.
  public var keepsCurrent: Bool { winner.origin == .inUse }

  init(_ candidates: [Candidate]) {
    self.candidates = candidates
    best =
      candidates.indices.min {
        candidates[$0].heldOut.logLoss < candidates[$1].heldOut.logLoss
      } ?? 0
  }
}

// MARK: - Choosing

extension Optimizer {
  /// How many equal parts the items are divided into, in the order of time, for the check on held-out
  /// reviews.
  private static let partCount = 6

  /// Compares the default parameters, the parameters in use and fits by how well they predict held-out
  /// reviews.
  ///
  /// The items are divided into six parts in the order of time. For each part but the first, a fit to
  /// all parts before predicts this one; the five parts are judged together. The parameters in use may
  /// have been fitted to some of these reviews, which is to their advantage, unless the comparison is
  /// limited to those after `start`.
  ///
  /// - Parameters:
  ///   - kinds: the models to try.
  ///   - current: the model in use, if there is one.
  ///   - start: only reviews after this time are compared, in milliseconds since 1970-01-01T00:00:00Z;
  ///     all that are held out without it.
  ///   - progress: called now and then with the share of the work done, 0…1. What it throws ends
  ///     the comparison.
  /// - Returns: all candidates, and which of them to use.
  /// - Throws: what `progress` throws.
  public func choose<Failure: Error>(
    among kinds: [MemoryModel.Kind], current: MemoryModel? = nil, after start: Int64? = nil,
    progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Choice {
    var candidates: [Choice.Candidate] = []
    let compared = itemCount - itemCount(after: start)..<itemCount
    if let current { candidates.append(fixed(.inUse, current, compared)) }
    for kind in kinds where current != MemoryModel(kind) {
      candidates.append(fixed(.defaults, MemoryModel(kind), compared))
    }
    // A later fold fits to more, so the work is counted in parts: 1 + … + 5, and 6 for all.
    let work = Double(kinds.count * 21)
    var done = 0.0
    for kind in kinds {
      var tally = EvaluationTally()
      for part in 1..<Self.partCount {
        let limit = itemCount * part / Self.partCount
        let heldOut = (limit..<itemCount * (part + 1) / Self.partCount).clamped(to: compared)
        guard !heldOut.isEmpty else {
          done += Double(part)
          continue
        }
        let fold = try fit(kind, limit: limit) { share throws(Failure) in
          try progress((done + share * Double(part)) / work)
        }
        done += Double(part)
        tally.add(histories.tally(fold.model, items: items, among: heldOut))
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

  /// A candidate that is not fitted.
  private func fixed(
    _ origin: Choice.Origin, _ model: MemoryModel, _ compared: Range<Int>
  ) -> Choice.Candidate {
    let heldOut = (itemCount / Self.partCount..<itemCount).clamped(to: compared)
    return Choice.Candidate(
      origin: origin, model: model,
      heldOut: histories.tally(model, items: items, among: heldOut).evaluation,
      onWholeLog: histories.evaluate(model))
  }
}
