import RabbleScreens
import RabbleStatistics
import RabbleText

/// In which order and number a report has its rows, and which column it adds.
struct ReportArrangement: Hashable, Sendable {
  /// Over how many rows a mean is added to each; none without it.
  let average: Int?
  /// The key of the column by which rows are sorted, with a minus before it for the largest first.
  let sort: String?
  /// The most rows; all without it.
  let limit: Int?
}

extension ReportPage {
  /// The report with its first table in another order and number of rows.
  ///
  /// - Throws: ``ReportError`` where the report has no such column, or nothing to average.
  func arranged(_ arrangement: ReportArrangement) throws(ReportError) -> ReportPage {
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

  /// One number of the summary.
  ///
  /// - Throws: ``ReportError`` where there is none of this key.
  package func value(of key: String) throws(ReportError) -> ReportTable.Value {
    guard let row = summary.rows.first, let index = summary.index(of: key) else {
      throw .unknownNumber(key, report: name, numbers: summary.headings.map(\.key))
    }
    return row.values[index]
  }
}
