import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// The cards as they stand now, by state or by a measure of their memory.
  static let cards = Report(
    "cards", "Where do my cards stand?",
    rows: [.state, .interval, .stability, .difficulty, .retrievability, .due], usually: .state,
    readsDecks: true,
    onPage: [.state, .interval, .stability, .difficulty, .retrievability]
  ) { source in
    let rows = source.request.rows ?? .state
    let report = try source.cardReport(andNew: true)
    let total = report.counts.values.reduce(0, +)
    let measure = Measure(rows, report)
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column(.cards) { _ in .count(total) }
      Column(.expected) { .number($0.knownCards, decimals: 0) }
      Column(.expectedQuestions) { .number($0.knownQuestions, decimals: 0) }
      Column(.dailyLoad) { .number($0.dailyLoad, decimals: 1) }
      measure.map(\.summary) ?? []
    }
    let table =
      measure?.table
      ?? ReportTable("rows", "", of: CardReport.State.allCases) {
        Column(.state) { .text($0.name) }
        Column(.cards) { .count(report.counts[$0] ?? 0) }
        Column(.share) {
          total == 0 ? .missing : .share(Double(report.counts[$0] ?? 0) / Double(total))
        }
      }
    return source.pageOfToday(
      "Cards by \(measure?.title ?? "state")",
      "You have answered \(report.stability.count) of \(NumberText.count(total, "card")), and would "
        + "probably recall \(Int(report.knownCards.rounded())) of them now.", summary: summary,
      tables: [table],
      drawings: [.bars(rows.heading, .cards)])
  }
}

/// A measure of cards, and how many of them have each of its values.
private struct Measure {
  /// The cards whose values lie between two edges.
  private struct Bin {
    /// The edge below; `nil` where there is none.
    let from: Double?
    /// The edge above, which is no part of it; `nil` where there is none.
    let to: Double?
    let cards: Int
    /// Their share in all cards; `nil` where there are none.
    let share: Double?
  }

  /// What people call it.
  let title: String
  private let key: String
  private let values: Distribution
  private let edges: [Double]
  /// The decimals of its mean and quantiles.
  private let decimals: Int
  private let isShare: Bool

  /// Beyond the edges.
  private static let endless = 1e9

  /// Measures the cards; `nil` where the rows are none of a measure.
  init?(_ rows: ReportRows, _ report: CardReport) {
    let days: [Double] = [0, 1, 2, 4, 7, 14, 21, 30, 60, 90, 180, 365, 730, Self.endless]
    key = rows.rawValue
    switch rows {
    case .interval:
      (title, decimals, isShare) = ("interval in days", 0, false)
      (values, edges) = (Distribution(report.intervals), days)
    case .stability:
      (title, decimals, isShare) = ("stability in days", 1, false)
      (values, edges) = (Distribution(report.stability), days)
    case .difficulty:
      (title, decimals, isShare) = ("difficulty", 1, false)
      (values, edges) = (Distribution(report.difficulty), (1...10).map(Double.init))
    case .retrievability:
      (title, decimals, isShare) = ("retrievability", 1, true)
      (values, edges) = (
        Distribution(report.retrievability), (0...20).map { Double($0) / 20 }
      )
    case .due:
      (title, decimals, isShare) = ("days until they are due", 0, false)
      values = Distribution(
        report.due.flatMap { repeatElement(Float($0.key), count: $0.value) })
      edges = [-Self.endless] + days.filter { $0 != 4 }
    default: return nil
    }
  }

  private var bins: [Bin] {
    let total = values.values.count
    return zip(edges.indices, values.counts(between: edges)).map { index, count in
      let (from, to) = (edges[index], edges[index + 1])
      return Bin(
        from: from > -Self.endless ? from : nil, to: to < Self.endless ? to : nil, cards: count,
        share: total == 0 ? nil : Double(count) / Double(total))
    }
  }

  var table: ReportTable {
    let decimals = isShare ? 2 : 0
    return ReportTable("rows", "", of: bins) {
      ReportTable.Column(.from) { .number(ifAny: $0.from, decimals: decimals) }
      ReportTable.Column(.to) { .number(ifAny: $0.to, decimals: decimals) }
      ReportTable.Column(.cards) { .count($0.cards) }
      ReportTable.Column(.share) { .share(ifAny: $0.share) }
    }
  }

  var summary: [ReportTable.Column<CardReport>] {
    [
      column("mean", "mean", nil, values.mean),
      column("median", "median", "Half of the numbers are not above it.", values.quantile(0.5)),
      column(
        "percentile_90", "90%", "Nine tenths of the numbers are not above it.",
        values.quantile(0.9)),
    ]
  }

  private func column(
    _ key: String, _ title: String, _ definition: String?, _ number: Double?
  ) -> ReportTable.Column<CardReport> {
    ReportTable.Column(
      ReportTable.Heading(
        self.key + "_" + key, self.title.capitalizedFirst + ", " + title,
        form: isShare ? .share : .number, isOptional: true, definition: definition)
    ) { _ in
      isShare ? .share(ifAny: number) : .number(ifAny: number, decimals: decimals)
    }
  }
}
