/// A date of the Gregorian calendar, carried on before 1582 and before the year 1.
///
/// The arithmetic counts years from March, so that the leap day comes last (Howard Hinnant,
/// "chrono-compatible low-level date algorithms").
struct CivilDate: Hashable {
  let year: Int
  /// 1…12.
  let month: Int
  /// 1…31.
  let day: Int

  /// The date this many days after 1970-01-01; a number within ±10^15.
  init(daysSince1970 number: Int) {
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

  /// The date, or `nil` when the calendar has none such; a year within ±10^12.
  init?(year: Int, month: Int, day: Int) {
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
  var daysSince1970: Int {
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
    let sign = year < 0 ? "-" : (year > 9999 ? "+" : "")
    return sign + Self.padded(abs(year), to: 4) + "-" + Self.padded(month, to: 2) + "-"
      + Self.padded(day, to: 2)
  }

  /// The number in decimal digits, with leading zeros up to a width.
  static func padded(_ number: Int, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
