extension Simulator {
  /// What one desired retention costs and brings.
  public struct TradeOff: Sendable, Hashable {
    /// The desired retention.
    public let retention: Double
    /// How many cards are known at the end.
    public let known: Double
    /// How many cards would be known at the end had nothing been done.
    public let untouched: Double
    /// How many cards came back in all.
    public let reviews: Int
    /// The minutes all answers took.
    public let minutes: Double
    /// Cards known for each minute spent, those left out that would be known anyway.
    public var knownPerMinute: Double { minutes > 0 ? (known - untouched) / minutes : 0 }
  }

  /// Simulates the same study with different desired retentions.
  ///
  /// - Parameters:
  ///   - retentions: the desired retentions.
  ///   - days: how many days.
  ///   - cards: how many cards there are to learn.
  ///   - known: the cards that were learned before.
  ///   - limits: how much is done a day.
  /// - Returns: what each comes to, in the same order.
  public func tradeOffs(
    _ retentions: [Double], days: Int, cards: Int, knowing known: [KnownCard] = [],
    limits: DailyLimits
  ) -> [TradeOff] {
    var resting = simulation(cards: 0, knowing: known, retention: 0.9)
    for _ in 0..<max(days, 0) { resting.rest() }
    let untouched = resting.known
    return Parallel.map(retentions.count) { index in
      var simulation = simulation(cards: cards, knowing: known, retention: retentions[index])
      var (reviews, minutes) = (0, 0.0)
      for _ in 0..<max(days, 0) {
        let day = simulation.advance(limits, countsKnown: false)
        reviews += day.reviews
        minutes += day.minutes
      }
      return TradeOff(
        retention: simulation.retention, known: simulation.known, untouched: untouched,
        reviews: reviews, minutes: minutes)
    }
  }

  /// The one that brings the most knowledge a minute; `nil` when there is none.
  public static func best(_ tradeOffs: [TradeOff]) -> TradeOff? {
    tradeOffs.max { $0.knownPerMinute < $1.knownPerMinute }
  }
}
