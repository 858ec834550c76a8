extension Moment {
  /// The moment as the learner's clock showed it, in ISO 8601: `2026-11-21T09:00:00+09:00`.
  ///
  /// Whole seconds, rounded down. The offset is written in whole minutes; with one that has seconds
  /// the time is written for the offset as it stands, so that it still names the same moment.
  public var iso8601: String {
    let minutes = (utcOffset + 30).dividedRoundingDown(by: 60)
    let local = Int(milliseconds.dividedRoundingDown(by: 1000)) + minutes * 60
    let day = local.dividedRoundingDown(by: 86_400)
    let second = local - day * 86_400
    return CivilDate(daysSince1970: day).iso8601
      + "T" + Self.clock(second / 3600, second / 60 % 60)
      + ":" + CivilDate.padded(second % 60, to: 2)
      + (minutes < 0 ? "-" : "+") + Self.clock(abs(minutes) / 60, abs(minutes) % 60)
  }

  /// Reads a moment from ISO 8601: date, `T`, hours, minutes and seconds, perhaps a fraction, and
  /// `Z` or an offset in hours and minutes, as in `2026-11-21T09:00:00.250+09:00`.
  ///
  /// `nil` for anything else, and for what no calendar or clock shows: 30 February, 24:00:00, a
  /// 60th second. Of a fraction, milliseconds are kept.
  public init?(iso8601 text: String) {
    var rest = Array(text.utf8)[...]
    guard let year = Self.number(&rest, digits: 4), Self.take("-", from: &rest),
      let month = Self.number(&rest, digits: 2), Self.take("-", from: &rest),
      let day = Self.number(&rest, digits: 2), Self.take("T", from: &rest),
      let hour = Self.number(&rest, digits: 2), hour < 24, Self.take(":", from: &rest),
      let minute = Self.number(&rest, digits: 2), minute < 60, Self.take(":", from: &rest),
      let second = Self.number(&rest, digits: 2), second < 60,
      let thousandths = Self.fraction(&rest),
      let offset = Self.offset(&rest), rest.isEmpty,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let local = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    self.init(
      milliseconds: Int64(local - offset) * 1000 + Int64(thousandths),
      utcOffset: offset
    )
  }

  private static func clock(_ hours: Int, _ minutes: Int) -> String {
    CivilDate.padded(hours, to: 2) + ":" + CivilDate.padded(minutes, to: 2)
  }

  private static func take(_ character: Unicode.Scalar, from rest: inout ArraySlice<UInt8>) -> Bool
  {
    guard let first = rest.first, first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func digit(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let first = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return nil
    }
    rest.removeFirst()
    return Int(first - UInt8(ascii: "0"))
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    var result = 0
    for _ in 0..<digits {
      guard let digit = digit(&rest) else { return nil }
      result = result * 10 + digit
    }
    return result
  }

  /// The milliseconds of a fraction; 0 when there is none, `nil` for a point without digits.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int? {
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
  private static func offset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if take("Z", from: &rest) { return 0 }
    let isWest = take("-", from: &rest)
    guard isWest || take("+", from: &rest),
      let hours = number(&rest, digits: 2), hours < 24, take(":", from: &rest),
      let minutes = number(&rest, digits: 2), minutes < 60
    else { return nil }
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
