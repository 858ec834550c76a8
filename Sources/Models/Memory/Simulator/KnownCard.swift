/// A card that was learned before a simulation begins.
public struct KnownCard: Sendable, Hashable {
  /// Its memory after the last review.
  public let state: MemoryState
  /// The days since that review, at least 0.
  public let daysSinceReview: Int
  /// The days until it is due: 0 today, less than 0 when it is overdue.
  public let daysUntilDue: Int

  /// Makes a card.
  public init(state: MemoryState, daysSinceReview: Int, daysUntilDue: Int) {
    self.state = state
    self.daysSinceReview = max(daysSinceReview, 0)
    self.daysUntilDue = daysUntilDue
  }
}
