extension Simulator {
  /// What it takes to catch up after a break, at one pace.
  public struct Backlog: Sendable, Hashable {
    /// How many cards were due at the end of the break.
    public let due: Int
    /// The most cards that come back a day while catching up.
    public let reviewsPerDay: Int
    /// The days until nothing had to wait any more; `nil` when that took longer than was looked at.
    public let days: Int?
    /// The share of the cards reviewed in that time that was remembered.
    public let remembered: Double
    /// How many cards were forgotten because they came back late, in the mean.
    public let lost: Double
    /// The minutes of a day in the mean, until all was caught up with.
    public let minutes: Double
  }

  /// The longest time to catch up that is looked at, in days.
  private static let longestCatchUp = 730

  /// What a break costs when the backlog is spread over so many days, without new cards meanwhile.
  ///
  /// - Parameters:
  ///   - simulation: the learner when the break begins.
  ///   - days: how long the break is.
  ///   - spreads: over how many days the backlog is spread, one plan each; what falls due meanwhile
  ///     comes on top.
  /// - Returns: a plan for each spread.
  public func catchUp(
    from simulation: Simulation, afterBreak days: Int, over spreads: [Int]
  ) -> [Backlog] {
    var resting = simulation
    for _ in 0..<max(days, 0) { resting.rest() }
    let rested = resting
    let due = rested.dueNow
    return Parallel.map(spreads.count) { index in
      let spread = max(spreads[index], 1)
      let daily = rested.meanDue(over: spread) + (due + spread - 1) / spread
      return Self.catchUp(rested, due: due, reviewsPerDay: max(daily, 1))
    }
  }

  private static func catchUp(
    _ start: Simulation, due: Int, reviewsPerDay: Int
  ) -> Backlog {
    var simulation = start
    var (reviews, remembered, minutes, lost, count) = (0, 0, 0.0, 0.0, 0)
    var isDone = false
    while !isDone, count < longestCatchUp {
      let day = simulation.advance(
        DailyLimits(newCards: 0, reviews: reviewsPerDay), countsKnown: false)
      count += 1
      reviews += day.reviews
      remembered += day.remembered
      minutes += day.minutes
      lost += day.lost
      isDone = day.waiting == 0
    }
    return Backlog(
      due: due, reviewsPerDay: reviewsPerDay, days: isDone ? count : nil,
      remembered: reviews > 0 ? Double(remembered) / Double(reviews) : 1,
      lost: lost,
      minutes: minutes / Double(max(count, 1)))
  }
}
