/// A day of the learner's calendar, from 4:00 to 4:00 as their clock shows it.
public struct StudyDay: Hashable, Sendable {
  /// The hour of the clock at which a new day begins: studying after midnight still counts as the
  /// previous day.
  public static let rolloverHour = 4

  /// The days since 1970-01-01, negative before; within ±200 thousand million.
  public let number: Int

  /// Makes a day from its number; one out of range becomes the nearest within.
  public init(number: Int) {
    self.number = min(max(number, -200_000_000_000), 200_000_000_000)
  }

  /// The day this many days later, or earlier if negative.
  public func advanced(byDays days: Int) -> StudyDay {
    StudyDay(number: number.addingSaturating(days))
  }

  /// The day of the week: 0 for Monday … 6 for Sunday.
  public var weekday: Int { ((number + 3) % 7 + 7) % 7 }

  /// The date in ISO 8601: `2026-11-21`.
  public var iso8601: String { CivilDate(daysSince1970: number).iso8601 }
}

extension StudyDay: Comparable {
  /// Whether the left day is earlier.
  public static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }
}

/// A time zone as scheduling needs it: which offset its clocks have at which moment.
public struct LocalTime: Sendable {
  private let utcOffset: @Sendable (_ unixSeconds: Int64) -> Int

  /// Makes a zone from its rule.
  ///
  /// - Parameter utcOffset: the seconds east of UTC that clocks show at a moment, which is given in
  ///   seconds since 1970-01-01T00:00:00Z.
  public init(utcOffset: @escaping @Sendable (_ unixSeconds: Int64) -> Int) {
    self.utcOffset = utcOffset
  }

  /// A zone whose clocks never change: they are this many seconds ahead of UTC.
  public static func fixed(offset: Int) -> LocalTime {
    LocalTime { _ in offset }
  }

  /// The moment this many milliseconds after 1970-01-01T00:00:00Z, as this zone's clocks show it.
  public func moment(milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: milliseconds,
      utcOffset: utcOffset(milliseconds.dividedRoundingDown(by: 1000))
    )
  }

  /// The moment a learner's day begins: when the clock first shows 4:00 of that date or, if clocks
  /// skip 4:00, the moment they do.
  public func start(of day: StudyDay) -> Moment {
    let clock = Int64(day.number) * 86_400 + Int64(StudyDay.rolloverHour) * 3600
    return moment(milliseconds: firstSecond(showing: clock).multipliedSaturating(by: 1000))
  }

  /// The first second at which clocks show this time or more, both counted in seconds from 1970. At
  /// most one change of the clocks within a day on either side is expected.
  private func firstSecond(showing clock: Int64) -> Int64 {
    let before = offset(at: clock - 86_400)
    let after = offset(at: clock + 86_400)
    let early = clock - before
    if before == after || offset(at: early) == before { return early }
    let late = clock - after
    if offset(at: late) == after { return late }
    return jump(after: late, notAfter: early, showing: clock)
  }

  /// The second at which clocks skip a time: they show less at `low`, the time or more at `high`.
  private func jump(after low: Int64, notAfter high: Int64, showing clock: Int64) -> Int64 {
    var (low, high) = (low, high)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if middle + offset(at: middle) < clock { low = middle } else { high = middle }
    }
    return high
  }

  private func offset(at second: Int64) -> Int64 {
    Int64(Moment(milliseconds: 0, utcOffset: utcOffset(second)).utcOffset)
  }
}
