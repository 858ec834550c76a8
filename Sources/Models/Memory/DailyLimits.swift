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
  /// How many of the first day's new cards were started before it is simulated.
  public let introducedToday: Int

  /// Makes limits; less than 0 counts as 0.
  public init(
    newCards: Int = usualNewCards, reviews: Int = .max, minutes: Double = .infinity,
    introducedToday: Int = 0
  ) {
    self.newCards = max(newCards, 0)
    self.reviews = max(reviews, 0)
    self.minutes = minutes > 0 ? minutes : 0
    self.introducedToday = max(introducedToday, 0)
  }

  /// The most new cards that are still to come on a day, 0 for the first.
  func newCards(onDay day: Int) -> Int {
    day == 0 ? max(newCards - introducedToday, 0) : newCards
  }
}
