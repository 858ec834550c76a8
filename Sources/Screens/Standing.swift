/// Where the learner stands in a session: what every study screen can show.
public struct Standing: Hashable, Sendable {
  /// The title of the group the current card stands in; empty when there is no card.
  public let group: String
  /// The number of correct answers so far in this session.
  public let correct: Int
  /// The number of incorrect answers so far in this session.
  public let incorrect: Int
  /// The share of correct answers so far, 0…1, or `nil` before the first.
  public let percentage: Double?
  /// The number of cards still to answer, the current one included.
  public let remaining: Int

  /// Makes a standing.
  public init(group: String, correct: Int, incorrect: Int, percentage: Double?, remaining: Int) {
    self.group = group
    self.correct = correct
    self.incorrect = incorrect
    self.percentage = percentage
    self.remaining = remaining
  }
}
