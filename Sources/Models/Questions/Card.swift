/// A question as the learner meets it: with the identity its history hangs on and the group it
/// stands in.
public struct Card: Hashable, Sendable {
  /// What the card is known by in the study log.
  public let id: CardID
  /// The question, as the deck has it now.
  public let question: Question
  /// The title of the group it stands in.
  public let group: String
  /// Its place in the group, from 0.
  public let position: Int
  /// How the group's author wants it to be studied.
  public let settings: GroupSettings

  /// Makes a card.
  public init(
    id: CardID, question: Question, group: String, position: Int,
    settings: GroupSettings = GroupSettings()
  ) {
    self.id = id
    self.question = question
    self.group = group
    self.position = position
    self.settings = settings
  }
}
