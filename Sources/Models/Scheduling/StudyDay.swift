/// A day of the learner's calendar, from 4:00 to 4:00 as their clock shows it.
public struct StudyDay: Hashable, Sendable {
  /// The hour of the clock at which a new day begins: who studies past midnight is still in
  /// yesterday.
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

  /// The date as ISO 8601 has it: `2026-11-21`.
  public var iso8601: String { CivilDate(daysSince1970: number).iso8601 }
}

extension StudyDay: Comparable {
  /// Whether the left day is the earlier one.
  public static func < (left: StudyDay, right: StudyDay) -> Bool { left.number < right.number }
}
