/// A point in time together with what the learner's clock showed, so that the day it belongs to
/// never depends on the zone of the machine that reads it later.
public struct Moment: Hashable, Sendable {
  /// The milliseconds since 1970-01-01T00:00:00Z, negative before.
  public let milliseconds: Int64
  /// The seconds by which the learner's clock was ahead of UTC: positive in the east, at most
  /// 23 hours and 59 minutes either way.
  public let utcOffset: Int

  /// Makes a moment; an offset out of range becomes the nearest within.
  ///
  /// - Parameters:
  ///   - milliseconds: milliseconds since 1970-01-01T00:00:00Z.
  ///   - utcOffset: seconds east of UTC.
  public init(milliseconds: Int64, utcOffset: Int) {
    self.milliseconds = milliseconds
    self.utcOffset = min(max(utcOffset, -86_340), 86_340)
  }

  /// The learner's day: it changes at 4:00 of the clock.
  public var day: StudyDay {
    StudyDay(number: secondsFromRollover.dividedRoundingDown(by: 86_400))
  }

  /// The milliseconds until the learner's next day begins, on this clock: 1…86,400,000.
  var restOfDay: Int64 {
    let seconds = secondsFromRollover
    let passed = Int64(seconds - seconds.dividedRoundingDown(by: 86_400) * 86_400) * 1000
    let fraction = (milliseconds % 1000 + 1000) % 1000
    return 86_400_000 - passed - fraction
  }

  /// The seconds on the learner's clock since 4:00 of 1970-01-01.
  private var secondsFromRollover: Int {
    Int(milliseconds.dividedRoundingDown(by: 1000)) + utcOffset - StudyDay.rolloverHour * 3600
  }

  /// The moment this many milliseconds later, or earlier if negative, on the same clock; the first
  /// or last moment there is when it would lie beyond.
  public func advanced(byMilliseconds milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: self.milliseconds.addingSaturating(milliseconds),
      utcOffset: utcOffset
    )
  }
}

extension Moment: Comparable {
  /// Whether the left moment is the earlier one; of two clocks at one moment, the western is less.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.milliseconds, left.utcOffset) < (right.milliseconds, right.utcOffset)
  }
}
