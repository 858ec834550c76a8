import RabbleScreens
import RabbleText

/// Days as squares of five shades, a column a week; where they don't fit, the weeks are folded.
enum CalendarText {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

  static func text(
    _ table: ReportTable, day: String, value: String, title: String, weekday: Int, width: Int
  ) -> String {
    guard let dayColumn = table.index(of: day), let column = table.index(of: value),
      !table.rows.isEmpty
    else { return "" }
    let counts = table.rows.map { Int($0.values[column].number ?? 0) }
    let most = counts.max() ?? 0
    let weeks = (weekday + counts.count + 6) / 7
    let room = max(1, width - 5)
    var result = title + "\n"
    for fold in stride(from: 0, to: weeks, by: room) {
      let shown = fold..<min(fold + room, weeks)
      if fold > 0 { result += "\n" }
      let names = months(table, dayColumn, shown, weekday).withoutTrailingSpaces
      if !names.isEmpty { result += "     " + names + "\n" }
      for line in 0..<7 {
        let squares = shown.map { week -> Character in
          let index = week * 7 + line - weekday
          return counts.indices.contains(index) ? shades[shade(counts[index], most)] : " "
        }
        result += weekdays[line] + "  " + String(squares).withoutTrailingSpaces + "\n"
      }
    }
    var page = Page(width: width, isColored: false)
    page.add(legend(most), indent: min(5, width / 8))
    return result + page.text
  }

  /// The months of a calendar, each with the sums of its days.
  static func months(of table: ReportTable, day: String, value: String) -> ReportTable {
    var months: [(name: String, rows: [ReportTable.Row])] = []
    for row in table.rows {
      guard let place = table.index(of: day), case .text(let date) = row.values[place] else {
        continue
      }
      let name = SpokenDate.month(date)
      if months.last?.name != name { months.append((name, [])) }
      months[months.count - 1].rows.append(row)
    }
    let sums = table.headings.indices.filter { table.headings[$0].key != day }
    return ReportTable(table.key, table.title, of: months) {
      ReportTable.Column("month", "Month") { .text($0.name) }
      ReportTable.Column("studied_days", "Days with answers") { month in
        .count(
          table.index(of: value).map { place in
            month.rows.count { ($0.values[place].number ?? 0) > 0 }
          } ?? 0)
      }
      sums.map { index in
        ReportTable.Column<(name: String, rows: [ReportTable.Row])>(
          table.headings[index].key, table.headings[index].title
        ) { month in
          month.rows.reduce(.missing) { $0.plus($1.values[index]) }
        }
      }
    }
  }

  /// 0 for none, and 1 to 4 by quarters of the busiest day.
  static func shade(_ count: Int, _ most: Int) -> Int {
    count == 0 || most == 0 ? 0 : 1 + min(3, (count - 1) * 4 / most)
  }

  private static func legend(_ most: Int) -> String {
    let edges = (1...4).map { shade in (1...max(most, 1)).first { self.shade($0, most) == shade } }
    let parts = zip(shades.dropFirst(), edges).compactMap { shade, edge in
      edge.map { "\(shade) from \($0)" }
    }
    return (["\(shades[0]) none"] + parts).joined(separator: "  ")
  }

  /// The months above the weeks in which they begin.
  private static func months(
    _ table: ReportTable, _ column: Int, _ weeks: Range<Int>, _ weekday: Int
  ) -> String {
    let names = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    var line = Array(repeating: Character(" "), count: weeks.count)
    for (index, row) in table.rows.enumerated() {
      let place = (index + weekday) / 7 - weeks.lowerBound
      guard case .text(let day) = row.values[column], day.hasSuffix("-01"), place >= 0,
        place + 3 <= line.count, let month = Int(day.dropLast(3).suffix(2)),
        names.indices.contains(month - 1), line[max(place - 1, 0)] == " "
      else { continue }
      line.replaceSubrange(place..<place + 3, with: Array(names[month - 1]))
    }
    return String(line)
  }
}

extension ReportTable.Value {
  /// The sum of two numbers of one kind; without a number, the other one.
  fileprivate func plus(_ other: Self) -> Self {
    switch (self, other) {
    case (.count(let a), .count(let b)): .count(a + b)
    case (.number(let a, let decimals), .number(let b, _)): .number(a + b, decimals: decimals)
    case (.missing, _): other
    default: self
    }
  }
}
