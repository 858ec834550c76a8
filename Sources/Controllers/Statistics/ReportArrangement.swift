import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// In which order and number a report has its rows, and which column it adds.
public struct ReportArrangement: Hashable, Sendable {
  /// Over how many rows a mean is added to each; none without it.
  public var average: Int?
  /// The key of the column by which rows are sorted, with a minus before it for the largest first.
  public var sort: String?
  /// The most rows; all without it.
  public var limit: Int?

  /// Leaves a report as it is.
  public init() {}

  /// Whether it changes anything.
  public var isUsed: Bool { average != nil || sort != nil || limit != nil }
}

extension ReportPage {
  /// The report with its first table in another order and number of rows.
  ///
  /// - Throws: ``StatisticsError`` where the report has no such column, or nothing to average.
  public func arranged(_ arrangement: ReportArrangement) throws(StatisticsError) -> ReportPage {
    var page = self
    guard var table = page.tables.first else { return page }
    if let average = arrangement.average {
      guard let drawn = drawnValue, let averaged = table.averaged(drawn, over: average) else {
        throw .notAveraged(report: name)
      }
      table = averaged
    }
    if let sort = arrangement.sort {
      let descends = sort.hasPrefix("-")
      let key = descends ? String(sort.dropFirst()) : sort
      guard let sorted = table.sorted(by: key, descends: descends) else {
        throw .unknownColumn(key, report: name, columns: table.headings.map(\.key))
      }
      table = sorted
    }
    if let limit = arrangement.limit { table = table.limited(to: limit) }
    page.tables[0] = table
    return page
  }

  /// The column that is drawn of the first table.
  private var drawnValue: String? {
    drawings.lazy.compactMap { drawing -> String? in
      switch drawing {
      case .bars("rows", _, let value), .calendar("rows", _, let value, _, _): value
      case .curve("rows", _, let values, _): values.first
      default: nil
      }
    }.first
  }

  /// The report with a table that compares its numbers with those of another period.
  public func compared(with past: ReportPage, of period: StatisticsPeriod) -> ReportPage {
    guard let now = summary.rows.first, let then = past.summary.rows.first else { return self }
    let summary = summary
    let figures = summary.headings.indices.filter { now.values[$0].number != nil }
    var page = self
    page.tables.append(
      ReportTable("compare", "Compared with \(period.words)", of: figures) {
        ReportTable.Column("figure", "Figure") {
          .term(summary.headings[$0].key, words: summary.headings[$0].title)
        }
        ReportTable.Column("value", "Now") { now.values[$0] }
        ReportTable.Column("before", "Before") { then.values[$0] }
        ReportTable.Column("change", "Change") { index in
          guard let a = now.values[index].number, let b = then.values[index].number else {
            return .missing
          }
          return .number(a - b, decimals: abs(a - b) < 1 && a != b ? 3 : 1)
        }
      })
    return page
  }

  /// One number of the summary.
  ///
  /// - Throws: ``StatisticsError`` where there is none of this key.
  public func value(of key: String) throws(StatisticsError) -> ReportTable.Value {
    guard let row = summary.rows.first, let index = summary.index(of: key) else {
      throw .unknownNumber(key, report: name, numbers: summary.headings.map(\.key))
    }
    return row.values[index]
  }
}

/// Why a report can't be made as it is asked for.
public enum StatisticsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such report, and no such group; with the name that may be meant.
  case unknownReport(String, meant: String?)
  /// A report about a card without a card.
  case noCard
  /// Groups for a report that has cards of its own.
  case noGroups(report: String)
  /// A filter for a report that has cards of its own.
  case noFilter(report: String)
  /// Rows by something for a report whose rows are what they are.
  case noGrouping(String, report: String)
  /// Mistakes by something else than stretches of days.
  case onlyByTime(report: String)
  /// A period for a report about the present.
  case noPeriod(report: String)
  /// No period, from what was typed.
  case unknownPeriod(String)
  /// A comparison for a report that has nothing to compare.
  case notComparable(report: String)
  /// A comparison without a first day.
  case nothingBefore
  /// The days of a forecast for another report.
  case noForecast(report: String)
  /// A mean for a report without a drawing.
  case notAveraged(report: String)
  /// A column that there is not.
  case unknownColumn(String, report: String, columns: [String])
  /// A number that there is not.
  case unknownNumber(String, report: String, numbers: [String])

  /// What is wrong, and what can be done.
  public var description: String {
    switch self {
    case .unknownReport(let name, let meant):
      "Unknown report or group “\(name.printable)”."
        + (meant.map { " Did you mean `stats \($0)`?" } ?? "")
        + " Reports: \(StatisticsKind.allCases.map(\.rawValue).joined(separator: ", "))."
    case .noCard: "`stats card` needs a card: its prompt, reading or answer."
    case .noGroups(let report):
      "`stats \(report)` has cards of its own; it takes no group."
    case .noFilter(let report):
      "`stats \(report)` has cards of its own; --where can't be used."
    case .noGrouping(let by, let report):
      "`stats \(report)` has rows of its own kind; --by \(by) can't be used."
    case .onlyByTime(let report):
      "`stats \(report)` counts by day, week, month, quarter or year only."
    case .noPeriod(let report):
      "`stats \(report)` is about the present, or about all answers; --period can't be used."
    case .unknownPeriod(let text):
      "“\(text.printable)” is no period. Examples: all, today, last month, 7d, 2026, 2026-Q4, "
        + "2026-11, 2026-10-01..2026-11-01."
    case .notComparable(let report): "`stats \(report)` can't be compared with the days before."
    case .nothingBefore: "--compare needs a --period that begins on a day, such as 30d."
    case .noForecast(let report):
      "--days is for `stats forecast`; use --period with `stats \(report)`."
    case .notAveraged(let report): "--average can't be used with the report \(report)."
    case .unknownColumn(let key, let report, let columns):
      "The report \(report) has no column “\(key.printable)”. It has: "
        + columns.joined(separator: ", ") + "."
    case .unknownNumber(let key, let report, let numbers):
      "The report \(report) has no number “\(key.printable)”. It has: "
        + numbers.joined(separator: ", ") + "."
    }
  }
}
