import RabbleQuestions

/// Two questions, one of whose answers a typo away, or an article or a plural away, from the other's.
public struct ConfusablePair: Hashable, Sendable {
  /// The question that stands first.
  public let first: Question
  /// One of its answers.
  public let firstAnswer: String
  /// The question that stands later.
  public let second: Question
  /// One of its answers.
  public let secondAnswer: String
}
