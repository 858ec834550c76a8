import RabbleQuestions
import RabbleScheduling

/// A card that is forgotten again and again.
public struct Leech: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// How often it was forgotten.
  public let lapses: Int
  /// The title of the group it was last asked in.
  public let group: String
  /// The question's prompt when it was last asked.
  public let prompt: String
  /// The question's answer when it was last asked.
  public let answer: String
}
