/// A statistical report on its way to a reader: its numbers, its tables, and how they are drawn.
public struct ReportPage: Hashable, Sendable {
  /// How a table is drawn.
  public enum Drawing: Hashable, Sendable {
    /// A bar for each row, or a line over many rows if they follow each other in time.
    case bars(table: String, label: String, value: String, isInTime: Bool = false)
    /// A line over the rows, one for each of the columns.
    case curve(table: String, label: String, values: [String], title: String)
    /// A square for each row, which is a day: a column a week, shaded by a count. The first row is a
    /// Monday where `weekday` is 0, and a Sunday where it is 6.
    case calendar(table: String, day: String, value: String, title: String, weekday: Int)

    /// The table it draws.
    public var table: String {
      switch self {
      case .bars(let table, _, _, _), .curve(let table, _, _, _),
        .calendar(let table, _, _, _, _):
        table
      }
    }

    /// The drawing with the moving mean of its column: instead of the column where it has a bar for each row,
    /// as one more line where it has lines. A calendar stays as it is.
    ///
    /// - Parameter key: the column of the mean.
    /// - Returns: the drawing.
    public func showing(average key: String) -> Drawing {
      switch self {
      case .bars(let table, let label, _, let isInTime):
        .bars(table: table, label: label, value: key, isInTime: isInTime)
      case .curve(let table, let label, let values, let title):
        .curve(table: table, label: label, values: values + [key], title: title)
      case .calendar: self
      }
    }

    /// The drawing of the same rows in another order: a bar for each.
    public var inAnyOrder: Drawing {
      switch self {
      case .bars(let table, let label, let value, _):
        .bars(table: table, label: label, value: value)
      case .curve(let table, let label, let values, _):
        .bars(table: table, label: label, value: values.first ?? label)
      case .calendar(let table, let day, let value, _, _):
        .bars(table: table, label: day, value: value)
      }
    }
  }

  /// Its name for programs, as the command line has it.
  public let name: String
  /// What people read above it; it names the days.
  public var title: String
  /// The answer to its question, in a sentence or two; `nil` for a page that answers none.
  public var conclusion: String?
  /// The first day in ISO 8601; `nil` where it is about the present.
  public let first: String?
  /// The last day in ISO 8601; `nil` where it is about the present.
  public let last: String?
  /// Its few most important numbers, a record.
  public var summary: ReportTable
  /// Its tables; the first is the one that CSV has.
  public var tables: [ReportTable]
  /// The columns that are shown where there is no room for all of a table; programs get all of them.
  public var essentials: Set<String> = []
  /// The tables of whose rows people see the drawing alone, where there is one.
  public var onlyDrawn: Set<String> = []
  /// How tables are drawn.
  public var drawings: [Drawing]
  /// What else the reader should know, a line each.
  public var remarks: [String]
  /// Advice that the learner gets beside it, a line each; it is no part of the page.
  public var advice: [String] = []

  /// Makes a page.
  public init(
    name: String, title: String, conclusion: String? = nil, first: String? = nil,
    last: String? = nil, summary: ReportTable,
    tables: [ReportTable], drawings: [Drawing] = [],
    remarks: [String] = []
  ) {
    self.name = name
    self.title = title
    self.conclusion = conclusion
    self.first = first
    self.last = last
    self.summary = summary
    self.tables = tables
    self.drawings = drawings
    self.remarks = remarks
  }

  /// What its numbers mean: the columns that need a definition, each once.
  public var definitions: [ReportTable.Heading] {
    var seen: Set<String> = []
    return ([summary] + tables).flatMap(\.headings).filter {
      $0.definition != nil && seen.insert($0.key).inserted
    }
  }

  /// Whether people see the rows of the first table.
  ///
  /// - Parameter isDrawn: whether a drawing may stand for a table; that of a calendar does.
  /// - Returns: whether they do.
  public func showsFirstTable(asDrawing isDrawn: Bool) -> Bool {
    let drawing = drawings.first { $0.table == tables.first?.key }
    return if isDrawn, case .calendar? = drawing { false } else { true }
  }
}

// MARK: - Other orders and numbers

extension ReportTable {
  /// The place of a column; `nil` when there is none.
  public func index(of key: String) -> Int? { headings.firstIndex { $0.key == key } }

  /// The rows in the order of a column; those without a value come last.
  ///
  /// - Parameters:
  ///   - key: the column.
  ///   - descends: whether the largest come first.
  /// - Returns: the table; `nil` when there is no such column.
  public func sorted(by key: String, descends: Bool) -> ReportTable? {
    guard let index = index(of: key) else { return nil }
    let ranks = Self.natural[key] ?? []
    let order = rows.indices.sorted { left, right in
      let (a, b) = (rows[left].values[index], rows[right].values[index])
      if a == b { return left < right }
      if a == .missing || b == .missing { return b == .missing }
      if let first = a.rank(in: ranks), let second = b.rank(in: ranks) {
        return descends ? second < first : first < second
      }
      return descends ? b.isLess(than: a) : a.isLess(than: b)
    }
    return with(order.map { rows[$0] })
  }

  /// The order of those columns whose names are not in that of the alphabet.
  private static let natural: [String: [String]] = {
    let states = [
      "new", "learning", "relearning", "young", "mature", "suspended", "buried", "cram",
    ]
    return [
      "weekday": [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
      ],
      "grade": ["again", "hard", "good", "easy"], "state": states, "kind": states,
      "span": ["today", "yesterday", "week", "month", "year", "all", "period"],
    ]
  }()

  /// The table with only these columns.
  public func with(columns keys: Set<String>) -> ReportTable {
    let kept = headings.indices.filter { keys.contains(headings[$0].key) }
    return with(
      headings: kept.map { headings[$0] }, rows: rows.map { row in kept.map { row.values[$0] } })
  }

  /// The first rows.
  public func limited(to count: Int) -> ReportTable { with(Array(rows.prefix(count))) }

  /// The last rows.
  public func limited(toLast count: Int) -> ReportTable { with(Array(rows.suffix(count))) }

  /// The key of the column that ``averaged(_:over:)`` adds.
  public static func averageKey(of key: String) -> String { key + "_average" }

  /// The table with one more column: the mean of a column over so many rows, up to each row.
  public func averaged(_ key: String, over count: Int) -> ReportTable? {
    guard let index = index(of: key), count > 0 else { return nil }
    let heading = Heading(
      Self.averageKey(of: key), headings[index].title + ", average of \(count)", form: .number,
      isOptional: true)
    let numbers = rows.map { $0.values[index].number }
    let isShare = rows.contains { if case .share = $0.values[index] { true } else { false } }
    return with(
      headings: headings + [heading],
      rows: rows.indices.map { row in
        let window = numbers[max(0, row - count + 1)...row]
        let known = window.compactMap { $0 }
        let mean = known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
        return rows[row].values + [
          isShare ? .share(ifAny: mean) : .number(ifAny: mean, decimals: 1)
        ]
      })
  }
}

extension ReportTable.Value {
  /// The number it is; `nil` for anything else.
  public var number: Double? {
    switch self {
    case .count(let count): Double(count)
    case .share(let number), .points(let number), .number(let number, _):
      number.isFinite ? number : nil
    case .flag(let flag): flag ? 1 : 0
    case .text, .term, .numbers, .texts, .missing: nil
    }
  }

  /// Its place among some names; `nil` for another value.
  fileprivate func rank(in names: [String]) -> Int? {
    switch self {
    case .text(let name), .term(let name, _): names.firstIndex(of: name)
    default: nil
    }
  }

  fileprivate func isLess(than other: Self) -> Bool {
    switch (self, other) {
    case (.text(let a), .text(let b)), (.term(let a, _), .term(let b, _)): a < b
    default: (number ?? 0) < (other.number ?? 0)
    }
  }
}
