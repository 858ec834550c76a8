import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  private static func retentionColumns<Subject>(
    _ figures: @escaping (Subject) -> AnswerFigures
  ) -> [Column<Subject>] {
    func columns(
      _ prefix: String, _ title: String, _ score: @escaping (AnswerFigures) -> Score
    ) -> [Column<Subject>] {
      func name(_ word: String) -> String {
        title.isEmpty ? word.prefix(1).uppercased() + word.dropFirst() : title + word
      }
      return [
        Column(prefix + "passed", name("passed")) { .count(score(figures($0)).correct) },
        Column(prefix + "failed", name("failed")) { .count(score(figures($0)).incorrect) },
        Column(prefix + "retention", name("retention")) { score(figures($0)).share },
        Column(prefix + "lower", name("from")) {
          .share(ifAny: WilsonInterval(score(figures($0)))?.lower)
        },
        Column(prefix + "upper", name("to")) {
          .share(ifAny: WilsonInterval(score(figures($0)))?.upper)
        },
      ]
    }
    return columns("young_", "Young ") { $0.youngRetention }
      + columns("mature_", "Mature ") { $0.matureRetention }
      + columns("", "") { $0.trueRetention }
  }

  private static let retentionEssentials = [
    "span", "direction", "day", "week", "month", "quarter", "year", "group", "hour", "weekday",
    "grade", "prompt", "deck", "tag", "start", "young_retention", "mature_retention", "retention",
    "lower", "upper",
  ]

  private static func retentionSummary(_ figures: AnswerFigures) -> ReportTable {
    let score = figures.trueRetention
    let interval = WilsonInterval(score)
    return ReportTable("summary", "", .record, of: [score]) {
      Column("retention", "True retention") { $0.share }
      Column("lower", "95% interval, from") { _ in .share(ifAny: interval?.lower) }
      Column("upper", "95% interval, to") { _ in .share(ifAny: interval?.upper) }
      Column("passed", "Remembered") { .count($0.correct) }
      Column("failed", "Forgotten") { .count($0.incorrect) }
      Column("young_retention", "Young cards") { _ in figures.youngRetention.share }
      Column("mature_retention", "Mature cards") { _ in figures.matureRetention.share }
    }
  }

  /// True retention of today, yesterday, the last week, month and year, and of all days; and by what
  /// was asked for. Of a period other than all days, it is that of the period alone.
  ///
  /// - Parameters:
  ///   - days: all answers by day.
  ///   - directions: the answers of the period by direction.
  ///   - isOfAll: whether the period is all days.
  ///   - today: the present day.
  ///   - names: what the numbers stand for.
  /// - Returns: the page.
  package static func retention(
    days: AnswerReport, directions: AnswerReport, isOfAll: Bool, today: StudyDay,
    _ names: StatisticsNames
  ) -> ReportPage {
    let period = directions.period
    let spans: [(name: String, title: String, period: StatisticsPeriod?)] =
      isOfAll
      ? [
        ("today", "Today", .days(1, today: today)),
        ("yesterday", "Yesterday", StatisticsPeriod.days(1, today: today).before),
        ("week", "Last 7 days", .days(7, today: today)),
        ("month", "Last 30 days", .days(30, today: today)),
        ("year", "Last 365 days", .days(365, today: today)),
        ("all", "All", .all(today: today)),
      ] : [("period", period.words, period)]
    let figures = spans.map { span in
      days.parts.reduce(into: AnswerFigures()) { sum, part in
        if span.period?.contains(StudyDay(number: part.key)) == true { sum += part.figures }
      }
    }
    let rows = ReportTable("rows", "By span", of: Array(zip(spans, figures))) {
      Column("span", "Span") { .term($0.0.name, words: $0.0.title) }
      retentionColumns { $0.1 }
    }
    let asked = ReportTable("directions", "By what is asked for", of: directions.parts) {
      names.columns(of: .direction)
      retentionColumns { $0.figures }
    }
    return ReportPage(
      .retention, directions, nil, summary: retentionSummary(directions.total),
      tables: [rows, asked], drawings: [.bars(table: "rows", label: "span", value: "retention")]
    ).showing(retentionEssentials)
  }

  /// True retention in parts.
  package static func retention(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let rows = ReportTable("rows", "", of: report.parts, most: names.mostCards) {
      names.columns(of: report.grouping)
      retentionColumns { $0.figures }
    }
    return ReportPage(
      .retention, report, by: names, summary: retentionSummary(report.total), tables: [rows],
      value: "retention"
    ).showing(retentionEssentials)
  }
}
