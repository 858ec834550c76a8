/// How much a learner wants to do a day.
public struct DailyLimits: Sendable, Hashable {
  /// The most new cards.
  public let newCards: Int
  /// The most cards that come back.
  public let reviews: Int
  /// The most minutes; a card that was begun is finished.
  public let minutes: Double

  /// Makes limits; less than 0 reads as 0.
  public init(newCards: Int, reviews: Int = .max, minutes: Double = .infinity) {
    self.newCards = max(newCards, 0)
    self.reviews = max(reviews, 0)
    self.minutes = minutes > 0 ? minutes : 0
  }
}
