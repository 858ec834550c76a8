import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// The numbers of a period beside those of as many days before, or those of two groups beside each other.
  static let compare = Report(
    "compare", "What has changed since the days before, or differs between two groups?",
    takesPeriod: true, usualDays: { _ in 30 }, comparesParts: true
  ) { source in
    if let (one, other) = source.request.parts {
      let (left, right) = (try source.of(one).answers(), try source.of(other).answers())
      return page(
        source, Side(one.name, left), Side(other.name, right),
        "\(one.name) and \(other.name), \(source.period.words)")
    }
    guard let before = source.period.before else { throw ReportError.nothingBefore }
    let (now, then) = (try source.answers(), try source.of(before).answers())
    return page(
      source, Side("Now", now), Side("Before", then),
      "\(source.period.words), compared with \(before.words)")
  }

  /// One of the two that are compared.
  private struct Side {
    let name: String
    let report: AnswerReport
    let summary: ReportTable

    init(_ name: String, _ report: AnswerReport) {
      (self.name, self.report) = (name, report)
      summary = Report.answerSummary(report, nil)
    }

    /// What a share is the share of, so that chance can be told from change.
    func score(_ key: String) -> Score? {
      switch key {
      case ReportTable.Heading.percentage.key: report.total.score()
      case ReportTable.Heading.retention.key: report.total.trueRetention
      default: nil
      }
    }

    /// The interval of what a share is more than another's.
    func interval(_ key: String, from other: Side) -> ClosedRange<Double>? {
      guard let one = score(key), let two = other.score(key) else { return nil }
      return WilsonInterval.ofDifference(one, two)
    }
  }

  private static func page(
    _ source: ReportSource, _ one: Side, _ other: Side, _ title: String
  ) -> ReportPage {
    let headings = one.summary.headings
    let (now, then) = (one.summary.rows[0].values, other.summary.rows[0].values)
    func end(_ index: Int, _ end: (ClosedRange<Double>) -> Double) -> ReportTable.Value {
      one.interval(headings[index].key, from: other).map { .points(end($0)) } ?? .missing
    }
    let rows = ReportTable("rows", "", of: Array(headings.indices)) {
      Column(.figure) { .term(headings[$0].key, words: headings[$0].title) }
      Column(.value.titled(one.name)) { now[$0] }
      Column(.before.titled(other.name)) { then[$0] }
      Column(.change) { now[$0].change(from: then[$0]) }
      Column(.changeLower) { end($0, \.lowerBound) }
      Column(.changeUpper) { end($0, \.upperBound) }
    }
    var page = source.page(
      "", conclusion(one, other),
      summary: one.summary.with(columns: ["answers", "percentage", "retention"]), tables: [rows]
    ).showing([.figure, .value, .before, .change])
    page.title = title
    return page
  }

  /// Whether retention differs by more than chance.
  private static func conclusion(_ one: Side, _ other: Side) -> String {
    let key = ReportTable.Heading.retention.key
    guard let scores = one.score(key), let others = other.score(key),
      let share = scores.runningPercentage, let before = others.runningPercentage,
      let chance = Chance(scores, comparedWith: others)
    else { return "Nothing was reviewed on one side, so that retention can't be compared." }
    let found =
      "Retention: \(NumberText.percent(share)) of \(scores.total), and "
      + "\(NumberText.percent(before)) of \(others.total)"
    return switch chance {
    case .tooFew: found + ": too few to compare."
    case .below: found + ": less than chance explains."
    case .above: found + ": more than chance explains."
    case .within: found + ": the difference is within chance."
    }
  }
}

extension ReportSource {
  fileprivate func answers() throws -> AnswerReport { try answers(by: .day, .states).report }
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
  fileprivate static let value = number(
    "value", "Now", "The figure in the period, or of the first group.")
  fileprivate static let before = number(
    "before", "Before", "The figure in as many days before, or of the second group.")
  fileprivate static let change = number(
    "change", "Change",
    "`value` minus `before`; of shares, in fractions to programs and in percentage points to people."
  )
  fileprivate static let changeLower = number(
    "change_lower", "From", "The lower end of the 95% confidence interval of the change (Newcombe)."
  )
  fileprivate static let changeUpper = number(
    "change_upper", "To", "The upper end of the 95% confidence interval of the change (Newcombe).")
}
