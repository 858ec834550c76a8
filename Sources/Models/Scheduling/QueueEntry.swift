import RabbleQuestions

/// A card that a session may ask.
public struct QueueEntry: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// Its place over all decks of the session, from 0.
  public let place: Int
  /// When it wants to be asked; `nil` for a new card.
  public let due: Due?

  /// Makes an entry.
  public init(card: CardID, place: Int, due: Due?) {
    self.card = card
    self.place = place
    self.due = due
  }
}
