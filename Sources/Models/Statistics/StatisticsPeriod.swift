import RabbleScheduling

/// A span of the learner's days.
package struct StatisticsPeriod: Hashable, Sendable {
  /// The first day; `nil` for the beginning of the log.
  package let first: StudyDay?
  package let last: StudyDay

  /// The most days that a report has of one: more than a century.
  package static let mostDays = 40_000

  /// Makes a period; `nil` where it would end before it begins.
  package init?(first: StudyDay?, last: StudyDay) {
    if let first, first > last { return nil }
    self.first = first
    self.last = last
  }

  /// All days up to today.
  package static func all(today: StudyDay) -> StatisticsPeriod {
    StatisticsPeriod(unchecked: nil, today)
  }

  /// So many days up to today, at least one.
  package static func days(_ count: Int, today: StudyDay) -> StatisticsPeriod {
    StatisticsPeriod(unchecked: today.advanced(byDays: 1 - max(1, count)), today)
  }

  private init(unchecked first: StudyDay?, _ last: StudyDay) {
    self.first = first
    self.last = last
  }

  package func contains(_ day: StudyDay) -> Bool { day <= last && first.map { $0 <= day } ?? true }

  /// The period of as many days before this one; `nil` for one without a first day.
  package var before: StatisticsPeriod? {
    first.map { first in
      StatisticsPeriod(
        unchecked: first.advanced(byDays: first.number - last.number - 1),
        first.advanced(byDays: -1))
    }
  }

  /// How many days it has; `nil` for one without a first day.
  package var dayCount: Int? { first.map { last.number - $0.number + 1 } }

  /// The same period without the days before the first answer.
  package func beginning(_ day: StudyDay?) -> StatisticsPeriod {
    StatisticsPeriod(unchecked: first ?? min(day ?? last, last), last)
  }

  // MARK: - Reading

  /// Reads a period: `all`, `today`, `yesterday`, `this week`, `last month`, `7d`, `4w`, `12m`, `2y`, `last 7 days`,
  /// `2026`, `2026-Q4` (or `2026q4`), `2026-11` (or `2026/11`), `2026-11-21`, or two of the last four with `..` between them, both of
  /// which are part of it; either may be left out. `nil` for anything else, and for a first date alone that is still to come. A period that today is
  /// in ends today, so that averages don't count days to come.
  package init?(_ text: String, today: StudyDay) {
    let words = text.lowercased().split { $0 == " " || $0 == "-" || $0 == "_" }.map(String.init)
    let compact = text.lowercased().filter { $0 != " " }
    if let dots = compact.firstRange(of: "..") {
      self.init(from: compact[..<dots.lowerBound], to: compact[dots.upperBound...], today: today)
    } else if let named = Self.named(words, today: today) {
      self = named
    } else if let span = Self.date(compact[...]) {
      self = span
    } else if let rolling = Self.rolling(compact, today: today) {
      self = rolling
    } else {
      return nil
    }
    if contains(today) { self = StatisticsPeriod(unchecked: first, today) }
  }

  private init?(from: Substring, to: Substring, today: StudyDay) {
    let first = from.isEmpty ? nil : Self.date(from)?.first
    if first == nil, !from.isEmpty { return nil }
    if to.isEmpty {
      self.init(first: first, last: today)
    } else {
      guard let end = Self.date(to)?.last else { return nil }
      self.init(first: first, last: end)
    }
  }

  private static func named(_ words: [String], today: StudyDay) -> StatisticsPeriod? {
    switch words {
    case ["all"]: return all(today: today)
    case ["today"]: return days(1, today: today)
    case ["yesterday"]:
      let day = today.advanced(byDays: -1)
      return StatisticsPeriod(unchecked: day, day)
    default: break
    }
    if words.count == 3, words[0] == "last",
      ["days", "weeks", "months", "years"].contains(words[2])
    {
      return rolling("\(words[1])\(words[2].prefix(1))", today: today)
    }
    guard let unit = words.last.flatMap({ StatisticsInterval(rawValue: $0) }) else { return nil }
    let start = unit.start(of: today)
    switch words.dropLast() {
    case [], ["this"]: return StatisticsPeriod(unchecked: start, today)
    case ["last"]:
      let end = start.advanced(byDays: -1)
      return StatisticsPeriod(unchecked: unit.start(of: end), end)
    default: return nil
    }
  }

  /// The last so many days, weeks, months or years up to today.
  private static func rolling(_ text: String, today: StudyDay) -> StatisticsPeriod? {
    guard let unit = text.last, let count = number(text.dropLast()), (1...100_000).contains(count)
    else { return nil }
    let date = CivilDate(daysSince1970: today.number)
    switch unit {
    case "d": return days(count, today: today)
    case "w": return days(count * 7, today: today)
    case "m", "y":
      let months = date.year * 12 + date.month - 1 - (unit == "m" ? count : count * 12)
      let (year, month) = (months / 12, months % 12 + 1)
      let last = StatisticsInterval.days(inMonth: month, of: year)
      let start = CivilDate(year: year, month: month, day: min(date.day, last))
      return start.map {
        StatisticsPeriod(
          unchecked: StudyDay(number: $0.daysSince1970).advanced(byDays: 1), today)
      }
    default: return nil
    }
  }

  /// The days of a year, a quarter, a month or a date.
  private static func date(_ text: Substring) -> StatisticsPeriod? {
    var text = text.replacing("/", with: "-")
    if text.count == 6, let place = text.firstIndex(of: "q") { text.insert("-", at: place) }
    let parts = text[...].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count <= 3, parts[0].count == 4, let year = number(parts[0]),
      let january = CivilDate(year: year, month: 1, day: 1)
    else { return nil }
    if parts.count == 1 { return StatisticsInterval.year.span(of: january) }
    if parts.count == 2, parts[1].first == "q", let quarter = number(parts[1].dropFirst()),
      (1...4).contains(quarter), let date = CivilDate(year: year, month: quarter * 3, day: 1)
    {
      return StatisticsInterval.quarter.span(of: date)
    }
    guard parts.dropFirst().allSatisfy({ $0.count <= 2 }), let month = number(parts[1]),
      let day = parts.count == 3 ? number(parts[2]) : 1,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    return (parts.count == 3 ? StatisticsInterval.day : .month).span(of: date)
  }

  /// A number of digits alone, without a sign.
  private static func number(_ digits: Substring) -> Int? {
    digits.allSatisfy(\.isNumber) ? Int(digits) : nil
  }
}

/// The lengths into which a period is cut.
package enum StatisticsInterval: String, Hashable, Sendable, CaseIterable {
  /// The learner's day.
  case day
  /// From Monday to Sunday.
  case week
  /// A month of the calendar.
  case month
  /// Three months, from January, April, July and October.
  case quarter
  /// A year of the calendar.
  case year

  /// The first day of the interval that a day is in.
  package func start(of day: StudyDay) -> StudyDay {
    switch self {
    case .day: return day
    case .week: return day.advanced(byDays: -day.weekday)
    case .month, .quarter, .year:
      let date = CivilDate(daysSince1970: day.number)
      let month = self == .month ? date.month : self == .year ? 1 : (date.month - 1) / 3 * 3 + 1
      return CivilDate(year: date.year, month: month, day: 1)
        .map { StudyDay(number: $0.daysSince1970) } ?? day
    }
  }

  /// The first day of the next interval.
  package func next(after start: StudyDay) -> StudyDay {
    switch self {
    case .day: start.advanced(byDays: 1)
    case .week: start.advanced(byDays: 7)
    case .month: self.start(of: start.advanced(byDays: 31))
    case .quarter: self.start(of: start.advanced(byDays: 92))
    case .year: self.start(of: start.advanced(byDays: 366))
    }
  }

  /// What the interval from a day on is called: `2026-11-21`, `2026-11`, `2026-Q4` or `2026`; a week by
  /// its Monday.
  package func name(of start: StudyDay) -> String {
    let date = start.iso8601
    switch self {
    case .day, .week: return date
    case .month: return String(date.dropLast(3))
    case .quarter:
      let month = CivilDate(daysSince1970: start.number).month
      return date.dropLast(6) + "-Q\((month - 1) / 3 + 1)"
    case .year: return String(date.dropLast(6))
    }
  }

  fileprivate func span(of date: CivilDate) -> StatisticsPeriod? {
    let first = start(of: StudyDay(number: date.daysSince1970))
    return StatisticsPeriod(first: first, last: next(after: first).advanced(byDays: -1))
  }

  fileprivate static func days(inMonth month: Int, of year: Int) -> Int {
    (28...31).last { CivilDate(year: year, month: month, day: $0) != nil } ?? 28
  }
}
