import RabbleQuestions

/// A question as the log keeps it between two readings of its deck.
public struct StoredQuestion: Hashable, Sendable {
  /// What its history hangs on.
  public let id: QuestionID
  /// The question.
  public let question: Question
  /// The group it stands in.
  public let group: StoredGroup
  /// The directions it is asked in, in the order in which its cards are introduced.
  public let directions: [Direction]
}
