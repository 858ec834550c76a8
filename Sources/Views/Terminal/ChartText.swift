import RabbleScreens

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
      result += label.leftPadded(to: margin) + " │" + String(line).trimmingTail() + "\n"
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

extension String {
  fileprivate func trimmingTail() -> String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
