/// Where a question stands in a ``DeckSource``, whether it can be studied or not.
public struct QuestionPlace: Hashable, Sendable {
  /// The number of its group in ``DeckSource/groups``, from 0.
  public let group: Int
  /// Its number in ``GroupSource/questions``, from 0.
  public let question: Int

  /// Makes a place.
  public init(group: Int, question: Int) {
    self.group = group
    self.question = question
  }
}
