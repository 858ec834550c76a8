/// The answer is shown; the learner grades themselves.
public struct RevealedScreen: Hashable, Sendable {
  /// Where the learner stands.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// What was asked for.
  public let asksFor: AskedFor
  /// What was asked.
  public let prompt: String
  /// The right answer with what belongs to it.
  public let answer: AnswerText
  /// The grades to choose from, in order.
  public let choices: [GradeChoice]

  /// Makes a revealed card's screen.
  public init(
    standing: Standing, card: String, asksFor: AskedFor = .meaning, prompt: String,
    answer: AnswerText, choices: [GradeChoice]
  ) {
    self.standing = standing
    self.card = card
    self.asksFor = asksFor
    self.prompt = prompt
    self.answer = answer
    self.choices = choices
  }
}
