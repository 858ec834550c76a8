import RabbleQuestions

/// What people are told which card is meant by.
public enum CardName {
  /// A question with its answer: `“犬” = dog`.
  public static func text(_ question: Question) -> String {
    "“\(RubyText(question.prompt).base)” = \(RubyText(question.answer).base)"
  }

  /// A card with what it asks for and where it stands: `“犬” = dog, in Animals: the reading`.
  public static func text(_ card: Card) -> String {
    "\(text(card.question)), in \(card.group): \(card.id.direction.asked)"
  }
}
