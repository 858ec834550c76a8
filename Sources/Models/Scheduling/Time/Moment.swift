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

  /// The seconds on the learner's clock since 4:00 of 1970-01-01.
  private var secondsFromRollover: Int {
    Int(milliseconds.dividedRoundingDown(by: 1000)) + utcOffset - StudyDay.rolloverHour * 3600
  }

  /// The moment this many milliseconds later, or earlier if negative, on the same clock; the first
  /// or last possible moment when it would be beyond.
  public func advanced(byMilliseconds milliseconds: Int64) -> Moment {
    Moment(
      milliseconds: self.milliseconds.addingSaturating(milliseconds),
      utcOffset: utcOffset
    )
  }
}

extension Moment {
  /// By how many days the learner's date has changed since an earlier moment; 0 since a later one.
  package func wholeDays(since earlier: Moment) -> Int { max(day.number - earlier.day.number, 0) }

  /// The days since an earlier moment, with their fraction; 0 since a later one.
  package func days(since earlier: Moment) -> Double {
    max((Double(milliseconds) - Double(earlier.milliseconds)) / 86_400_000, 0)
  }
}

extension Moment: Comparable {
  /// Whether the left moment is earlier; of two clocks at one moment, the western is less.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.milliseconds, left.utcOffset) < (right.milliseconds, right.utcOffset)
  }
}

// MARK: - ISO 8601

extension Moment {
  /// The moment as the learner's clock showed it, to the minute, for people: `2026-11-21 09:00`.
  package var minute: String { String(iso8601.prefix(16)).replacing("T", with: " ") }

  /// The moment as the learner's clock showed it, in ISO 8601: `2026-11-21T09:00:00+09:00`.
  ///
  /// Whole seconds, rounded down. The offset is written in whole minutes; for one with seconds, the
  /// time is written for the rounded offset, so that it still names the same moment.
  public var iso8601: String {
    let minutes = (utcOffset + 30).dividedRoundingDown(by: 60)
    let local = Int(milliseconds.dividedRoundingDown(by: 1000)) + minutes * 60
    let day = local.dividedRoundingDown(by: 86_400)
    let second = local - day * 86_400
    return String(unsafeUninitializedCapacity: ISO8601Writer.capacity) { bytes in
      var writer = ISO8601Writer(bytes)
      writer.put(CivilDate(daysSince1970: day))
      writer.put("T")
      writer.put(second / 3600, second / 60 % 60)
      writer.put(":")
      writer.put(second % 60, digits: 2)
      writer.put(minutes < 0 ? "-" : "+")
      writer.put(abs(minutes) / 60, abs(minutes) % 60)
      return writer.count
    }
  }

  /// Reads a moment from ISO 8601: date, `T`, hours, minutes and seconds, optionally a fraction, and
  /// `Z` or an offset in hours and minutes, as in `2026-11-21T09:00:00.250+09:00`.
  ///
  /// `nil` for anything else, and for what no calendar or clock shows: 30 February, 24:00:00, a
  /// 60th second. Of a fraction, milliseconds are kept.
  public init?(iso8601 text: String) {
    var text = text
    let moment = text.withUTF8 { Moment.read(UnsafeRawBufferPointer($0), isLenient: false) }
    guard let moment else { return nil }
    self = moment
  }

  /// Reads a moment from ISO 8601 as other programs write it: also with a space instead of `T`, and
  /// without an offset, which is UTC.
  package init?(lenientISO8601 bytes: UnsafeRawBufferPointer) {
    guard let moment = Moment.read(bytes, isLenient: true) else { return nil }
    self = moment
  }

  private static func read(_ bytes: UnsafeRawBufferPointer, isLenient: Bool) -> Moment? {
    var rest = bytes[...]
    guard let year = number(&rest, digits: 4), take("-", from: &rest),
      let month = number(&rest, digits: 2), take("-", from: &rest),
      let day = number(&rest, digits: 2),
      take("T", from: &rest) || isLenient && take(" ", from: &rest),
      let hour = number(&rest, digits: 2), hour < 24, take(":", from: &rest),
      let minute = number(&rest, digits: 2), minute < 60, take(":", from: &rest),
      let second = number(&rest, digits: 2), second < 60,
      let thousandths = fraction(&rest),
      let offset = isLenient && rest.isEmpty ? 0 : offset(&rest), rest.isEmpty,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    return Moment(
      milliseconds: Int64(local - offset) * 1000 + Int64(thousandths), utcOffset: offset)
  }

  private typealias Bytes = Slice<UnsafeRawBufferPointer>

  private static func take(_ character: Unicode.Scalar, from rest: inout Bytes) -> Bool {
    guard let first = rest.first, first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func digit(_ rest: inout Bytes) -> Int? {
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }

  private static func number(_ rest: inout Bytes, digits: Int) -> Int? {
    var result = 0
    for _ in 0..<digits {
      guard let digit = digit(&rest) else { return nil }
      result = result * 10 + digit
    }
    return result
  }

  /// The milliseconds of a fraction; 0 when there is none, `nil` for a point without digits.
  private static func fraction(_ rest: inout Bytes) -> Int? {
    guard take(".", from: &rest) else { return 0 }
    guard var result = digit(&rest) else { return nil }
    result *= 100
    var weight = 10
    while let digit = digit(&rest) {
      result += digit * weight
      weight /= 10
    }
    return result
  }

  /// The seconds of `Z`, `+hh:mm` or `-hh:mm`.
  private static func offset(_ rest: inout Bytes) -> Int? {
    if take("Z", from: &rest) { return 0 }
    let isWest = take("-", from: &rest)
    guard isWest || take("+", from: &rest),
      let hours = number(&rest, digits: 2), hours < 24, take(":", from: &rest),
      let minutes = number(&rest, digits: 2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}

// MARK: - Dates

/// A date of the Gregorian calendar, extended before 1582 and before the year 1.
///
/// The arithmetic counts years from March, so that the leap day comes last (Howard Hinnant,
/// "chrono-compatible low-level date algorithms").
package struct CivilDate: Hashable {
  /// Negative before the year 0, which is 1 BC.
  package let year: Int
  /// 1…12.
  package let month: Int
  /// 1…31.
  package let day: Int

  /// The date this many days after 1970-01-01; a number within ±10^15.
  package init(daysSince1970 number: Int) {
    let daysInEra = 146_097  // 400 years
    let shifted = number + 719_468  // from 0000-03-01
    let era = shifted.dividedRoundingDown(by: daysInEra)
    let dayOfEra = shifted - era * daysInEra
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date, or `nil` when the calendar has no such date; a year within ±10^12.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    self.init(unchecked: year, month, day)
    guard CivilDate(daysSince1970: daysSince1970) == self else { return nil }
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// The days since 1970-01-01, negative before.
  package var daysSince1970: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = yearFromMarch.dividedRoundingDown(by: 400)
    let yearOfEra = yearFromMarch - era * 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// `2026-11-21`; a year outside 0…9999 carries its sign (ISO 8601, expanded representation).
  var iso8601: String {
    String(unsafeUninitializedCapacity: ISO8601Writer.capacity) { bytes in
      var writer = ISO8601Writer(bytes)
      writer.put(self)
      return writer.count
    }
  }
}

/// Writes dates and times in place: an export writes millions.
private struct ISO8601Writer {
  /// More bytes than any date with its time has: years have ten digits at most.
  static let capacity = 64
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ bytes: UnsafeMutableBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func put(_ mark: Unicode.Scalar) {
    bytes[count] = UInt8(ascii: mark)
    count += 1
  }

  /// Writes a number of 0 or more, with leading zeros up to so many digits.
  mutating func put(_ number: Int, digits: Int) {
    var width = digits
    var bound = digits == 2 ? 100 : 10_000
    while number >= bound {
      width += 1
      bound *= 10
    }
    var rest = number
    for place in (0..<width).reversed() {
      bytes[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    count += width
  }

  /// Writes hours and minutes.
  mutating func put(_ hours: Int, _ minutes: Int) {
    put(hours, digits: 2)
    put(":")
    put(minutes, digits: 2)
  }

  mutating func put(_ date: CivilDate) {
    if date.year < 0 || date.year > 9999 { put(date.year < 0 ? "-" : "+") }
    put(abs(date.year), digits: 4)
    put("-")
    put(date.month, digits: 2)
    put("-")
    put(date.day, digits: 2)
  }
}

// MARK: - Arithmetic

extension FixedWidthInteger {
  /// The sum, or the nearest number that can be represented.
  func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }

  /// The product, or the nearest number that can be represented.
  func multipliedSaturating(by other: Self) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard overflow else { return product }
    return (self < 0) == (other < 0) ? .max : .min
  }

  /// The quotient rounded down, for a positive divisor.
  func dividedRoundingDown(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
