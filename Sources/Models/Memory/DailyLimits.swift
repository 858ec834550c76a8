/// How much a learner wants to do a day.
///
///     DailyLimits()                            // 20 new cards, any number of reviews
public struct DailyLimits: Sendable, Hashable {
  /// The new cards a day of a learner who has set no other number.
  public static let usualNewCards = 20

  /// The most new cards.
  public let newCards: Int
  /// The most reviews.
  public let reviews: Int
  /// The most minutes; a card that was started is finished.
  public let minutes: Double

  /// Makes limits; less than 0 counts as 0.
  public init(
    newCards: Int = usualNewCards, reviews: Int = .max, minutes: Double = .infinity
  ) {
    self.newCards = max(newCards, 0)
    self.reviews = max(reviews, 0)
    self.minutes = minutes > 0 ? minutes : 0
  }
}
