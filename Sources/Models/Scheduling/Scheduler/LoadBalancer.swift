import RabbleMemory

/// Chooses the day of an interval within its fuzz range by how busy the days are.
///
/// Days without another card of the same question come first; among these normal days of the week,
/// then easy days that already have their half, then the easiest. Among equals chance decides, and
/// prefers less busy days, earlier days, and days at some distance from another card of the question:
///
///     (1/(due+1))^2.15 · (1/interval)^3 · sibling
///
/// The exponents, the siblings' factor and the rule for half days are those of Anki 25.09
/// (`load_balancer.rs`). There a day with nothing due weighs 1, whatever else is true of it; not
/// here.
struct LoadBalancer {
  /// The longest interval whose day is chosen, in days; longer ones even out by themselves.
  static let longestInterval = 90
  /// The last day that matters, counted from the answer.
  static let horizon = 97
  /// How far another card of the same question matters, in days to either side.
  private static let siblingReach = 5

  let load: DueLoad
  let week: StudyWeek
  /// Whether less busy days are preferred; days of the week and siblings count in any case.
  let balances: Bool
  /// The day of the answer.
  let today: StudyDay

  /// Chooses a day.
  ///
  /// - Parameters:
  ///   - range: the possible days, counted from the answer.
  ///   - chance: 0 up to but not including 1.
  /// - Returns: the day, counted from the answer; `nil` when there is nothing to choose: a single day,
  ///   an interval beyond ``longestInterval``, or no difference between the days.
  func day(in range: Fuzz, chance: Double) -> Int? {
    guard range.lower < range.upper, range.lower + range.upper <= 2 * Self.longestInterval
    else { return nil }
    let days = (range.lower...range.upper).map(day)
    guard balances || days.contains(where: \.isSpecial) else { return nil }
    let ranks = ranks(days)
    let best = ranks.min()
    let candidates = zip(days, ranks).filter { $1 == best }.map(\.0)
    let weights = candidates.map(weight)
    var rest = chance * weights.reduce(0, +)
    let chosen = weights.firstIndex { weight in
      rest -= weight
      return rest < 0
    }
    // Rounding may leave a rest.
    return chosen.map { candidates[$0].interval } ?? candidates.last?.interval
  }

  /// What is known of a day.
  private struct Day {
    let interval: Int
    let due: Int
    let week: StudyWeek.Load
    /// 0 on the day of another card of the same question, 1 where none is near.
    let sibling: Double

    var isSpecial: Bool { week != .normal || sibling < 1 }
  }

  private func day(_ interval: Int) -> Day {
    let day = today.advanced(byDays: interval)
    return Day(
      interval: interval, due: max(load.counts[day] ?? 0, 0), week: week[day],
      sibling: siblingFactor(day))
  }

  private func siblingFactor(_ day: StudyDay) -> Double {
    guard !load.siblings.isEmpty else { return 1 }
    return (1 - Self.siblingReach...Self.siblingReach - 1).reduce(1) { factor, offset in
      load.siblings.contains(day.advanced(byDays: offset))
        ? factor * Double(abs(offset)) / Double(Self.siblingReach) : factor
    }
  }

  /// The lower the better.
  private func ranks(_ days: [Day]) -> [Int] {
    let due = days.reduce(0) { $0 + $1.due }
    let shares = days.reduce(0) { $0 + $1.week.share }
    return days.map { day in
      let load =
        switch day.week {
        case .normal: 0
        case .half: isFull(day, due: due, shares: shares) ? 1 : 0
        case .least: 2
        }
      return load + (day.sibling > 0 ? 0 : 3)
    }
  }

  /// Whether a day has more than its share of what the days of the range have.
  private func isFull(_ day: Day, due: Int, shares: Double) -> Bool {
    let others = shares - day.week.share
    return others > 0 && Double(day.due) / day.week.share > Double(due - day.due) / others
  }

  private func weight(_ day: Day) -> Double {
    let sibling = day.sibling > 0 ? day.sibling : 1
    guard balances else { return sibling }
    let early = 1 / Double(day.interval)
    return power(Double(day.due) + 1, -2.15) * early * early * early * sibling
  }
}

extension StudyWeek.Load {
  /// How much of a normal day it should bring.
  fileprivate var share: Double {
    switch self {
    case .normal: 1
    case .half: 0.5
    case .least: 0
    }
  }
}

/// How busy the coming days are, so that a card can be scheduled on a less busy one.
package struct DueLoad: Hashable, Sendable {
  /// How many cards are due on each day; a day that is not here has none.
  package var counts: [StudyDay: Int]
  /// The days on which another card of the same question is due.
  package var siblings: Set<StudyDay>

  package init(counts: [StudyDay: Int] = [:], siblings: Set<StudyDay> = []) {
    self.counts = counts
    self.siblings = siblings
  }
}

/// How many reviews each day of the week should bring: the easy days.
package struct StudyWeek: Hashable, Sendable {
  /// How many reviews a day should bring.
  package enum Load: String, CaseIterable, Sendable, Hashable {
    /// As many as any other.
    case normal
    /// About half as many.
    case half
    /// As few as possible: only those that fit no other day.
    case least
  }

  /// The loads of Monday to Sunday.
  package let loads: [Load]

  /// Makes a week.
  ///
  /// - Parameter loads: those of Monday to Sunday; missing days are normal, and more than seven are
  ///   ignored.
  package init(_ loads: [Load] = []) {
    self.loads = (0..<7).map { $0 < loads.count ? loads[$0] : .normal }
  }

  /// How many reviews a day should bring.
  package subscript(day: StudyDay) -> Load {
    loads[day.weekday]
  }
}
