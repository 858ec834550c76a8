import RabbleScreens
import RabbleText

/// A statistical report as text: its numbers, its tables with a bar in each row, curves, and calendars.
package enum ReportPageText {
  /// How a report is drawn.
  package struct Options: Hashable, Sendable {
    /// The terminal's width in columns. Without one, sentences and drawings have as many as usual, and tables
    /// as many as they need.
    package var width: Int?
    /// Whether the text is colored.
    package var isColored: Bool
    /// Whether there are only sentences and tables, for reading aloud.
    package var isPlain: Bool
    /// Whether it says what its numbers mean.
    package var explains: Bool
    /// The most rows of a table that are shown; plain tables have all.
    package var mostRows: Int

    /// Makes options.
    package init(
      width: Int? = nil, isColored: Bool = false, isPlain: Bool = false, explains: Bool = false,
      mostRows: Int = usualRows
    ) {
      self.width = width
      self.mostRows = mostRows
      self.isColored = isColored
      self.isPlain = isPlain
      self.explains = explains
    }
  }

  /// The rows of a table that are shown unless more are asked for: more than a screen has.
  package static let usualRows = 40
  private static let widest = 200
  static let usual = 80

  /// Draws a report.
  package static func text(_ report: ReportPage, _ options: Options = Options()) -> String {
    let width = max(20, min(options.width ?? usual, widest))
    var page = Page(width: width, isColored: options.isColored)
    page.add(report.title, .heading)
    if let conclusion = report.conclusion {
      page.add(conclusion)
      if !report.summary.rows.isEmpty { page.addSpace() }
    }
    if let row = report.summary.rows.first {
      let rows = zip(report.summary.headings, row.values).filter { $0.1 != .missing }.map {
        (heading: $0.0, text: TableText.cell($0.1))
      }
      if options.isPlain {
        for (heading, text) in rows {
          page.add("\(heading.title): \(TableText.spoken(text, of: heading))")
        }
      } else if width < 40 {
        for (heading, text) in rows {
          page.add("\(heading.title): \(text)", indent: 2, hanging: 2)
        }
      } else {
        page.add(rows.map { Page.Row($0.heading.title, $0.text) }, indent: 2)
      }
    }
    var result = page.text
    for table in report.tables where !table.rows.isEmpty {
      result += "\n" + text(table, of: report, width: width, options)
    }
    if !report.remarks.isEmpty {
      var page = Page(width: width, isColored: options.isColored)
      page.addSpace()
      for remark in report.remarks { page.add(remark, .muted) }
      result += page.text
    }
    return options.explains
      ? result + definitions(of: report, width: options.width, isColored: options.isColored)
      : result
  }

  /// What the numbers of a report mean, below it; nothing where they need no explanation.
  ///
  /// - Parameters:
  ///   - report: the report.
  ///   - width: the columns of the terminal; `nil` for as many as usual.
  ///   - isColored: whether the text is colored.
  /// - Returns: the lines, each with its end.
  package static func definitions(of report: ReportPage, width: Int?, isColored: Bool) -> String {
    guard !report.definitions.isEmpty else { return "" }
    var page = Page(width: max(20, min(width ?? usual, widest)), isColored: isColored)
    page.addSpace()
    page.add("What the numbers mean", .heading)
    for definition in report.definitions {
      page.add("\(definition.title): \(definition.definition ?? "")", indent: 2, hanging: 2)
    }
    return page.text
  }

  /// A sentence in as many lines as it needs.
  fileprivate static func broken(_ text: String, width: Int) -> String {
    var page = Page(width: width, isColored: false)
    page.add(text)
    return page.text
  }

  private static func text(
    _ table: ReportTable, of report: ReportPage, width: Int, _ options: Options
  ) -> String {
    let drawing = report.drawings.first { $0.table == table.key }
    if options.isPlain {
      guard case .calendar(_, let day, let value, _, _)? = drawing, table.rows.count > 31 else {
        return TableText.spoken(table, width: width)
      }
      return TableText.spoken(
        CalendarText.months(of: table, day: day, value: value), width: width)
        + broken("--sort day lists the days.", width: width)
    }
    let title = table.title.isEmpty ? "" : broken(table.title, width: width)
    let count = table.rows.count + table.omittedRows
    /// The first rows, and how many more there are.
    func rows(bars: String? = nil) -> String {
      let shown = table.limited(to: options.mostRows)
      let more = count - shown.rows.count
      return title
        + TableText.fitted(
          shown, width: options.width == nil ? nil : width, bars: bars,
          essentials: report.essentials)
        + (more > 0
          ? broken(
            "\(NumberText.count(more, "more row")); --limit, --plain or --format csv lists them.",
            width: width) : "")
    }
    switch drawing {
    case .calendar(_, let day, let value, let name, let weekday):
      return CalendarText.text(
        table, day: day, value: value, title: name, weekday: weekday, width: width)
    case .curve(_, let label, let values, let name):
      let chart = BrailleText.text(
        table, label: label, values: values, title: name, width: width)
      return table.rows.count <= options.mostRows && !report.onlyDrawn.contains(table.key)
        ? chart + (chart.isEmpty ? "" : "\n") + rows() : chart
    case .bars(_, let label, let value, true) where count > options.mostRows:
      let heading = table.headings.first { $0.key == value }?.title ?? value
      return BrailleText.text(table, label: label, values: [value], title: heading, width: width)
        + broken("\(count) rows; --limit, --plain or --format csv lists them.", width: width)
    case .bars(_, _, let value, _): return rows(bars: value)
    case nil: return rows()
    }
  }
}

// MARK: - Tables with bars

extension TableText {
  private static let eighths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
  private static let widestBar = 60

  /// A bar as long as a share of so many columns, to an eighth of a block.
  static func bar(_ share: Double, columns: Int) -> String {
    guard share > 0, share.isFinite else { return "" }
    let blocks = max(1, columns / DisplayWidth.columns(of: "█" as String))
    let count = max(1, Int((min(share, 1) * Double(blocks * 8)).rounded()))
    return String(repeating: "█", count: count / 8)
      + (count % 8 > 0 ? String(eighths[count % 8 - 1]) : "")
  }

  /// A table in a width: columns that have no room left stand below each other, row by row.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - width: the columns of the terminal; `nil` for as many as all columns of the table need.
  ///   - bars: the column that a bar at the end of each row shows.
  ///   - essentials: the columns to show where there is no room for all.
  /// - Returns: the lines, each with its end.
  static func fitted(
    _ table: ReportTable, width: Int?, bars: String? = nil, essentials: Set<String> = []
  ) -> String {
    let most = width == nil ? Int.max : widest
    let cells = table.rows.map { $0.values.map { cell($0).truncated(to: most) } }
    let widths = table.headings.indices.map { index in
      ([table.headings[index].title] + cells.map { $0[index] }).map(DisplayWidth.columns(of:))
        .max() ?? 0
    }
    let total = widths.reduce(0, +) + 2 * max(widths.count - 1, 0)
    if let width, total > width {
      let fewer = table.with(columns: essentials)
      return (1..<table.headings.count).contains(fewer.headings.count)
        ? fitted(fewer, width: width, bars: bars) : stacked(table, cells, width: width)
    }
    let column = bars.flatMap { table.index(of: $0) }
    let values = column.map { index in table.rows.map { $0.values[index].number ?? 0 } } ?? []
    let isShare =
      column.map { index in
        table.rows.contains { if case .share = $0.values[index] { true } else { false } }
      } ?? false
    let top = isShare ? 1 : values.max() ?? 0
    let room = min((width ?? ReportPageText.usual) - total - 2, widestBar)
    let lines = TableText.lines(table, cells, widths)
    return lines.enumerated().map { index, line in
      guard index > 0, room >= 4, top > 0, column != nil else {
        return line.withoutTrailingSpaces + "\n"
      }
      return (line + "  " + bar(values[index - 1] / top, columns: room)).withoutTrailingSpaces
        + "\n"
    }.joined()
  }

  private static func lines(_ table: ReportTable, _ cells: [[String]], _ widths: [Int]) -> [String]
  {
    let isText = table.headings.indices.map { index in
      table.rows.contains {
        switch $0.values[index] {
        case .text, .term, .numbers: true
        default: false
        }
      }
    }
    return ([table.headings.map(\.title)] + cells).map { row in
      row.indices.map { index in
        isText[index]
          ? row[index].padded(to: widths[index]) : row[index].leftPadded(to: widths[index])
      }.joined(separator: "  ")
    }
  }

  /// Each row by itself, as sentences: `Day 2026-11-21: Answers 5, Correct 3.`
  private static func stacked(_ table: ReportTable, _ cells: [[String]], width: Int) -> String {
    var page = Page(width: width, isColored: false)
    for row in cells {
      let rest = zip(table.headings, row).dropFirst().map { "\($0.title) \($1)" }
      page.add("\(row.first ?? ""): \(rest.joined(separator: ", "))", hanging: 2)
    }
    return page.text
  }
}

// MARK: - Curves

/// Lines drawn with the dots of Braille characters, two across and four down in each.
enum BrailleText {
  private static let height = 6
  private static let bits: [[UInt32]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  static func text(
    _ table: ReportTable, label: String, values keys: [String], title: String, width: Int
  ) -> String {
    let columns = keys.compactMap { table.index(of: $0) }
    let series = columns.map { index in table.rows.map { $0.values[index].number } }
    let all = series.joined().compactMap { $0 }
    guard let most = all.max(), table.rows.count > 1 else { return "" }
    let top = max(most, 1e-9)
    let isShare =
      columns.first.map { index in
        table.rows.contains { if case .share = $0.values[index] { true } else { false } }
      } ?? false
    func name(_ value: Double) -> String {
      isShare
        ? NumberText.percent(value) : value.decimal(value < 10 && value != value.rounded() ? 1 : 0)
    }
    let labels = [name(top), name(0)]
    let margin = labels.map(\.count).max() ?? 0
    let room = max(4, min(width - margin - 2, 100))
    var dots = Array(repeating: Array(repeating: UInt32(0), count: room), count: height)
    for numbers in series {
      var previous: Int?
      for x in 0..<room * 2 {
        guard let value = value(numbers, at: x, of: room * 2) else {
          previous = nil
          continue
        }
        let y = (height * 4 - 1) - Int((value / top * Double(height * 4 - 1)).rounded())
        let from = previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
        for dot in min(from, y)...max(from, y) {
          dots[dot / 4][x / 2] |= bits[x % 2][dot % 4]
        }
        previous = y
      }
    }
    var result = ReportPageText.broken(title, width: width)
    for (row, line) in dots.enumerated() {
      let label = row == 0 ? labels[0] : row == height - 1 ? labels[1] : ""
      let text = String(
        String.UnicodeScalarView(line.compactMap { $0 == 0 ? " " : Unicode.Scalar(0x2800 + $0) }))
      result += label.leftPadded(to: margin) + " │" + text.withoutTrailingSpaces + "\n"
    }
    guard let first = table.index(of: label) else { return result }
    let ends = [table.rows.first, table.rows.last].map { row in
      row.map { TableText.cell($0.values[first]) } ?? ""
    }
    let used = DisplayWidth.columns(of: ends[0]) + DisplayWidth.columns(of: ends[1])
    let axis = String(repeating: " ", count: margin + 2)
    guard used < room else { return result + axis + ends[0].truncated(to: room) + "\n" }
    return result + axis + ends[0] + String(repeating: " ", count: room - used) + ends[1] + "\n"
  }

  /// The mean of the numbers that fall on a column of dots, or the number nearest to it.
  private static func value(_ numbers: [Double?], at x: Int, of columns: Int) -> Double? {
    let start = x * numbers.count / columns
    let end = max(start + 1, (x + 1) * numbers.count / columns)
    let known = numbers[start..<min(end, numbers.count)].compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }
}
