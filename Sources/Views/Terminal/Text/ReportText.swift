import RabbleScreens
import RabbleText

/// Tables as text: columns line up, whatever script they hold; numbers on the right. Where a table is
/// too wide, its widest columns of text are cut, and where that leaves nothing to read, each value gets
/// a line of its own, as it always does for a screen reader. Without a terminal nothing is cut.
package enum TableText {
  /// The most columns of the terminal that one column of text takes.
  static let widest = 48
  /// The fewest columns that a column of text is cut to.
  static let narrowest = 10
  /// The fewest columns in which texts go on below.
  static let narrowestWrapped = 16

  /// The tables one below the other.
  ///
  /// - Parameters:
  ///   - tables: the tables.
  ///   - width: the most columns of a line; `nil` for any number, and texts in full.
  /// - Returns: the lines, each with its end.
  package static func text(_ tables: [ReportTable], width: Int? = nil) -> String {
    tables.map { text($0, width) }.joined(separator: "\n")
  }

  private static func text(_ table: ReportTable, _ width: Int?) -> String {
    let most = width == nil ? Int.max : widest
    let rows = table.rows.map { $0.values.map { cell($0).truncated(to: most) } }
    let header = table.headings.map(\.title)
    let isNumeric = header.indices.map { index in
      !table.rows.isEmpty && !table.rows.contains { $0.values[index].isText }
    }
    let natural = header.indices.map { index in
      ([header[index]] + rows.map { $0[index] }).map(DisplayWidth.columns(of:)).max() ?? 0
    }
    guard !DisplayStyle.current.isPlain,
      let widths = fit(natural, least: narrowest, header, isNumeric, into: width ?? .max)
    else { return records(table, width, isPlain: DisplayStyle.current.isPlain) }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { index in
        isNumeric[index]
          ? cells[index].leftPadded(to: widths[index])
          : cells[index].truncated(to: widths[index]).padded(to: widths[index])
      }
      return padded.joined(separator: "  ").withoutTrailingSpaces + "\n"
    }
    return title(of: table, width) + line(header) + rows.map(line).joined()
  }

  private static func title(of table: ReportTable, _ width: Int?) -> String {
    guard !table.title.isEmpty else { return "" }
    guard let width else { return table.title.shown + "\n" }
    return table.title.shown.wrapped(to: width, hanging: 2).enumerated()
      .map { ($0 == 0 ? "" : "  ") + $1 + "\n" }.joined()
  }

  /// The widths of columns that make lines short enough: the widest columns of text give first; `nil`
  /// where that is not enough.
  private static func fit(
    _ natural: [Int], least narrowest: Int, _ header: [String], _ isNumeric: [Bool],
    into width: Int
  ) -> [Int]? {
    var widths = natural
    var excess = natural.reduce(0, +) + 2 * max(0, natural.count - 1) - width
    let least = natural.indices.map {
      isNumeric[$0]
        ? natural[$0] : min(natural[$0], max(narrowest, DisplayWidth.columns(of: header[$0])))
    }
    while excess > 0 {
      guard
        let index = widths.indices.filter({ widths[$0] > least[$0] }).max(by: {
          (widths[$0], $1) < (widths[$1], $0)
        })
      else { return nil }
      widths[index] -= 1
      excess -= 1
    }
    return widths
  }

  /// The lines of a table in which no text is cut: it goes on below in its own column. Where that leaves too few
  /// columns for words, the columns of `keys` are left out, one after the other.
  static func wrapped(
    _ table: ReportTable, width: Int?, leavingOut keys: [String]
  ) -> (header: String, rows: [[String]]) {
    let rows = table.rows.map { $0.values.map { cell($0) } }
    let header = table.headings.map(\.title)
    let isNumeric = header.indices.map { index in
      !table.rows.isEmpty && !table.rows.contains { $0.values[index].isText }
    }
    let natural = header.indices.map { index in
      ([header[index]] + rows.map { $0[index] }).map(DisplayWidth.columns(of:)).max() ?? 0
    }
    guard
      let widths = fit(natural, least: narrowestWrapped, header, isNumeric, into: width ?? .max)
    else {
      guard let key = keys.first else { return (header.joined(separator: "  "), rows) }
      return wrapped(table.without([key]), width: width, leavingOut: Array(keys.dropFirst()))
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { index in
        isNumeric[index]
          ? cells[index].leftPadded(to: widths[index]) : cells[index].padded(to: widths[index])
      }.joined(separator: "  ").withoutTrailingSpaces
    }
    let lines = rows.map { row in
      let cells = row.indices.map { index in
        isNumeric[index] ? [row[index]] : row[index].wrapped(to: widths[index], hanging: 2)
      }
      return (0..<(cells.map(\.count).max() ?? 0)).map { place in
        line(
          cells.indices.map { index in
            guard place < cells[index].count else { return "" }
            return (place > 0 ? "  " : "") + cells[index][place]
          })
      }
    }
    return (line(header), lines)
  }

  /// A table for a screen reader: each value is a line of its own, behind its heading.
  static func spoken(_ table: ReportTable, width: Int?) -> String {
    records(table, width, isPlain: true)
  }

  /// Each row in lines of its own: its first value, and below it the others with their headings.
  private static func records(_ table: ReportTable, _ width: Int?, isPlain: Bool) -> String {
    let rows = table.rows.map { $0.values.map { cell($0) } }
    var lines: [String] = []
    for (index, row) in rows.enumerated() {
      let values = table.rows[index].values
      for column in row.indices where values[column] != .missing {
        let (name, unit) = (table.headings[column].fullTitle, table.headings[column].unit)
        let value =
          row[column] + (unit.map { values[column] == .count(1) ? " \($0)" : " \($0)s" } ?? "")
        let text = isPlain ? spoken(value, of: table.headings[column]) : value
        let heading = name.isEmpty ? "" : name + ": "
        let isFirst = column == 0 && table.shape == .rows
        let line = isFirst && !isPlain ? text : heading + text
        let margin = column == 0 || isPlain ? "" : "  "
        lines += line.wrapped(to: max(8, (width ?? .max) - 4), hanging: 2).enumerated().map {
          margin + ($0 == 0 ? "" : "  ") + $1 + "\n"
        }
      }
      if isPlain, index < rows.count - 1 { lines.append("\n") }
    }
    return title(of: table, width) + lines.joined()
  }

  /// A value of a column as it is spoken.
  static func spoken(_ value: String, of heading: ReportTable.Heading) -> String {
    dayKeys.contains(heading.key) ? SpokenDate.day(value.spoken) : value.spoken
  }

  /// The columns of days.
  private static let dayKeys: Set<String> = ["day", "week", "last", "ends", "best_day"]

  /// A value as people read it.
  static func cell(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text), .term(_, let text): return text.shown
    case .count(let count): return "\(count)"
    case .share(let share): return tenths(share) + "%"
    case .points(let share): return tenths(share) + " points"
    case .number(let number, let decimals): return number.decimal(decimals)
    case .texts(let texts): return texts.joined(separator: " | ").shown
    case .numbers(let numbers): return numbers.map { "\($0)" }.joined(separator: ", ")
    case .flag(let flag): return flag ? "yes" : "no"
    case .missing: return "–"
    }
  }

  /// A share in percent, with a decimal.
  private static func tenths(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}

extension ReportTable.Value {
  /// Whether people read it from the left.
  fileprivate var isText: Bool {
    switch self {
    case .text, .term, .numbers, .texts: true
    case .count, .share, .points, .number, .flag, .missing: false
    }
  }
}

// MARK: -

/// Charts drawn with block characters.
package enum ChartText {
  private static let widest = 60
  private static let height = 6
  private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A chart of columns under its title, the largest and the smallest number beside it and the
  /// first and last day below it; nothing for a chart without numbers.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - width: the most columns of a line; `nil` for any number.
  /// - Returns: the lines, each with its end.
  package static func text(_ chart: ReportChart, width: Int? = nil) -> String {
    guard let highest = chart.values.max() else { return "" }
    // A mean below 10 has a decimal, which makes it wider than a number above.
    let room = (width ?? .max) - max(label(highest).count, 3) - 2
    let columns = columns(chart.values, most: min(max(room, 1), widest))
    let top = max(columns.max() ?? 0, 1e-9)
    let labels = [label(top), label(0)]
    let margin = labels.map(\.count).max() ?? 0
    var result = chart.title.shown + "\n"
    for row in (0..<height).reversed() {
      let label = row == height - 1 ? labels[0] : row == 0 ? labels[1] : ""
      let line = columns.map { value in
        let eighths = Int((value / top * Double(height * 8)).rounded()) - row * 8
        return blocks[min(max(eighths, 0), 8)]
      }
      result += label.leftPadded(to: margin) + " │" + String(line).withoutTrailingSpaces + "\n"
    }
    let last = "day \(chart.values.count)"
    let gap = max(columns.count - 5 - last.count, 1)
    return result + String(repeating: " ", count: margin + 2) + "day 1"
      + String(repeating: " ", count: gap) + last + "\n"
  }

  /// A chart of bars under its title, a line each: its label, the bar, and its number; nothing for a
  /// chart without bars.
  ///
  /// - Parameters:
  ///   - chart: the chart.
  ///   - width: the most columns of a line; `nil` for any number.
  /// - Returns: the lines, each with its end.
  package static func text(_ chart: ReportBars, width: Int? = nil) -> String {
    if chart.bars.isEmpty { return "" }
    let labels = chart.bars.map(\.label.shown)
    let ends = chart.bars.map { bar in
      bar.value.decimal(1) + (bar.remark.map { " (\($0.shown))" } ?? "")
    }
    let margin = labels.map(DisplayWidth.columns(of:)).max() ?? 0
    let end = ends.map(DisplayWidth.columns(of:)).max() ?? 0
    let longest = min(max((width ?? .max) - margin - end - 3, 1), widestBar)
    let most = max(chart.bars.map(\.value).max() ?? 0, 1e-9)
    return chart.title.shown + "\n"
      + chart.bars.indices.map { index in
        let eighths = Int((chart.bars[index].value / most * Double(longest * 8)).rounded())
        let rest = eighths % 8 == 0 ? "" : String(endings[eighths % 8])
        return "\(labels[index].leftPadded(to: margin)) │"
          + String(repeating: "█", count: eighths / 8) + rest + " \(ends[index])\n"
      }.joined()
  }

  private static let widestBar = 40
  private static let endings: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// The numbers, or the means of as many stretches of them as fit beside each other.
  private static func columns(_ values: [Double], most: Int) -> [Double] {
    guard values.count > most else { return values }
    return (0..<most).map { column in
      let range = column * values.count / most..<(column + 1) * values.count / most
      return values[range].reduce(0, +) / Double(range.count)
    }
  }

  private static func label(_ value: Double) -> String {
    value.decimal(value < 10 && value > 0 ? 1 : 0)
  }
}

// MARK: -

/// Lines for people, broken between words as a session breaks its own.
package enum LinesText {
  /// Draws lines.
  ///
  /// - Parameters:
  ///   - lines: what to draw.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  /// - Returns: the lines, each with its end.
  package static func text(_ lines: [String], width: Int?) -> String {
    var page = Page(width: width.map { max(20, $0) }, isColored: false)
    page.add(paragraphs: lines, indent: 0)
    return page.text
  }
}

// MARK: -

/// Explanations as text, one below the other.
package enum ExplanationText {
  /// Draws explanations.
  ///
  /// - Parameters:
  ///   - explanations: what to draw.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  ///   - isColored: whether the text is colored.
  /// - Returns: the lines, each with its end.
  package static func text(_ explanations: [ExplanationScreen], width: Int?, isColored: Bool)
    -> String
  {
    explanations.map { explanation in
      var page = Page(
        width: width.map { max(20, min($0, ScreenText.widest)) }, isColored: isColored)
      let isPlain = DisplayStyle.current.isPlain
      page.add(isPlain ? explanation.heading.spoken : explanation.heading, .heading)
      page.add(paragraphs: isPlain ? explanation.lines.map(spoken) : explanation.lines)
      return page.text
    }.joined(separator: "\n")
  }

  /// A line for a screen reader: what stands in its first column, a colon, and the rest.
  private static func spoken(_ line: String) -> String {
    guard let gap = line.firstRange(of: "  ") else { return line.spoken }
    let text = line[gap.upperBound...].drop { $0 == " " }
    let isContinued = gap.lowerBound == line.startIndex
    return (isContinued ? String(text) : line[..<gap.lowerBound] + ": " + text).spoken
  }
}

extension Double {
  /// The number in decimal digits with this many after the point; `–` when it is not finite or too
  /// large to be worth reading.
  func decimal(_ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return "–" }
    let digits = String(Int(scaled))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let whole = padded.dropLast(places)
    let sign = self < 0 && scaled > 0 ? "-" : ""
    return sign + whole + (places > 0 ? "." + padded.suffix(places) : "")
  }
}
