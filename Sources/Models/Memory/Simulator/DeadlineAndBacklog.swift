extension Simulator {
  /// What it takes to know some cards by a day.
  public struct Deadline: Sendable, Hashable {
    /// The new cards a day.
    public let newPerDay: Int
    /// The result of each day.
    public let days: [SimulatedDay]
    /// How many cards should be known at the end.
    public let wanted: Double
    /// Whether all cards were introduced and the desired share of them is known at the end.
    public let holds: Bool

    /// How many cards were introduced.
    public var introduced: Int { days.reduce(0) { $0 + $1.introduced } }
    /// How many cards are known at the end.
    public var known: Double { days.last?.known ?? 0 }
    /// The mean minutes a day.
    public var meanMinutes: Double {
      days.isEmpty ? 0 : days.reduce(0) { $0 + $1.minutes } / Double(days.count)
    }
    /// The minutes of the busiest day.
    public var mostMinutes: Double { days.map(\.minutes).max() ?? 0 }
  }

  /// The smallest number of new cards a day with which a deadline is met; when none is enough, the plan
  /// that comes closest.
  ///
  /// A deadline is met when all cards have been introduced by then, and the share of them that is known
  /// on the last day is at least the desired retention.
  ///
  /// - Parameters:
  ///   - cards: how many new cards should be known.
  ///   - known: the cards that were learned before and should be known too.
  ///   - days: the days there are, including the last one.
  ///   - retention: the desired retention.
  ///   - limits: how much is done a day, except new cards; those started before are none of `cards`.
  /// - Returns: the plan.
  public func plan(
    cards: Int, knowing known: [KnownCard] = [], days: Int, retention: Double,
    limits: SimulatedLimits = SimulatedLimits()
  ) -> Deadline {
    let cards = max(cards, 0)
    let wanted = retention * Double(cards + known.count)
    func attempt(_ newPerDay: Int) -> Deadline {
      let result = run(
        days: days, cards: cards, knowing: known, retention: retention,
        limits: limits.withNewCards(newPerDay))
      let introduced = result.reduce(0) { $0 + $1.introduced }
      return Deadline(
        newPerDay: newPerDay, days: result, wanted: wanted,
        holds: introduced >= cards && result.last?.known ?? 0 >= wanted)
    }
    guard cards > 0 else { return attempt(0) }
    var low = max(1, (cards + max(days, 1) - 1) / max(days, 1))
    var high = max(cards + limits.introducedToday, low)
    var best = attempt(low)
    guard !best.holds else { return best }
    // Twice as many each time until it is met; then halves between.
    var step = low
    var held: Deadline?
    while held == nil, step < high {
      step = min(step * 2, high)
      let next = attempt(step)
      if next.holds { held = next }
      if next.known > best.known { best = next }
      if !next.holds { low = step }
    }
    guard var held else { return best }
    high = held.newPerDay
    while high - low > 1 {
      let middle = (low + high) / 2
      let next = attempt(middle)
      if next.holds { (held, high) = (next, middle) } else { low = middle }
    }
    return held
  }
}

extension Simulator {
  /// What it takes to catch up after a break, at one pace.
  public struct Backlog: Sendable, Hashable {
    /// How many cards were due at the end of the break.
    public let due: Int
    /// The most reviews a day while catching up.
    public let reviewsPerDay: Int
    /// The days until the backlog was gone; `nil` when that took longer than was simulated.
    public let days: Int?
    /// The share of the reviews in that time that were remembered.
    public let remembered: Double
    /// The expected number of cards forgotten because they were reviewed late.
    public let lost: Double
    /// The mean minutes a day until the backlog was gone.
    public let minutes: Double
  }

  /// The longest time to catch up that is simulated, in days.
  private static let longestCatchUp = 730

  /// What a break costs when the backlog is spread over a number of days. As in a session that works off a
  /// backlog, the cards most likely still known come first: so what becomes due meanwhile is asked before the
  /// rest of the backlog.
  ///
  /// - Parameters:
  ///   - simulation: the learner when the break begins.
  ///   - days: how long the break is.
  ///   - spreads: over how many days the backlog is spread, one plan each; cards that become due
  ///     meanwhile come on top.
  ///   - newPerDay: the new cards a day meanwhile; their reviews count among the others.
  /// - Returns: a plan for each spread.
  public func catchUp(
    from simulation: Simulation, afterBreak days: Int, over spreads: [Int], newPerDay: Int = 0
  ) -> [Backlog] {
    var resting = simulation
    for _ in 0..<max(days, 0) { resting.rest() }
    let rested = resting
    let due = rested.dueNow
    return Parallel.map(spreads.count) { index in
      let spread = max(spreads[index], 1)
      let daily = rested.meanDue(over: spread) + (due + spread - 1) / spread
      return Self.catchUp(
        rested, due: due, SimulatedLimits(newCards: newPerDay, reviews: max(daily, 1)))
    }
  }

  private static func catchUp(
    _ start: Simulation, due: Int, _ limits: SimulatedLimits
  ) -> Backlog {
    var simulation = start
    var (reviews, remembered, minutes, lost, count) = (0, 0, 0.0, 0.0, 0)
    var isDone = false
    while !isDone, count < longestCatchUp {
      let day = simulation.advance(limits, order: .retrievability, countsKnown: false)
      count += 1
      reviews += day.reviews
      remembered += day.remembered
      minutes += day.minutes
      lost += day.lost
      isDone = day.waiting == 0
    }
    return Backlog(
      due: due, reviewsPerDay: limits.reviews, days: isDone ? count : nil,
      remembered: reviews > 0 ? Double(remembered) / Double(reviews) : 1,
      lost: lost,
      minutes: minutes / Double(max(count, 1)))
  }
}
