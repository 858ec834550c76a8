import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// Cards by state.
  package static func cards(_ report: CardReport, today: StudyDay) -> ReportPage {
    let total = report.counts.values.reduce(0, +)
    let rows = ReportTable("rows", "", of: CardReport.State.allCases) {
      Column("state", "State") { .text($0.name) }
      Column("cards", "Cards") { .count(report.counts[$0] ?? 0) }
      Column("share", "Share") {
        total == 0 ? .missing : .share(Double(report.counts[$0] ?? 0) / Double(total))
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("cards", "Cards") { _ in .count(total) }
      Column("known", "Known now") { .number($0.knownCards, decimals: 0) }
      Column("known_questions", "Questions known now") { .number($0.knownQuestions, decimals: 0) }
      Column("daily_load", "Daily load") { .number($0.dailyLoad, decimals: 1) }
    }
    return ReportPage(
      name: "cards", title: "Cards, \(today.iso8601)", last: today.iso8601, summary: summary,
      tables: [rows], drawings: [.bars(table: "rows", label: "state", value: "cards")])
  }

  /// The distributions of intervals, stability, difficulty and retrievability.
  package static func intervals(_ report: CardReport, today: StudyDay) -> ReportPage {
    let all = Measure.all(of: report)
    let summary = ReportTable("summary", "", .record, of: [report]) {
      all.flatMap(\.summaryColumns)
    }
    // Programs read all in one table, people one after the other.
    let rows = Measure.table("rows", "", all.flatMap(\.bins), hasMeasure: true)
    let parts = all.map { Measure.table($0.key, $0.title, $0.bins, hasMeasure: false) }
    return ReportPage(
      name: "intervals", title: "Intervals and memory, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [rows] + parts, hidesFirstTable: true,
      drawings: parts.map { .bars(table: $0.key, label: "from", value: "cards") })
  }

  // MARK: - Forecast

  /// The cards due on the coming days.
  ///
  /// - Parameters:
  ///   - report: where the cards stand.
  ///   - simulated: each day from today on in a simulation; none where there is none.
  ///   - days: how many days are shown.
  ///   - today: the present day.
  /// - Returns: the page.
  package static func forecast(
    _ report: CardReport, simulated: [SimulatedDay], days: Int, today: StudyDay
  ) -> ReportPage {
    let overdue = report.due.filter { $0.key < 0 }.values.reduce(0, +)
    var sum = 0
    let rows = (0..<days).map { day in
      let due = report.due[day] ?? 0
      let backlog = due + (day == 0 ? overdue : 0)
      sum += backlog
      return (
        day: today.advanced(byDays: day), due: due, backlog: backlog, sum: sum,
        simulated: simulated.indices.contains(day) ? simulated[day] : nil
      )
    }
    let table = ReportTable("rows", "", of: rows) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("due", "Due") { .count($0.due) }
      Column("due_with_backlog", "With backlog") { .count($0.backlog) }
      Column("total", "Total") { .count($0.sum) }
      Column("simulated", "Simulated", inFull: "Simulated reviews") {
        .count(ifAny: $0.simulated?.reviews)
      }
      Column("simulated_new", "New", inFull: "Simulated new cards") {
        .count(ifAny: $0.simulated?.introduced)
      }
      Column("simulated_minutes", "Minutes", inFull: "Simulated minutes") {
        .number(ifAny: $0.simulated?.minutes, decimals: 0)
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("overdue", "Overdue") { _ in .count(overdue) }
      Column("due_today", "Due today") { .count(($0.due[0] ?? 0) + overdue) }
      Column("due_tomorrow", "Due tomorrow") { .count($0.due[1] ?? 0) }
      Column("due_week", "Due within 7 days") { report in
        .count((0..<7).reduce(overdue) { $0 + (report.due[$1] ?? 0) })
      }
      Column("daily_load", "Daily load") { .number($0.dailyLoad, decimals: 1) }
    }
    let last = today.advanced(byDays: days - 1)
    return ReportPage(
      name: "forecast", title: "Forecast, \(today.iso8601) to \(last.iso8601)",
      first: today.iso8601, last: last.iso8601, summary: summary, tables: [table],
      drawings: [
        .bars(table: "rows", label: "day", value: "due_with_backlog", isInTime: true)
      ],
      remarks: simulated.isEmpty ? ["A forecast of selected cards has no simulation."] : [])
  }
}

/// A measure of cards, and how many of them have each of its values.
private struct Measure {
  /// The cards whose values lie between two edges.
  struct Bin {
    let measure: Measure
    let from: Double
    /// The edge above; `nil` where there is none.
    let to: Double?
    let cards: Int
    /// Their share in all cards; `nil` where there are none.
    let share: Double?
  }

  let key: String
  let title: String
  let values: Distribution
  let edges: [Double]
  /// The decimals of its mean and quantiles.
  var decimals = 1
  var isShare = false

  /// Beyond the edges.
  private static let endless = 1e9

  static func all(of report: CardReport) -> [Measure] {
    let days: [Double] = [0, 1, 2, 4, 7, 14, 21, 30, 60, 90, 180, 365, 730, endless]
    return [
      Measure(
        key: "interval", title: "Interval (days)", values: Distribution(report.intervals),
        edges: days,
        decimals: 0),
      Measure(
        key: "stability", title: "Stability (days)", values: Distribution(report.stability),
        edges: days),
      Measure(
        key: "difficulty", title: "Difficulty", values: Distribution(report.difficulty),
        edges: (1...10).map(Double.init)),
      Measure(
        key: "retrievability", title: "Retrievability", values: Distribution(report.retrievability),
        edges: (0...20).map { Double($0) / 20 }, isShare: true),
    ]
  }

  var bins: [Bin] {
    let total = values.values.count
    return zip(edges.indices, values.counts(between: edges)).map { index, count in
      let to = edges[index + 1]
      return Bin(
        measure: self, from: edges[index], to: to < Self.endless ? to : nil, cards: count,
        share: total == 0 ? nil : Double(count) / Double(total))
    }
  }

  var summaryColumns: [ReportTable.Column<CardReport>] {
    [
      column("mean", "mean", values.mean), column("median", "median", values.quantile(0.5)),
      column("percentile_90", "90%", values.quantile(0.9)),
    ]
  }

  private func column(
    _ key: String, _ title: String, _ number: Double?
  ) -> ReportTable.Column<CardReport> {
    ReportTable.Column(self.key + "_" + key, self.title + ", " + title) { _ in
      isShare ? .share(ifAny: number) : .number(ifAny: number, decimals: decimals)
    }
  }

  static func table(
    _ key: String, _ title: String, _ bins: [Bin], hasMeasure: Bool
  ) -> ReportTable {
    ReportTable(key, title, of: bins) {
      hasMeasure ? [ReportTable.Column<Bin>("measure", "Measure") { .text($0.measure.key) }] : []
      ReportTable.Column("from", "From") {
        .number($0.from, decimals: $0.measure.isShare ? 2 : 0)
      }
      ReportTable.Column("to", "Below") {
        .number(ifAny: $0.to, decimals: $0.measure.isShare ? 2 : 0)
      }
      ReportTable.Column("cards", "Cards") { .count($0.cards) }
      ReportTable.Column("share", "Share") { .share(ifAny: $0.share) }
    }
  }
}
