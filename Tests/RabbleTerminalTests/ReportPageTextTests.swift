import RabbleScreens
import RabbleTerminal
import RabbleText
import Testing

struct ReportPageTextTests {
  private typealias Column = ReportTable.Column

  private func page(
    _ rows: [(label: String, answers: Int, share: Double?)],
    _ drawings: [ReportPage.Drawing] = [
      .bars(table: "rows", label: "group", value: "answers")
    ]
  ) -> ReportPage {
    let table = ReportTable("rows", "", of: rows) {
      Column<(label: String, answers: Int, share: Double?)>("group", "Group") { .text($0.label) }
      Column<(label: String, answers: Int, share: Double?)>("answers", "Answers") {
        .count($0.answers)
      }
      Column<(label: String, answers: Int, share: Double?)>("percentage", "Accuracy") {
        .share(ifAny: $0.share)
      }
    }
    let total = rows.reduce(0) { $0 + $1.answers }
    return ReportPage(
      name: "scores", title: "Scores by group, 2026-11-01 to 2026-11-22",
      summary: ReportTable("summary", "", .record, of: [total]) {
        Column(
          ReportTable.Heading(
            "answers", "Answers", definition: "Answers given and not undone since.")
        ) { .count($0) }
      }, tables: [table], drawings: drawings)
  }

  private var groups: ReportPage {
    page([("ひらがな", 24, 0.875), ("Words <b>", 9, 0.5), ("Nothing", 0, nil)])
  }

  @Test func `bars stand behind their numbers, to an eighth of a column`() {
    #expect(
      ReportPageText.text(groups, .init(width: 50)) == """
        Scores by group, 2026-11-01 to 2026-11-22
          Answers  33

        Group      Answers  Accuracy
        ひらがな        24     87.5%  ████████████████████
        Words <b>        9     50.0%  ███████▌
        Nothing          0         –

        """)
  }

  @Test func `the answer to the question comes before the numbers`() {
    var page = page([("ひらがな", 24, 0.875)])
    page.conclusion = "You gave 24 answers on 3 of 7 days, 88% of them correct."
    #expect(
      ReportPageText.text(page, .init(width: 44)).hasPrefix(
        """
        Scores by group, 2026-11-01 to 2026-11-22
        You gave 24 answers on 3 of 7 days, 88% of
        them correct.

          Answers  24

        """))
  }

  @Test func `for a screen reader each value is a line, with definitions what they mean`() {
    #expect(
      ReportPageText.text(groups, .init(width: 80, isPlain: true, explains: true)) == """
        Scores by group, 2026-11-01 to 2026-11-22
        Answers: 33

        Group: ひらがな
        Answers: 24
        Accuracy: 87.5 percent

        Group: Words <b>
        Answers: 9
        Accuracy: 50.0 percent

        Group: Nothing
        Answers: 0

        What the numbers mean
          Answers: Answers given and not undone since.

        """)
  }

  @Test func `a narrow terminal has each row by itself`() {
    #expect(
      ReportPageText.text(groups, .init(width: 24)) == """
        Scores by group,
        2026-11-01 to 2026-11-22
          Answers: 33

        ひらがな: Answers 24,
          Accuracy 87.5%
        Words <b>: Answers 9,
          Accuracy 50.0%
        Nothing: Answers 0,
          Accuracy –

        """)
  }

  @Test(arguments: [20, 39, 40, 80, 200])
  func `no line is wider than the terminal`(width: Int) {
    let days = (0..<400).map { index in
      (label: Self.date(index), answers: index * 7 % 23, share: Double(index % 5) / 4)
    }
    let pages = [
      groups, page(Array(days.prefix(30))), page(days),
      page(
        days,
        [
          .calendar(
            table: "rows", day: "group", value: "answers", title: "Answers a day", weekday: 6)
        ]),
      page(
        days,
        [.curve(table: "rows", label: "group", values: ["answers", "percentage"], title: "Both")]),
    ]
    for page in pages {
      for line in ReportPageText.text(page, .init(width: width)).split(separator: "\n") {
        #expect(DisplayWidth.columns(of: String(line)) <= width, "\(line)")
      }
    }
  }

  /// The days of a year from a Sunday on, without the calendar's help.
  private static func date(_ index: Int) -> String {
    let lengths = [30, 31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var (month, day, year) = (11, index + 1, 2026)
    for length in lengths {
      if day <= length { break }
      day -= length
      month += 1
      if month > 12 { (month, year) = (1, year + 1) }
    }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }

  @Test func `of many rows, those in time are a line, and of others the first are listed`() {
    let rows = (1...60).map { (label: "Group \($0)", answers: 61 - $0, share: nil as Double?) }
    let listed = ReportPageText.text(page(rows), .init(width: 80)).split(separator: "\n")
    #expect(listed.count { $0.hasPrefix("Group ") && $0.contains("█") } == 40)
    #expect(listed.last == "20 more rows; --limit, --plain or --format csv lists them.")
    #expect(!listed.contains { $0.contains("│") })
    let drawing = ReportPage.Drawing.bars(
      table: "rows", label: "group", value: "answers", isInTime: true)
    let line = ReportPageText.text(page(rows, [drawing]), .init(width: 80))
    #expect(line.contains("60 │") && line.contains("60 rows; --limit"))
    let sorted = ReportPageText.text(page(rows, [drawing.inAnyOrder]), .init(width: 80))
    #expect(sorted.split(separator: "\n") == listed)
  }

  @Test func `a curve of one point is a table alone`() {
    let drawing = ReportPage.Drawing.curve(
      table: "rows", label: "group", values: ["answers"], title: "Cards known")
    let text = ReportPageText.text(
      page([(label: "2026-11-01", answers: 3, share: nil)], [drawing]), .init(width: 60))
    #expect(text.contains("2026-11-01") && !text.contains("\n\n\n"))
  }

  @Test func `a calendar of days in which no month begins has no line for months`() {
    let days = (0..<3).map { (label: Self.date($0 + 9), answers: 1, share: nil as Double?) }
    let drawing = ReportPage.Drawing.calendar(
      table: "rows", day: "group", value: "answers", title: "Answers a day", weekday: 1)
    let text = ReportPageText.text(page(days, [drawing]), .init(width: 60))
    #expect(text.contains("Answers a day\nMon") && text.contains("\nTue  ░\n"))
  }

  @Test func `a calendar has a column a week and five shades that need no color`() {
    let counts = [0, 1, 2, 3, 4, 0, 8, 5, 6, 7, 8, 0, 0, 0, 1, 0, 3]
    let days = counts.enumerated().map {
      (label: Self.date($0), answers: $1, share: nil as Double?)
    }
    let drawing = ReportPage.Drawing.calendar(
      table: "rows", day: "group", value: "answers", title: "Answers a day", weekday: 6)
    #expect(
      ReportPageText.text(page(days, [drawing]), .init(width: 60)) == """
        Scores by group, 2026-11-01 to 2026-11-22
          Answers  48

        Answers a day
             Nov
        Mon   ░▓·
        Tue   ░█▒
        Wed   ▒█
        Thu   ▒·
        Fri   ··
        Sat   █·
        Sun  ·▓░
             · none  ░ from 1  ▒ from 3  ▓ from 5  █ from 7

        """)
  }
}
