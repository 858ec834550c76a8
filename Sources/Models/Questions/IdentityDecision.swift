/// A question that goes on under the identity it had.
public struct IdentityDecision: Hashable, Sendable {
  /// Why two entries are one question.
  public enum Reason: String, Hashable, Sendable {
    /// The same text, but for what an author may change without meaning anything by it.
    case sameText = "same text"
    /// The same place, and close in text.
    case samePlace = "same place"
    /// The learner said so, or edited the question through the program.
    case told = "told"
    /// It is no question that was there before: the learner said so, or that one goes on under
    /// another text.
    case another = "another question"
  }

  /// The question as it reads now.
  public let entry: IdentityEntry
  /// The question it goes on as.
  public let known: IdentityEntry
  /// Why.
  public let reason: Reason

  /// Makes a decision.
  public init(entry: IdentityEntry, known: IdentityEntry, reason: Reason) {
    self.entry = entry
    self.known = known
    self.reason = reason
  }
}
