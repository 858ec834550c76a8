import RabbleQuestions

/// What there is to study in a group, and how it has gone.
public struct GroupCounts: Hashable, Sendable {
  /// The group's title.
  public let title: String
  /// The number of its questions.
  public let questions: Int
  /// The number of its cards: one or more a question.
  public let cards: Int
  /// Cards never answered yet.
  public let new: Int
  /// Cards in their learning or relearning steps.
  public let learning: Int
  /// Cards past their steps that are due today or were before.
  public let due: Int
  /// All answers that still count.
  public let score: Score

  /// Makes a group's counts.
  public init(
    title: String, questions: Int, cards: Int, new: Int, learning: Int, due: Int, score: Score
  ) {
    self.title = title
    self.questions = questions
    self.cards = cards
    self.new = new
    self.learning = learning
    self.due = due
    self.score = score
  }
}
