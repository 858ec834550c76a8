/// What a card is known by: its question, and the direction in which it is asked.
public struct CardID: Hashable, Sendable {
  /// The question.
  public let question: QuestionID
  /// Which of its sides is asked for.
  public let direction: Direction

  /// Makes the identity of a question's card.
  public init(question: QuestionID, direction: Direction = .answer) {
    self.question = question
    self.direction = direction
  }

  /// Which side of a question its card asks for.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The prompt is shown, the answer is asked for.
    case answer
  }
}
