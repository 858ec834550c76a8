/// What a card is known by: its question, and the direction in which it is asked.
public struct CardID: Hashable, Sendable {
  /// The question.
  public let question: QuestionID
  /// Which way round it is asked.
  public let direction: Direction

  /// Makes the identity of a question's card.
  public init(question: QuestionID, direction: Direction = .recognition) {
    self.question = question
    self.direction = direction
  }
}

extension CardID: CustomStringConvertible {
  /// The question's 32 digits, and the direction unless it is recognition.
  public var description: String {
    direction == .recognition ? "\(question)" : "\(question) (\(direction.rawValue))"
  }
}
