import RabbleScreens
import RabbleStatistics
import RabbleText

/// In which order and number a report has its rows, and which column it adds.
package struct ReportArrangement: Hashable, Sendable {
  /// Over how many rows a mean is added to each; none without it.
  package var average: Int?
  /// The key of the column by which rows are sorted, with a minus before it for the largest first.
  package var sort: String?
  /// The most rows; all without it.
  package var limit: Int?

  /// Leaves a report as it is.
  package init() {}
}

extension ReportPage {
  /// The report with its first table in another order and number of rows.
  ///
  /// - Throws: ``StatisticsError`` where the report has no such column, or nothing to average.
  package func arranged(_ arrangement: ReportArrangement) throws(StatisticsError) -> ReportPage {
    var page = self
    guard var table = page.tables.first else { return page }
    if let average = arrangement.average {
      guard let drawn = drawnValue, let averaged = table.averaged(drawn, over: average) else {
        throw .notAveraged(report: name)
      }
      let added = ReportTable.averageKey(of: drawn)
      table = averaged
      page.drawings = page.drawings.map { $0.table == table.key ? $0.showing(average: added) : $0 }
      page.showEssential(added)
    }
    if let sort = arrangement.sort {
      page.drawings = page.drawings.map { $0.table == table.key ? $0.inAnyOrder : $0 }
      let descends = sort.hasPrefix("-")
      let key = descends ? String(sort.dropFirst()) : sort
      guard let sorted = table.sorted(by: key, descends: descends) else {
        throw .unknownColumn(key, report: name, columns: table.headings.map(\.key))
      }
      table = sorted
      page.showEssential(key)
    }
    if let limit = arrangement.limit { table = table.limited(to: limit) }
    page.tables[0] = table
    return page
  }

  /// Shows a column that was asked for also where there is no room for all.
  private mutating func showEssential(_ key: String) {
    if !essentials.isEmpty { essentials.insert(key) }
  }

  /// The column that is drawn of the first table.
  private var drawnValue: String? {
    drawings.lazy.compactMap { drawing -> String? in
      switch drawing {
      case .bars("rows", _, let value, _), .calendar("rows", _, let value, _, _): value
      case .curve("rows", _, let values, _): values.first
      default: nil
      }
    }.first
  }

  /// The report with a table that compares its numbers with those of another period.
  package func compared(with past: ReportPage, of period: StatisticsPeriod) -> ReportPage {
    guard let now = summary.rows.first, let then = past.summary.rows.first else { return self }
    let summary = summary
    // One of both may have no value. An hour of the day is no amount.
    let figures = summary.headings.indices.filter { index in
      summary.headings[index].key != "best_hour"
        && [now, then].contains { $0.values[index].number != nil }
    }
    var page = self
    page.tables.append(
      ReportTable("compare", "Compared with \(period.words)", of: figures) {
        ReportTable.Column("figure", "Figure") {
          .term(summary.headings[$0].key, words: summary.headings[$0].title)
        }
        ReportTable.Column("value", "Now") { now.values[$0] }
        ReportTable.Column("before", "Before") { then.values[$0] }
        ReportTable.Column("change", "Change") { now.values[$0].change(from: then.values[$0]) }
      })
    return page
  }

  /// One number of the summary.
  ///
  /// - Throws: ``StatisticsError`` where there is none of this key.
  package func value(of key: String) throws(StatisticsError) -> ReportTable.Value {
    guard let row = summary.rows.first, let index = summary.index(of: key) else {
      throw .unknownNumber(key, report: name, numbers: summary.headings.map(\.key))
    }
    return row.values[index]
  }
}

extension ReportTable.Value {
  /// What it is more than another value of its column, of the same kind and with as many decimals, points
  /// for shares; no value where one of them is no number.
  fileprivate func change(from other: Self) -> Self {
    switch (self, other) {
    case (.count(let now), .count(let before)): .count(now - before)
    case (.share(let now), .share(let before)): .points(now - before)
    case (.number(let now, let decimals), .number(let before, _)):
      .number(now - before, decimals: decimals)
    default: .missing
    }
  }
}

/// Why a report can't be made as it is asked for.
package enum StatisticsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such report, and no such group; with the command or group that may be meant, as a sentence
  /// has it.
  case unknownReport(String, meant: String?)
  /// A report about a card without a card.
  case noCard
  /// A report about a card with more than a card and its group.
  case severalCards
  /// The group of a card for another report.
  case onlyForCard
  /// Groups for a report that has cards of its own.
  case noGroups(report: String)
  /// A filter for a report that has cards of its own.
  case noFilter(report: String)
  /// Rows by something for a report whose rows are what they are, or of which that says nothing.
  case noGrouping(String, report: String)
  /// Mistakes by something else than stretches of days.
  case onlyByTime(report: String)
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
  /// A comparison for a report that has nothing to compare.
  case notComparable(report: String)
  /// A comparison without a first day.
  case nothingBefore
  /// The days of a forecast for another report.
  case noForecast(report: String)
  /// A moving average over rows that don't follow each other in time.
  case notAveraged(report: String)
  /// A moving average for a report whose rows could be days.
  case onlyAveragedByTime(report: String)
  /// Another order or number of rows that people are not shown.
  case hiddenRows(report: String)
  /// Another order or number of rows of a page of several reports.
  case severalReports
  /// Other rows or a comparison, where only a number is printed.
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
        + " Reports: \(StatisticsKind.allCases.map(\.rawValue).joined(separator: ", "))."
    case .noCard: "`stats card` needs a card: its prompt, reading or answer."
    case .severalCards: "`stats card` takes one card and the group it is in."
    case .onlyForCard:
      "--group and --direction are for `stats card`. Name groups after the other reports, or use --where."
    case .noGroups(let report):
      "`stats \(report)` has cards of its own; it takes no group."
    case .noFilter(let report):
      "`stats \(report)` has cards of its own; --where can't be used."
    case .noGrouping(let by, let report):
      "`stats \(report)` can't have rows by \(by)."
    case .onlyByTime(let report):
      "`stats \(report)` counts by day, week, month, quarter or year only."
    case .noPeriod(let report):
      "`stats \(report)` is about the present, or about all answers; --period can't be used."
    case .unknownPeriod(let text):
      "Invalid period “\(text.printable)”. Examples: all, today, last month, 7d, 2026, 2026-Q4, "
        + "2026-11, 2026-10-01..2026-11-01."
    case .emptyPeriod(let text):
      "“\(text.printable)” has no days: the first date must be before the second, which is excluded."
    case .futurePeriod(let text): "“\(text.printable)” begins after today."
    case .longPeriod:
      "A period has at most \(StatisticsPeriod.mostDays) days; `--period all` is all days with an answer."
    case .notComparable(let report): "`stats \(report)` can't be compared with the days before."
    case .nothingBefore: "--compare needs a --period that begins on a day, such as 30d."
    case .noForecast(let report):
      "--days is for `stats forecast`"
        + (StatisticsKind(rawValue: report)?.takesPeriod == true
          ? "; use --period with `stats \(report)`." : ".")
    case .notAveraged(let report):
      "The rows of `stats \(report)` don't follow each other in time; --average can't be used."
    case .onlyAveragedByTime(let report):
      "--average needs rows in time: use `stats \(report)` with -D, -W, -M, -Q, -Y or --by session."
    case .hiddenRows(let report):
      "`stats \(report)` has rows to sort, limit and average only with --format json or csv."
    case .severalReports:
      "A page without the name of a report shows several; name one to sort, limit or average its rows."
    case .onlyNumber:
      "--value prints a number of the report alone; --compare, --average, --sort and --limit can't "
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
