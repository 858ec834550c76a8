/// How much a simulated learner does a day.
///
///     SimulatedLimits()                            // 20 new cards, any number of reviews
public struct SimulatedLimits: Sendable, Hashable {
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
  /// How many of the first day's reviews were done before it is simulated.
  public let reviewedToday: Int
  /// The share of a backlog that is studied a day, until the learner has caught up; `nil` for none.
  public let share: BacklogShare?

  /// Makes limits; less than 0 counts as 0.
  public init(
    newCards: Int = usualNewCards, reviews: Int = .max, minutes: Double = .infinity,
    introducedToday: Int = 0, reviewedToday: Int = 0, share: BacklogShare? = nil
  ) {
    self.newCards = max(newCards, 0)
    self.reviews = max(reviews, 0)
    self.minutes = minutes > 0 ? minutes : 0
    self.introducedToday = max(introducedToday, 0)
    self.reviewedToday = max(reviewedToday, 0)
    self.share = share
  }

  /// The same limits with another number of new cards.
  func withNewCards(_ newCards: Int) -> SimulatedLimits {
    SimulatedLimits(
      newCards: newCards, reviews: reviews, minutes: minutes, introducedToday: introducedToday,
      reviewedToday: reviewedToday, share: share)
  }

  /// What is left of them for a day, 0 for the first, by which what was done before it is taken off.
  func left(onDay day: Int) -> SimulatedLimits {
    guard day == 0 else { return self }
    return SimulatedLimits(
      newCards: newCards - introducedToday,
      reviews: reviews == .max ? .max : reviews - reviewedToday, minutes: minutes, share: share)
  }
}

/// The share of a backlog that a learner has chosen to study a day, until no more cards are due than
/// that.
public struct BacklogShare: Sendable, Hashable {
  /// The most due cards a day.
  public let reviews: Int
  /// The most new cards a day meanwhile: each brings reviews that make the way longer.
  public let newCards: Int

  /// Makes a share; less than 0 counts as 0.
  public init(reviews: Int, newCards: Int = 0) {
    self.reviews = max(reviews, 0)
    self.newCards = max(newCards, 0)
  }

  /// How many of the cards that are due still come on a day.
  ///
  /// - Parameters:
  ///   - due: the cards that are due.
  ///   - reviewed: the cards that were reviewed on that day before; none of them is among `due`.
  /// - Returns: the number; `nil` where the day has no more than the share, so that the learner has caught
  ///   up.
  public func left(ofDue due: Int, reviewed: Int) -> Int? {
    reviewed + due > reviews ? max(0, reviews - reviewed) : nil
  }
}
