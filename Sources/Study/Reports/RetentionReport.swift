import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// True retention, beside the retention that was wanted. Without a choice of rows they are spans: today, yesterday,
  /// the last week, month and year, and all days; of a period other than all days, that of the period alone.
  static let retention = Report(
    "retention", "How much of what was due did I remember?",
    rows: ReportRows.ofAnswers.filter { $0 != .grade }, takesPeriod: true
  ) { source in
    guard let rows = source.request.chosenRows else { return try bySpan(source) }
    let (report, names, _) = try source.answers(by: rows, .states)
    let table = ReportTable("rows", "", of: report.parts, most: names.mostCards) {
      names.columns(of: rows)
      retentionColumns { $0.figures }
    }
    return source.page(
      "Retention \(rows.words)", conclusion(report.total), report.period,
      summary: retentionSummary(report.total),
      tables: [table],
      drawings: [.bars(rows.heading, .retention, isInTime: rows.isInTime)],
      remarks: rows.remarks(report)
    ).showing(retentionEssentials(names.columns(of: rows).map(\.heading)))
  }

  private static func bySpan(_ source: ReportSource) throws -> ReportPage {
    let (today, period) = (source.today, source.period)
    var days = AnswerTally(.all(today: today), by: .time(.day))
    var directions = AnswerTally(period, by: .direction)
    _ = try source.scan([.states]) { event, _ in
      days.add(event.answer)
      directions.add(event.answer, direction: event.direction)
    }
    let byDirection = directions.report
    let spans: [(name: String, title: String, period: StatisticsPeriod?)] =
      period == .all(today: today)
      ? [
        ("today", "Today", .days(1, today: today)),
        ("yesterday", "Yesterday", StatisticsPeriod.days(1, today: today).before),
        ("week", "Last 7 days", .days(7, today: today)),
        ("month", "Last 30 days", .days(30, today: today)),
        ("year", "Last 365 days", .days(365, today: today)),
        ("all", "All", .all(today: today)),
      ] : [("period", byDirection.period.words, byDirection.period)]
    let figures = spans.map { span in
      days.report.parts.reduce(into: AnswerFigures()) { sum, part in
        if span.period?.contains(StudyDay(number: part.key)) == true { sum += part.figures }
      }
    }
    let table = ReportTable("rows", "By span", of: Array(zip(spans, figures))) {
      Column(.span) { .term($0.0.name, words: $0.0.title) }
      retentionColumns { $0.1 }
    }
    let asked = ReportTable("directions", "By what is asked for", of: byDirection.parts) {
      ReportNames(groups: []).columns(of: .direction)
      retentionColumns { $0.figures }
    }
    return source.page(
      "Retention", conclusion(byDirection.total), byDirection.period,
      summary: retentionSummary(byDirection.total),
      tables: [table, asked],
      drawings: [.bars(.span, .retention)]
    ).showing(retentionEssentials([.span, .direction]))
  }

  /// How much was remembered, and whether that differs from what was wanted by more than chance.
  static func conclusion(_ figures: AnswerFigures) -> String {
    let score = figures.trueRetention
    guard let share = score.runningPercentage, let target = figures.targetRetention,
      let interval = WilsonInterval(score), let chance = Chance(score, expecting: target)
    else { return "No answer here tests what you retained." }
    let found =
      "You remembered \(NumberText.percent(share)) of \(NumberText.count(score.total, "review"))"
      + " (wanted \(NumberText.percent(target)))"
    switch chance {
    case .tooFew:
      return found + ": too few to tell more than that \(NumberText.percent(interval.lower)) to "
        + "\(NumberText.percent(interval.upper)) are likely."
    case .below:
      return found + ": less than chance explains. `rabble stats calibration` shows whether "
        + "predictions are too high; `rabble preset optimize` fits the parameters."
    case .above:
      return found + ": more than chance explains. `rabble preset simulate` shows how many reviews "
        + "a lower desired retention saves."
    case .within: return found + ": within chance."
    }
  }

  private static func retentionEssentials(_ first: [ReportTable.Heading]) -> [ReportTable.Heading] {
    first + [.youngRetention, .matureRetention, .retention, .target, .lower, .upper]
  }

  private static func retentionColumns<Subject>(
    _ figures: @escaping (Subject) -> AnswerFigures
  ) -> [ReportTable.Column<Subject>] {
    func columns(
      _ prefix: String, _ of: String, retention: ReportTable.Heading,
      _ score: @escaping (AnswerFigures) -> Score
    ) -> [ReportTable.Column<Subject>] {
      func name(_ word: String) -> String { (of + word).capitalizedFirst }
      func heading(_ base: ReportTable.Heading, _ title: String) -> ReportTable.Heading {
        ReportTable.Heading(
          prefix + base.key, title, form: base.form, isOptional: base.isOptional,
          definition: prefix.isEmpty ? base.definition : nil)
      }
      return [
        Column(heading(.passed, name("passed"))) { .count(score(figures($0)).correct) },
        Column(heading(.failed, name("failed"))) { .count(score(figures($0)).incorrect) },
        Column(retention) { score(figures($0)).share },
        Column(heading(.lower, name("from"))) {
          .share(ifAny: WilsonInterval(score(figures($0)))?.lower)
        },
        Column(heading(.upper, name("to"))) {
          .share(ifAny: WilsonInterval(score(figures($0)))?.upper)
        },
      ]
    }
    return columns("young_", "young ", retention: .youngRetention) { $0.youngRetention }
      + columns("mature_", "mature ", retention: .matureRetention) { $0.matureRetention }
      + columns("", "", retention: .retention) { $0.trueRetention }
      + [Column(.target) { .share(ifAny: figures($0).targetRetention) }]
  }

  private static func retentionSummary(_ figures: AnswerFigures) -> ReportTable {
    let score = figures.trueRetention
    let interval = WilsonInterval(score)
    return ReportTable("summary", "", .record, of: [score]) {
      Column(.retention.titled("True retention")) { $0.share }
      Column(.target) { _ in .share(ifAny: figures.targetRetention) }
      Column(.lower.titled("95% interval, from")) { _ in .share(ifAny: interval?.lower) }
      Column(.upper.titled("95% interval, to")) { _ in .share(ifAny: interval?.upper) }
      Column(.passed.titled("Remembered")) { .count($0.correct) }
      Column(.failed.titled("Forgotten")) { .count($0.incorrect) }
      Column(.youngRetention.titled("Young cards")) { _ in figures.youngRetention.share }
      Column(.matureRetention.titled("Mature cards")) { _ in figures.matureRetention.share }
    }
  }
}

extension ReportTable.Heading {
  fileprivate static let span = ReportTable.Heading(
    "span", "Span",
    form: .term(["all", "month", "period", "today", "week", "year", "yesterday"]))
  fileprivate static let passed = count(
    "passed", "Passed", "Answers that true retention counts as remembered.")
  fileprivate static let failed = count(
    "failed", "Failed", "Answers that true retention counts as forgotten.")
  fileprivate static let youngRetention = share(
    "young_retention", "Young",
    "True retention of cards with an interval below 21 days.")
  fileprivate static let matureRetention = share(
    "mature_retention", "Mature",
    "True retention of cards with an interval of 21 days or more.")
}
