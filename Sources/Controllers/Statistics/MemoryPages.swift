import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  /// How much is known now, and was in the past.
  ///
  /// - Parameters:
  ///   - report: the cards now.
  ///   - curve: what was known in the past.
  ///   - asked: the days that were asked for; the page is of those that the curve has.
  ///   - today: the present day.
  /// - Returns: the page.
  package static func memory(
    _ report: CardReport, _ curve: KnowledgeCurve, _ asked: StatisticsPeriod, today: StudyDay
  ) -> ReportPage {
    let period = curve.period ?? asked
    // Of today, the presets are those of now, also for cards that were not answered since they changed.
    let points = curve.points.map { point in
      point.day == today
        ? KnowledgeCurve.Point(day: today, known: report.knownCards, cards: report.stability.count)
        : point
    }
    let rows = ReportTable("rows", "", of: points) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("known", "Known") { .number($0.known, decimals: 1) }
      Column("cards", "Cards answered") { .count($0.cards) }
    }
    let answered = report.stability.count
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("known", "Cards known now") { .number($0.knownCards, decimals: 0) }
      Column("cards", "Cards answered") { _ in .count(answered) }
      Column("known_questions", "Questions known now") { .number($0.knownQuestions, decimals: 0) }
      Column("questions", "Questions answered") { .count($0.questions) }
      Column("retrievability", "Mean retrievability") {
        .share(ifAny: Distribution($0.retrievability).mean)
      }
    }
    return ReportPage(
      name: "memory", title: "Estimated knowledge, \(period.words)",
      first: period.first?.iso8601, last: period.last.iso8601, summary: summary,
      tables: [rows],
      drawings: [.curve(table: "rows", label: "day", values: ["known"], title: "Cards known")])
  }

  /// What was predicted, and what was remembered.
  ///
  /// - Parameters:
  ///   - parts: the tallies of presets as they were at a time; those of one name, which differ in
  ///     parameters, count together.
  ///   - all: the tally of all answers.
  ///   - period: the days they are of.
  /// - Returns: the page.
  package static func calibration(
    _ parts: [(preset: String, tally: CalibrationTally)], all: CalibrationTally,
    _ period: StatisticsPeriod
  ) -> ReportPage {
    var tallies: [(preset: String, tally: CalibrationTally)] = []
    for part in parts {
      let index = tallies.firstIndex { $0.preset == part.preset }
      if let index { tallies[index].tally += part.tally } else { tallies.append(part) }
    }
    let bins = tallies.flatMap { part in
      part.tally.steps.enumerated().filter { $0.element.count > 0 }.map {
        (part: part, index: $0.offset, step: $0.element)
      }
    }
    let width = 1 / Double(CalibrationTally.stepCount)
    let rows = ReportTable("rows", "Predicted and actual recall", of: bins) {
      Column("preset", "Preset") { .text($0.part.preset) }
      Column("from", "From") { .share(Double($0.index) * width) }
      Column("to", "Below") { .share(Double($0.index + 1) * width) }
      Column("answers", "Answers") { .count($0.step.count) }
      Column("predicted", "Predicted") { .share($0.step.predicted / Double($0.step.count)) }
      Column("actual", "Actual") { .share(Double($0.step.remembered) / Double($0.step.count)) }
    }
    func measures<Subject>(_ tally: @escaping (Subject) -> CalibrationTally) -> [Column<Subject>] {
      [
        Column("answers", "Answers") { .count(tally($0).count) },
        Column("predicted", "Predicted") { .share(ifAny: tally($0).predicted) },
        Column("actual", "Actual") { .share(ifAny: tally($0).actual) },
        Column("log_loss", "Log loss") { .number(ifAny: tally($0).logLoss, decimals: 4) },
        Column("rmse", "RMSE of recall") { .number(ifAny: tally($0).binnedError, decimals: 4) },
      ]
    }
    let presets = ReportTable("presets", "By preset", of: tallies) {
      Column("preset", "Preset") { .text($0.preset) }
      measures { $0.tally }
    }
    return ReportPage(
      name: "calibration", title: "Calibration, \(period.words)",
      first: period.first?.iso8601, last: period.last.iso8601,
      summary: ReportTable("summary", "", .record, of: [all]) { measures { $0 } },
      tables: [rows, presets],
      drawings: [.bars(table: "rows", label: "from", value: "actual")])
  }
}
