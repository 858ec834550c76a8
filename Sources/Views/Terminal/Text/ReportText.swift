import RabbleScreens
import RabbleText

/// Tables as text: columns line up, whatever script they hold; numbers on the right.
public enum TableText {
  /// The most columns of the terminal that one column of text takes.
  static let widest = 48

  /// The tables one below the other.
  public static func text(_ tables: [ReportTable]) -> String {
    tables.map(text).joined(separator: "\n")
  }

  private static func text(_ table: ReportTable) -> String {
    let rows = table.rows.map { $0.values.map(text) }
    let header = table.headings.map(\.title)
    let widths = header.indices.map { index in
      ([header[index]] + rows.map { $0[index] }).map(DisplayWidth.columns(of:)).max() ?? 0
    }
    let isNumeric = header.indices.map { index in
      !table.rows.isEmpty && !table.rows.contains { $0.values[index].isText }
    }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map { index in
        isNumeric[index]
          ? cells[index].leftPadded(to: widths[index]) : cells[index].padded(to: widths[index])
      }
      return padded.joined(separator: "  ").withoutTrailingSpaces + "\n"
    }
    let title = table.title.isEmpty ? "" : table.title + "\n"
    return title + line(header) + rows.map(line).joined()
  }

  private static func text(_ value: ReportTable.Value) -> String {
    switch value {
    case .text(let text), .term(_, let text): return text.printable.truncated(to: widest)
    case .count(let count): return "\(count)"
    case .share(let share):
      let tenths = Int((share * 1000).rounded())
      return "\(tenths / 10).\(tenths % 10)%"
    case .number(let number, let decimals): return number.decimal(decimals)
    case .numbers(let numbers): return numbers.map { "\($0)" }.joined(separator: ", ")
    case .flag(let flag): return flag ? "yes" : "no"
    case .missing: return "–"
    }
  }
}

extension ReportTable.Value {
  /// Whether people read it from the left.
  fileprivate var isText: Bool {
    switch self {
    case .text, .term, .numbers: true
    case .count, .share, .number, .flag, .missing: false
    }
  }
}

// MARK: -

/// Charts drawn with block characters.
public enum ChartText {
  private static let width = 60
  private static let height = 6
  private static let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A chart of columns under its title, the largest and the smallest number beside it and the
  /// first and last day below it; nothing for a chart without numbers.
  public static func text(_ chart: ReportChart) -> String {
    guard !chart.values.isEmpty else { return "" }
    let columns = columns(chart.values)
    let top = max(columns.max() ?? 0, 1e-9)
    let labels = [label(top), label(0)]
    let margin = labels.map(\.count).max() ?? 0
    var result = chart.title + "\n"
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

  /// The numbers, or the means of as many stretches of them as fit beside each other.
  private static func columns(_ values: [Double]) -> [Double] {
    guard values.count > width else { return values }
    return (0..<width).map { column in
      let range = column * values.count / width..<(column + 1) * values.count / width
      return values[range].reduce(0, +) / Double(range.count)
    }
  }

  private static func label(_ value: Double) -> String {
    value.decimal(value < 10 && value > 0 ? 1 : 0)
  }
}

// MARK: -

/// Explanations as text, one below the other.
public enum ExplanationText {
  /// Draws explanations.
  ///
  /// - Parameters:
  ///   - explanations: what to draw.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  ///   - isColored: whether the text is colored.
  /// - Returns: the lines, each with its end.
  public static func text(_ explanations: [ExplanationScreen], width: Int?, isColored: Bool)
    -> String
  {
    explanations.map { explanation in
      var page = Page(
        width: width.map { max(20, min($0, ScreenText.widest)) }, isColored: isColored)
      page.add(explanation.heading, .heading)
      page.add(paragraphs: explanation.lines)
      return page.text
    }.joined(separator: "\n")
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
