import RabbleScreens
import RabbleText

/// A day of study as text: what was done, what is left, the week ahead and the weeks behind.
package enum TodayText {
  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let shades: [Character] = ["·", "░", "▒", "▓", "█"]

  /// Draws a day.
  ///
  /// - Parameters:
  ///   - today: the day.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  ///   - isColored: whether the text is colored.
  /// - Returns: the lines, each with its end.
  package static func text(_ today: TodayScreen, width: Int?, isColored: Bool) -> String {
    if DisplayStyle.current.isPlain {
      return SpokenScreen.lines(of: today).map { $0 + "\n" }.joined()
    }
    var page = Page(
      width: width.map { max(20, min($0, ScreenText.widest)) }, isColored: isColored)
    page.draw(today)
    return page.text
  }

  fileprivate static func draw(_ today: TodayScreen, on page: inout Page) {
    page.add("Today, \(today.day)", .heading)
    addNumbers(of: today, to: &page)
    addForecast(of: today, to: &page)
    addCalendar(of: today, to: &page)
    if !today.unlocked.isEmpty {
      page.addSpace()
      page.add("Unlocked", .heading)
      for line in unlocked(of: today) { page.add(line, indent: 2, hanging: 2) }
    }
    page.addSpace()
    for line in today.next { page.add(line, .muted) }
  }

  /// The titles of the groups that come next; of many the first few, and how many more there are.
  static func unlocked(of today: TodayScreen) -> [String] {
    let (titles, few) = (today.unlocked, 5)
    if titles.count <= few { return titles }
    return titles.prefix(few - 1) + ["and \(titles.count - few + 1) more: rabble deck list"]
  }

  /// The numbers of the day behind their labels, which a narrow terminal has no room to line up.
  private static func addNumbers(of today: TodayScreen, to page: inout Page) {
    let rows = rows(of: today)
    if let width = page.width, width < 40 {
      for (label, text) in rows { page.add("\(label): \(text)", indent: 2, hanging: 2) }
    } else {
      page.add(rows.map { Page.Row($0, $1) }, indent: 2)
    }
  }

  private static func rows(of today: TodayScreen) -> [(label: String, text: String)] {
    let answers = today.correct + today.incorrect
    let time = NumberText.time(days: Double(today.seconds) / 86_400)
    var rows = [
      (
        "Answers",
        answers == 0 ? "none yet" : "\(answers), \(today.correct) correct, in \(time)"
      )
    ]
    if let retention = today.retention {
      rows.append(
        (
          "Retention",
          "\(NumberText.percent(retention)) of \(NumberText.count(today.reviewed, "reviewed card"))"
        ))
    }
    let left = today.left
    rows.append(
      (
        "Left",
        left.total == 0
          ? "nothing" : "\(left.due) due, \(left.learning) learning, \(left.new) new"
      ))
    rows.append(("Streak", NumberText.count(today.streak, "day")))
    return rows
  }

  private static func addForecast(of today: TodayScreen, to page: inout Page) {
    page.addSpace()
    page.add("Due in the next \(NumberText.count(today.forecast.count, "day"))", .heading)
    let most = today.forecast.map(\.count).max() ?? 0
    let digits = String(most).count
    let room = max(1, min((page.width ?? 60) - 9 - digits, 40) / DisplayWidth.columns(of: "█"))
    for day in today.forecast {
      let bar = most == 0 ? 0 : (day.count * room + most - 1) / most
      let number = String(repeating: " ", count: digits - String(day.count).count) + "\(day.count)"
      page.addLine(
        "\(weekdays[day.weekday])  \(number)  \(String(repeating: "█", count: bar))"
          .withoutTrailingSpaces, nil, indent: 2)
    }
    if let remark = TodayScreen.remark(onCarriedOver: today.carriedOver) {
      page.add(remark, .muted, indent: 2)
    }
  }

  /// A line for each day of the week, a column for each week.
  private static func addCalendar(of today: TodayScreen, to page: inout Page) {
    guard let most = today.calendar.map(\.count).max(), most > 0 else { return }
    page.addSpace()
    page.add(
      "Answers in the last \(NumberText.count((today.calendar.count + 6) / 7, "week"))", .heading)
    let weeks = (today.calendar.count + 6) / 7
    for weekday in weekdays.indices {
      let line = today.calendar.filter { $0.weekday == weekday }.map { day in
        shades[day.count == 0 ? 0 : 1 + min(3, (day.count - 1) * 4 / most)]
      }
      page.addLine(
        "\(weekdays[weekday])  \(String(line.dropFirst(max(0, weeks - weeksThatFit(on: page)))))",
        nil, indent: 2)
    }
  }

  /// The most weeks that a line of the calendar has room for.
  private static func weeksThatFit(on page: Page) -> Int {
    page.width.map { max(1, ($0 - 7) / DisplayWidth.columns(of: "█")) } ?? .max
  }
}

extension Page {
  /// Draws a day.
  mutating func draw(_ today: TodayScreen) { TodayText.draw(today, on: &self) }
}
