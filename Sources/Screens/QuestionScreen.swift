/// A card asks its question.
public struct QuestionScreen: Hashable, Sendable {
  /// Where the learner stands.
  public let standing: Standing
  /// The question's identity, 32 hexadecimal digits.
  public let card: String
  /// Whether the card is seen for the first time.
  public let isNew: Bool
  /// The number of this prompt in the session, from 1.
  public let number: Int
  /// Whether every right answer is in kana, so that keys may turn into kana while they are typed.
  public let asksForKana: Bool
  /// What is asked for.
  public let asksFor: AskedFor
  /// What is shown, without furigana.
  public let prompt: String
  /// The prompt with its furigana; `nil` where there are none or they are not to be seen now.
  public let furigana: RubyLine?
  /// What the sentence means whose blank is asked for, if its author says so.
  public let meaning: String?
  /// The hint, once asked for.
  public let hint: String?

  /// Makes a question's screen.
  public init(
    standing: Standing, card: String, isNew: Bool, number: Int, asksForKana: Bool = false,
    asksFor: AskedFor = .meaning, prompt: String, furigana: RubyLine? = nil,
    meaning: String? = nil, hint: String?
  ) {
    self.standing = standing
    self.card = card
    self.isNew = isNew
    self.number = number
    self.asksForKana = asksForKana
    self.asksFor = asksFor
    self.prompt = prompt
    self.furigana = furigana
    self.meaning = meaning
    self.hint = hint
  }
}
