/// Reads the times of a review CSV.
enum ReviewTime {
  /// Milliseconds since 1970-01-01T00:00:00Z, from such a number or from ISO 8601 with `T` or a
  /// space, seconds with or without a fraction, and `Z`, an offset, or nothing, which is UTC.
  ///
  /// - Returns: `nil` for anything else, and for a time before 1970 or after 9999.
  static func milliseconds(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var reader = Reader(bytes: bytes)
    if bytes.count > 4, bytes[4] == UInt8(ascii: "-") { return reader.calendarTime() }
    guard bytes.count <= 15, !bytes.isEmpty else { return nil }
    var result: Int64 = 0
    for byte in bytes {
      guard let digit = byte.decimalDigit else { return nil }
      result = result * 10 + Int64(digit)
    }
    return result <= latest ? result : nil
  }

  /// The last millisecond of the year 9999.
  private static let latest: Int64 = 253_402_300_799_999

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var place = 0

    mutating func calendarTime() -> Int64? {
      guard let year = number(4), take("-"), let month = number(2), take("-"),
        let day = number(2), take("T") || take(" "),
        let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60,
        take(":"), let second = number(2), second < 60, let fraction = fraction(),
        let offset = offset(), place == bytes.count,
        let date = Self.days(year, month, day)
      else { return nil }
      let seconds = date * 86_400 + hour * 3600 + minute * 60 + second - offset
      let result = Int64(seconds) * 1000 + Int64(fraction)
      return (0...latest).contains(result) ? result : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
      place += 1
      return true
    }

    private mutating func number(_ digits: Int) -> Int? {
      guard place + digits <= bytes.count else { return nil }
      var result = 0
      for index in place..<place + digits {
        guard let digit = bytes[index].decimalDigit else { return nil }
        result = result * 10 + digit
      }
      place += digits
      return result
    }

    /// The milliseconds of a fraction; 0 without one, `nil` for a point without digits.
    private mutating func fraction() -> Int? {
      guard take(".") else { return 0 }
      guard var result = number(1) else { return nil }
      result *= 100
      var weight = 10
      while let digit = number(1) {
        result += digit * weight
        weight /= 10
      }
      return result
    }

    /// The seconds of `Z`, `+hh:mm`, `-hh:mm` or nothing.
    private mutating func offset() -> Int? {
      if place == bytes.count || take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2), hours < 24, take(":"),
        let minutes = number(2), minutes < 60
      else { return nil }
      return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    /// The days from 1970-01-01 to a date of the Gregorian calendar; `nil` when there is none such
    /// (Howard Hinnant, "chrono-compatible low-level date algorithms").
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
      guard (1...12).contains(month), day >= 1, day <= lastDay(of: month, year) else { return nil }
      let yearFromMarch = month <= 2 ? year - 1 : year
      let monthFromMarch = month > 2 ? month - 3 : month + 9
      let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
      return yearFromMarch * 365 + yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
        + dayOfYear - 719_468
    }

    private static func lastDay(of month: Int, _ year: Int) -> Int {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }
}
