/// A studied question that is gone, with the new ones that might be it: for the learner to decide.
public struct UnclearIdentity: Hashable, Sendable {
  /// The question that is gone.
  public let known: IdentityEntry
  /// The new questions that resemble it, the closest in place first; at least one.
  public let candidates: [IdentityEntry]

  /// Makes a case.
  public init(known: IdentityEntry, candidates: [IdentityEntry]) {
    self.known = known
    self.candidates = candidates
  }
}
