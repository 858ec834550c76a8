import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension Report {
  /// The numbers of a period beside those of as many days before.
  static let compare = Report(
    "compare", "What has changed since the days before?", takesPeriod: true,
    usualDays: { _ in 30 }
  ) { source in
    guard let before = source.period.before else { throw ReportError.nothingBefore }
    func summary(_ source: ReportSource) throws -> ReportTable {
      Report.answerSummary(try source.answers(by: .day, .states).report, nil)
    }
    let (summary, past) = (try summary(source), try summary(source.of(before)))
    let (now, then) = (summary.rows[0].values, past.rows[0].values)
    let rows = ReportTable("rows", "", of: Array(summary.headings.indices)) {
      Column(.figure) { .term(summary.headings[$0].key, words: summary.headings[$0].title) }
      Column(.value) { now[$0] }
      Column(.before) { then[$0] }
      Column(.change) { now[$0].change(from: then[$0]) }
    }
    var page = source.page(
      "Comparison", summary: summary.with(columns: ["answers", "percentage", "retention"]),
      tables: [rows])
    page.title = "\(source.period.words), compared with \(before.words)"
    return page
  }
}

extension ReportTable.Value {
  /// What it is more than another value of its column, of the same kind and with as many decimals, points
  /// for shares; no value where one of them is no number.
  fileprivate func change(from other: Self) -> Self {
    switch (self, other) {
    case (.count(let now), .count(let before)): .count(now - before)
    case (.share(let now), .share(let before)): .points(now - before)
    case (.number(let now, let decimals), .number(let before, _)):
      .number(now - before, decimals: decimals)
    default: .missing
    }
  }
}

extension ReportTable.Heading {
  fileprivate static let figure = ReportTable.Heading("figure", "Figure")
  fileprivate static let value = number("value", "Now", nil)
  fileprivate static let before = number("before", "Before", nil)
  fileprivate static let change = number(
    "change", "Change",
    "What the figure is more now; of shares, in fractions to programs and in percentage points to people."
  )
}
