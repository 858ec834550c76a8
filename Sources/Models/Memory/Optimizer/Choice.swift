/// Models that might be used for a learner, and the one that foretells best what it has not seen.
public struct Choice: Sendable, Hashable {
  /// Where a candidate's weights are from.
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
    /// Where the weights are from.
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
  /// Whether the weights in use are to stay.
  public var keepsCurrent: Bool { winner.origin == .inUse }

  init(_ candidates: [Candidate]) {
    self.candidates = candidates
    best =
      candidates.indices.min {
        candidates[$0].heldOut.logLoss < candidates[$1].heldOut.logLoss
      } ?? 0
  }
}
