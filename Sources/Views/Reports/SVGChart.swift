import RabbleScreens
import RabbleText

/// A table drawn as SVG, to stand in an HTML page: its colors are the page's, and its title and
/// description say in words what it shows.
enum SVGChart {
  private static let width = 720.0
  private static let left = 48.0
  private static let bottom = 24.0

  /// The drawing.
  ///
  /// - Parameters:
  ///   - drawing: how the table is drawn.
  ///   - table: the table.
  ///   - id: what the drawing is called in the page: ASCII letters, digits and hyphens.
  /// - Returns: the element `svg`.
  static func text(_ drawing: ReportPage.Drawing, _ table: ReportTable, id: String) -> String {
    switch drawing {
    case .bars(_, let label, let value, _):
      guard let labels = table.index(of: label), let values = table.index(of: value) else {
        return ""
      }
      return table.rows.count > 12
        ? columns(table, labels, values, id: id) : bars(table, labels, values, id: id)
    case .curve(_, let label, let keys, let title):
      guard let labels = table.index(of: label) else { return "" }
      return curve(table, labels, keys.compactMap { table.index(of: $0) }, title, id: id)
    case .calendar(_, let day, let value, let title, let weekday):
      guard let days = table.index(of: day), let values = table.index(of: value) else { return "" }
      return calendar(table, days, values, title, weekday, id: id)
    }
  }

  /// An SVG element with its text alternative.
  private static func svg(
    _ id: String, height: Double, title: String, description: String, _ body: [String]
  ) -> String {
    """
    <svg role="img" aria-labelledby="\(id)-svg-title \(id)-svg-text" \
    viewBox="0 0 \(Int(width)) \(Int(height))">
    <title id="\(id)-svg-title">\(title.escaped)</title>
    <desc id="\(id)-svg-text">\(description.escaped)</desc>
    \(body.joined(separator: "\n"))
    </svg>
    """
  }

  /// What a drawing shows, in words.
  private static func description(_ table: ReportTable, _ labels: Int, _ values: Int) -> String {
    let most = table.rows.max {
      ($0.values[values].number ?? -1) < ($1.values[values].number ?? -1)
    }
    guard let most, let first = table.rows.first, let last = table.rows.last else { return "" }
    return "\(table.headings[values].title) from \(first.values[labels].shown) to "
      + "\(last.values[labels].shown); the most is \(most.values[values].shown) at "
      + "\(most.values[labels].shown). The table below has all numbers."
  }

  private static func top(_ table: ReportTable, _ columns: [Int]) -> Double {
    let isShare = columns.contains { index in
      table.rows.contains { if case .share = $0.values[index] { true } else { false } }
    }
    let most = columns.flatMap { index in table.rows.compactMap { $0.values[index].number } }.max()
    return isShare ? 1 : max(most ?? 0, 1e-9)
  }

  private static func bars(_ table: ReportTable, _ labels: Int, _ values: Int, id: String) -> String
  {
    let top = top(table, [values])
    let room = width - 260
    var body: [String] = []
    for (index, row) in table.rows.enumerated() {
      let y = Double(index) * 24
      let share = (row.values[values].number ?? 0) / top
      body.append(
        text(row.values[labels].shown.truncated(to: 24), x: 150, y: y + 16, anchor: "end"))
      body.append(rectangle("bar", x: 160, y: y + 4, width: max(share, 0) * room, height: 16))
      body.append(
        text(row.values[values].shown, x: 166 + max(share, 0) * room, y: y + 16, anchor: "start"))
    }
    return svg(
      id, height: Double(table.rows.count) * 24 + 4,
      title: "\(table.headings[values].title) by \(table.headings[labels].title.lowercased())",
      description: description(table, labels, values), body)
  }

  private static func columns(_ table: ReportTable, _ labels: Int, _ values: Int, id: String)
    -> String
  {
    let height = 200.0
    let top = top(table, [values])
    let step = (width - left) / Double(table.rows.count)
    var body = axes(table, values, top: top, height: height)
    // A page of a million reviews stays small: no more bars than pixels.
    let stride = max(1, table.rows.count / Int(width))
    for index in Swift.stride(from: 0, to: table.rows.count, by: stride) {
      let rows = table.rows[index..<min(index + stride, table.rows.count)]
      let numbers = rows.compactMap { $0.values[values].number }
      let share = numbers.isEmpty ? 0 : numbers.reduce(0, +) / Double(numbers.count) / top
      guard share > 0 else { continue }
      body.append(
        rectangle(
          "bar", x: left + Double(index) * step, y: height - bottom - share * (height - bottom - 8),
          width: max(step * Double(stride) * 0.85, 0.8), height: share * (height - bottom - 8)))
    }
    body += ends(table, labels, height: height)
    return svg(
      id, height: height,
      title: "\(table.headings[values].title) by \(table.headings[labels].title.lowercased())",
      description: description(table, labels, values), body)
  }

  private static func curve(
    _ table: ReportTable, _ labels: Int, _ columns: [Int], _ title: String, id: String
  ) -> String {
    let height = 220.0
    let top = top(table, columns)
    guard let first = columns.first, table.rows.count > 1 else { return "" }
    var body = axes(table, first, top: top, height: height)
    for column in columns {
      let points = table.rows.enumerated().compactMap { index, row in
        row.values[column].number.map { number in
          let x = left + (width - left - 4) * Double(index) / Double(table.rows.count - 1)
          let y = height - bottom - number / top * (height - bottom - 8)
          return "\(x.rounded(to: 1)),\(y.rounded(to: 1))"
        }
      }
      body.append("<polyline class=\"line\" points=\"\(points.joined(separator: " "))\"/>")
    }
    body += ends(table, labels, height: height)
    return svg(
      id, height: height, title: title, description: description(table, labels, first), body)
  }

  private static func calendar(
    _ table: ReportTable, _ days: Int, _ values: Int, _ title: String, _ offset: Int, id: String
  ) -> String {
    let counts = table.rows.map { Int($0.values[values].number ?? 0) }
    let most = counts.max() ?? 0
    let weeks = (offset + counts.count + 6) / 7
    let perLine = 53
    let side = (width - 40) / Double(perLine)
    let block = side * 7 + 28
    let isLong = table.rows.count > mostNamedDays
    var squares = Array(repeating: "", count: 5)
    var body: [String] = []
    for line in 0...((weeks - 1) / perLine) {
      for (index, name) in ["Mon", "Wed", "Fri"].enumerated() {
        body.append(
          text(
            name, x: 34, y: Double(line) * block + 18 + (Double(index * 2) + 0.75) * side,
            anchor: "end"))
      }
    }
    for (index, row) in table.rows.enumerated() {
      let week = (index + offset) / 7
      let x = 40 + Double(week % perLine) * side
      let y = Double(week / perLine) * block + 18 + Double((index + offset) % 7) * side
      let day = row.values[days].shown
      if day.hasSuffix(isLong ? "-01-01" : "-01") {
        body.append(
          text(
            // At the right edge there is room for the month alone.
            String(x > width - 44 ? day.dropLast(3).suffix(2) : day.dropLast(3)), x: x,
            y: Double(week / perLine) * block + 12, anchor: "start"))
      }
      let shade = shade(counts[index], most)
      if isLong {
        squares[shade] += "M\(x.rounded(to: 0)) \(y.rounded(to: 0))h11v11h-11z"
      } else {
        body.append(
          rectangle(
            "s\(shade)", x: x, y: y, width: side - 2, height: side - 2,
            title: "\(day): \(counts[index])"))
      }
    }
    for (shade, path) in squares.enumerated() where !path.isEmpty {
      body.append("<path class=\"s\(shade)\" d=\"\(path)\"/>")
    }
    let height = Double((weeks - 1) / perLine + 1) * block
    body += legend(most, y: height + 4, side: side - 2)
    return svg(
      id, height: height + 24, title: title, description: description(table, days, values), body)
  }

  /// The most days of a calendar whose squares have names: ten years. Without them a page stays small.
  private static let mostNamedDays = 3_660

  /// 0 for none, and 1 to 4 by quarters of the busiest day.
  private static func shade(_ count: Int, _ most: Int) -> Int {
    count == 0 || most == 0 ? 0 : 1 + min(3, (count - 1) * 4 / most)
  }

  /// What the shades of a calendar stand for.
  private static func legend(_ most: Int, y: Double, side: Double) -> [String] {
    let counts = (1...4).compactMap { shade in (0...most).first { self.shade($0, most) == shade } }
    return ([0] + counts).enumerated().flatMap { place, count in
      let x = 40 + Double(place) * 110
      return [
        rectangle("s\(shade(count, most))", x: x, y: y, width: side, height: side),
        text(
          count == 0 ? "none" : "from \(count)", x: x + side + 6, y: y + side - 1, anchor: "start"),
      ]
    }
  }

  // MARK: - Elements

  private static func axes(_ table: ReportTable, _ column: Int, top: Double, height: Double)
    -> [String]
  {
    [0.0, 0.5, 1].flatMap { share in
      let y = height - bottom - share * (height - bottom - 8)
      let isShare = table.rows.contains {
        if case .share = $0.values[column] { true } else { false }
      }
      let value = share * top
      let isWhole = value == value.rounded() || value >= 10_000
      let name = isShare ? "\(Int(value * 100))%" : value.rounded(to: isWhole ? 0 : 1)
      return [
        "<line class=\"axis\" x1=\"\(left)\" x2=\"\(width)\" y1=\"\(y.rounded(to: 1))\" "
          + "y2=\"\(y.rounded(to: 1))\"/>", text(name, x: left - 6, y: y + 4, anchor: "end"),
      ]
    }
  }

  private static func ends(_ table: ReportTable, _ labels: Int, height: Double) -> [String] {
    [
      text(
        table.rows.first?.values[labels].shown.truncated(to: 24) ?? "", x: left, y: height - 6,
        anchor: "start"),
      text(
        table.rows.last?.values[labels].shown.truncated(to: 24) ?? "", x: width - 2, y: height - 6,
        anchor: "end"),
    ]
  }

  private static func text(_ text: String, x: Double, y: Double, anchor: String) -> String {
    "<text x=\"\(x.rounded(to: 1))\" y=\"\(y.rounded(to: 1))\" text-anchor=\"\(anchor)\">"
      + text.escaped + "</text>"
  }

  private static func rectangle(
    _ style: String, x: Double, y: Double, width: Double, height: Double, title: String? = nil
  ) -> String {
    let name = title.map { "<title>\($0.escaped)</title>" } ?? ""
    return "<rect class=\"\(style)\" x=\"\(x.rounded(to: 1))\" y=\"\(y.rounded(to: 1))\" "
      + "width=\"\(width.rounded(to: 1))\" height=\"\(height.rounded(to: 1))\">\(name)</rect>"
  }
}

extension String {
  /// The text with what means something in HTML escaped.
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
  }
}
