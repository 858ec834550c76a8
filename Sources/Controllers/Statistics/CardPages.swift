import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// Cards by state.
  public static func cards(_ report: CardReport, today: StudyDay) -> ReportPage {
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
  public static func intervals(_ report: CardReport, today: StudyDay) -> ReportPage {
    let days: [Double] = [0, 1, 2, 4, 7, 14, 21, 30, 60, 90, 180, 365, 730, 1e9]
    let all: [(key: String, title: String, values: Distribution, edges: [Double])] = [
      ("interval", "Interval (days)", report.intervals, days),
      ("stability", "Stability (days)", report.stability, days),
      ("difficulty", "Difficulty", report.difficulty, (1...10).map(Double.init)),
      (
        "retrievability", "Retrievability", report.retrievability,
        (0...20).map { Double($0) / 20 }
      ),
    ]
    typealias Bin = (measure: String, from: Double, to: Double?, cards: Int, share: Double?)
    func bins(_ all: [(key: String, title: String, values: Distribution, edges: [Double])]) -> [Bin]
    {
      all.flatMap { measure in
        zip(measure.edges.indices, measure.values.counts(between: measure.edges)).map {
          index, count in
          let to = measure.edges[index + 1]
          return (
            measure.key, measure.edges[index], to < 1e9 ? to : nil, count,
            measure.values.values.isEmpty
              ? nil : Double(count) / Double(measure.values.values.count)
          )
        }
      }
    }
    func table(_ key: String, _ title: String, _ rows: [Bin], hasMeasure: Bool) -> ReportTable {
      ReportTable(key, title, of: rows) {
        hasMeasure ? [Column<Bin>("measure", "Measure") { .text($0.measure) }] : []
        Column("from", "From") {
          .number($0.from, decimals: $0.measure == "retrievability" ? 2 : 0)
        }
        Column("to", "Below") {
          .number(ifAny: $0.to, decimals: $0.measure == "retrievability" ? 2 : 0)
        }
        Column("cards", "Cards") { .count($0.cards) }
        Column("share", "Share") { .share(ifAny: $0.share) }
      }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      all.flatMap { measure in
        let isShare = measure.key == "retrievability"
        let decimals = measure.key == "interval" ? 0 : 1
        func value(_ number: Double?) -> ReportTable.Value {
          isShare ? .share(ifAny: number) : .number(ifAny: number, decimals: decimals)
        }
        return [
          Column<CardReport>(measure.key + "_mean", measure.title + ", mean") { _ in
            value(measure.values.mean)
          },
          Column<CardReport>(measure.key + "_median", measure.title + ", median") { _ in
            value(measure.values.quantile(0.5))
          },
          Column<CardReport>(measure.key + "_percentile_90", measure.title + ", 90%") { _ in
            value(measure.values.quantile(0.9))
          },
        ]
      }
    }
    // Programs read all in one table, people one after the other.
    let parts = all.map { table($0.key, $0.title, bins([$0]), hasMeasure: false) }
    return ReportPage(
      name: "intervals", title: "Intervals and memory, \(today.iso8601)", last: today.iso8601,
      summary: summary, tables: [table("rows", "", bins(all), hasMeasure: true)] + parts,
      hidesFirstTable: true,
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
  public static func forecast(
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
      Column("simulated", "Simulated") { .count(ifAny: $0.simulated?.reviews) }
      Column("simulated_new", "New") { .count(ifAny: $0.simulated?.introduced) }
      Column("simulated_minutes", "Minutes") {
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
      drawings: [.bars(table: "rows", label: "day", value: "due_with_backlog")],
      remarks: simulated.isEmpty ? ["A forecast of selected cards has no simulation."] : [])
  }
}
