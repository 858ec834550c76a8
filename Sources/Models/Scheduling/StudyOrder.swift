/// The order in which a session asks its cards. In each, a card in its steps comes when its minute
/// has come.
public enum StudyOrder: Sendable, Hashable {
  /// What is due longest first, cards of one day shuffled; new cards, in the order of their decks,
  /// spread evenly among them.
  case due
  /// As the decks have them.
  case sequential
  /// Shuffled; the same seed gives the same order.
  case random(seed: UInt64)
}
