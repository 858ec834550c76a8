import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleText

/// A report that is asked for, with all that is asked of it: whatever there is makes sense with the report.
package struct ReportRequest: Sendable {
  /// What was typed, before anybody has looked whether it makes sense.
  package struct Words: Sendable {
    /// What the rows should be.
    package var rows: ReportRows?
    /// The days, in words.
    package var period: String?
    /// How many days to look ahead.
    package var days: Int?
    /// Over how many rows a mean is added to each.
    package var average: Int?
    /// The key of the column by which rows are sorted, with a minus before it for the largest first.
    package var sort: String?
    /// How many rows at most; all without it.
    package var limit: Int?

    /// Asks for a report as it usually is.
    package init() {}
  }

  /// Some cards, and what they are called.
  package struct Part: Sendable {
    let name: String
    let cards: Set<CardID>

    /// Names some cards.
    package init(_ name: String, _ cards: Set<CardID>) { (self.name, self.cards) = (name, cards) }
  }

  package let report: Report
  /// The days; those that it usually has without a choice, and today for a report about the present.
  package private(set) var period: StatisticsPeriod
  /// What its rows are; `nil` where that was not chosen.
  package let chosenRows: ReportRows?
  /// How many days ahead it looks; 0 for a report that does not.
  let daysAhead: Int
  let arrangement: ReportArrangement
  /// Which cards count; all without it.
  private(set) var cards: (@Sendable (CardID) -> Bool)?
  /// The groups that were chosen, as the log numbers them: their new cards count, although no card of their deck
  /// may have been answered.
  private(set) var groups: Set<Int64> = []
  /// The two that are compared with each other; none where days are compared.
  private(set) var parts: (Part, Part)?
  /// The most rows that a reader will see of a table that may have one for each card; `nil` for all, 0 where
  /// only a number of the summary is wanted.
  package var mostRows: Int?
  /// The seed of a forecast's simulation.
  package var seed: UInt64 = 1

  /// What its rows are.
  var rows: ReportRows? { chosenRows ?? report.usualRows }

  /// Whether it needs the decks as they are now; the others are about the log alone.
  package var readsDecks: Bool {
    switch rows {
    case .group, .deck, .tag: true
    default: report.readsDecks
    }
  }

  /// Reads what was asked for.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - words: what was typed.
  ///   - today: the present day.
  /// - Throws: ``ReportError``, which says what makes no sense.
  package init(_ report: Report, _ words: Words = Words(), today: StudyDay) throws(ReportError) {
    let name = report.name
    if let rows = words.rows, !report.rows.contains(rows) {
      throw .noRows(rows.rawValue, report: name, rows: report.rows.map(\.rawValue))
    }
    self.report = report
    chosenRows = words.rows
    let rows = words.rows ?? report.usualRows
    let usual = report.usualDays(rows)
    if let period = words.period {
      guard report.takesPeriod else { throw .noPeriod(report: name) }
      self.period = try Self.period(period, today: today)
    } else {
      period = usual.map { .days($0, today: today) } ?? .all(today: today)
    }
    if words.days != nil, report.daysAhead == nil {
      throw .noDays(report: name, takesPeriod: report.takesPeriod)
    }
    daysAhead = words.days ?? report.daysAhead ?? 0
    arrangement = ReportArrangement(
      average: words.average, sort: words.sort, limit: words.limit)
    let isInTime = report.isInTime || rows?.isInTime == true
    if words.average != nil, !isInTime {
      throw report.rows.contains(.day)
        ? .onlyAveragedByTime(report: name) : .notAveraged(report: name)
    }
  }

  /// The same about some of the cards.
  ///
  /// - Parameters:
  ///   - cards: which cards count.
  ///   - groups: the groups that were chosen by name, as the log numbers them.
  /// - Returns: the request.
  /// - Throws: ``ReportError`` where the report is always about all.
  package func about(
    _ cards: Set<CardID>, in groups: Set<Int64>
  ) throws(ReportError) -> ReportRequest {
    guard report.takesFilter else { throw .noFilter(report: report.name) }
    var other = self
    other.cards = { cards.contains($0) }
    other.groups = groups
    return other
  }

  /// The same with two groups of cards beside each other.
  ///
  /// - Throws: ``ReportError`` where the report compares nothing.
  package func comparing(_ one: Part, with other: Part) throws(ReportError) -> ReportRequest {
    guard report.comparesParts else { throw .noParts(report: report.name) }
    var request = self
    request.parts = (one, other)
    return request
  }

  /// Limits it to some cards.
  mutating func choose(_ part: Part) {
    parts = nil
    cards = { part.cards.contains($0) }
  }

  /// The same for other days.
  func of(_ period: StatisticsPeriod) -> ReportRequest {
    var other = self
    other.period = period
    return other
  }

  private static func period(
    _ text: String, today: StudyDay
  ) throws(ReportError) -> StatisticsPeriod {
    guard let period = StatisticsPeriod(text, today: today) else {
      let ends = text.components(separatedBy: "..")
      let areDates = ends.allSatisfy {
        StatisticsPeriod($0 + "..", today: StudyDay(number: .max)) != nil
      }
      guard ends.count == 2, areDates else { throw .unknownPeriod(text) }
      throw ends[1].isEmpty ? .futurePeriod(text) : .emptyPeriod(text)
    }
    if let first = period.first, first > today { throw .futurePeriod(text) }
    if let days = period.dayCount, days > StatisticsPeriod.mostDays { throw .longPeriod }
    return period
  }

  /// The parts of a page that shows all reports, about the same cards, as many rows of each.
  package func wholePage(today: StudyDay) throws(ReportError) -> [ReportRequest] {
    var parts: [ReportRequest] = []
    for report in Report.all where cards == nil || report.takesFilter {
      for rows in report.onPage {
        var words = Words()
        words.rows = rows
        var part = try ReportRequest(report, words, today: today)
        (part.cards, part.groups) = (cards, groups)
        (part.seed, part.mostRows) = (seed, mostRows)
        parts.append(part)
      }
    }
    return parts
  }
}

/// Why a report can't be made as it is asked for.
package enum ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such report, and no such group; with the command or group that may be meant, as a sentence
  /// has it.
  case unknownReport(String, meant: String?)
  /// Rows of something for a report whose rows can be none of it; with what they can be.
  case noRows(String, report: String, rows: [String])
  /// Groups or a filter for a report that is always about all cards.
  case noFilter(report: String)
  /// Two groups beside each other in a report that compares nothing.
  case noParts(report: String)
  /// A period for a report about the present.
  case noPeriod(report: String)
  /// No period, from what was typed.
  case unknownPeriod(String)
  /// A period between two dates with no day in it, from what was typed.
  case emptyPeriod(String)
  /// A period that is still to come, from what was typed.
  case futurePeriod(String)
  /// A period of more than ``StatisticsPeriod/mostDays``.
  case longPeriod
  /// A comparison of a period without a first day.
  case nothingBefore
  /// Days ahead for another report than a forecast.
  case noDays(report: String, takesPeriod: Bool)
  /// A moving average over rows that don't follow each other in time.
  case notAveraged(report: String)
  /// A moving average for a report whose rows could be days.
  case onlyAveragedByTime(report: String)
  /// Another order or number of rows that people are not shown.
  case hiddenRows(report: String)
  /// Another order or number of rows of a page of several reports.
  case severalReports
  /// Other rows, where only a number is printed.
  case onlyNumber
  /// A column that there is not.
  case unknownColumn(String, report: String, columns: [String])
  /// A number that there is not.
  case unknownNumber(String, report: String, numbers: [String])

  /// What is wrong, and what can be done.
  package var description: String {
    switch self {
    case .unknownReport(let name, let meant):
      "Unknown report or group “\(name.printable)”."
        + (meant.map { " Did you mean \($0)?" } ?? "")
        + " Reports: \(Report.all.map(\.name).joined(separator: ", "))."
    case .noRows(let by, let report, let rows):
      "`stats \(report)` can't have rows by \(by)"
        + (rows.isEmpty ? "." : ", but by \(rows.joined(separator: ", ")).")
    case .noFilter(let report):
      "`stats \(report)` is about all cards; it takes no group and no --where."
    case .noParts(let report): "`stats \(report)` compares nothing."
    case .noPeriod(let report):
      "`stats \(report)` is about the present; --period can't be used."
    case .unknownPeriod(let text):
      "Invalid period “\(text.printable)”. Examples: all, today, last month, 7d, 2026, 2026-Q4, "
        + "2026-11, 2026-10-01..2026-10-31."
    case .emptyPeriod(let text):
      "“\(text.printable)” has no days: the first date is after the second."
    case .futurePeriod(let text): "“\(text.printable)” begins after today."
    case .longPeriod:
      "A period has at most \(StatisticsPeriod.mostDays) days; `--period all` is all days with an answer."
    case .nothingBefore:
      "`stats compare` needs a --period that begins on a day, such as 30d."
    case .noDays(_, let takesPeriod):
      "--days is for `stats forecast`" + (takesPeriod ? "; use --period here." : ".")
    case .notAveraged(let report):
      "The rows of `stats \(report)` don't follow each other in time; --average can't be used."
    case .onlyAveragedByTime(let report):
      "--average needs rows in time, such as `stats \(report) --by day`."
    case .hiddenRows(let report):
      "`stats \(report)` has rows to sort, limit and average only with --format json or csv."
    case .severalReports:
      "A page without the name of a report shows several; name one to choose its rows or days."
    case .onlyNumber:
      "--value prints a number of the report alone; --average, --sort and --limit can't "
        + "be used with it."
    case .unknownColumn(let key, let report, let columns):
      "The report “\(report)” has no column “\(key.printable)”."
        + Nearest.asked(key, among: columns) + " It has: "
        + columns.joined(separator: ", ") + "."
    case .unknownNumber(let key, let report, let numbers):
      "The report “\(report)” has no value “\(key.printable)”."
        + Nearest.asked(key, among: numbers) + " It has: "
        + numbers.joined(separator: ", ") + "."
    }
  }
}
