import RabbleQuestions

/// A group of questions as the log keeps it between two readings of its deck.
public struct StoredGroup: Hashable, Sendable {
  /// What this log knows the group by until its deck is read again.
  public let id: Int64
  /// The group's title.
  public let title: String
  /// The deck file it stands in.
  public let deck: String
  /// The number of its questions.
  public let questions: Int
}
