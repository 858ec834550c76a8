extension Simulator {
  /// What it takes to know some cards by a day.
  public struct Deadline: Sendable, Hashable {
    /// The new cards a day.
    public let newPerDay: Int
    /// What each day came to.
    public let days: [SimulatedDay]
    /// How many cards are to be known at the end.
    public let wanted: Double
    /// Whether all cards were introduced and the desired share of them is known at the end.
    public let holds: Bool

    /// How many cards were introduced.
    public var introduced: Int { days.reduce(0) { $0 + $1.introduced } }
    /// How many cards are known at the end.
    public var known: Double { days.last?.known ?? 0 }
    /// The minutes of a day in the mean.
    public var meanMinutes: Double {
      days.isEmpty ? 0 : days.reduce(0) { $0 + $1.minutes } / Double(days.count)
    }
    /// The minutes of the longest day.
    public var mostMinutes: Double { days.map(\.minutes).max() ?? 0 }
  }

  /// The smallest number of new cards a day with which a deadline holds; when none does, the plan
  /// that comes closest.
  ///
  /// A deadline holds when all cards were introduced by then, and as large a share of them is known
  /// on the last day as the desired retention says.
  ///
  /// - Parameters:
  ///   - cards: how many new cards are to be known.
  ///   - known: the cards that were learned before and are to be known too.
  ///   - days: the days there are, the last one included.
  ///   - retention: the desired retention.
  ///   - reviews: the most cards that may come back a day.
  ///   - minutes: the most minutes a day.
  /// - Returns: the plan.
  public func plan(
    cards: Int, knowing known: [KnownCard] = [], days: Int, retention: Double,
    reviews: Int = .max, minutes: Double = .infinity
  ) -> Deadline {
    let cards = max(cards, 0)
    let wanted = retention * Double(cards + known.count)
    func attempt(_ newPerDay: Int) -> Deadline {
      let limits = DailyLimits(newCards: newPerDay, reviews: reviews, minutes: minutes)
      let result = run(
        days: days, cards: cards, knowing: known, retention: retention, limits: limits)
      let introduced = result.reduce(0) { $0 + $1.introduced }
      return Deadline(
        newPerDay: newPerDay, days: result, wanted: wanted,
        holds: introduced >= cards && result.last?.known ?? 0 >= wanted)
    }
    guard cards > 0 else { return attempt(0) }
    var low = max(1, (cards + max(days, 1) - 1) / max(days, 1))
    var high = max(cards, low)
    var best = attempt(low)
    guard !best.holds else { return best }
    // Twice as many each time, until it holds; then halves between.
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
