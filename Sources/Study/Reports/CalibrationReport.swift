import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// What was predicted, and what was remembered.
  static let calibration = Report(
    "calibration", "Do predictions come true?", takesPeriod: true
  ) { source in
    var byScheduler: [CalibrationTally] = []
    var all = CalibrationTally()
    let period = source.period
    var first: StudyDay?
    let names = try source.scan([.states, .memories]) { event, _ in
      let day = StudyDay(number: event.answer.day)
      guard period.contains(day) else { return }
      first = first.map { min($0, day) } ?? day
      guard !event.state.predicted.isNaN else { return }
      let predicted = Double(event.state.predicted)
      let isRemembered = event.answer.grade.isCorrect
      while byScheduler.count <= event.scheduler { byScheduler.append(CalibrationTally()) }
      all.add(predicted: predicted, isRemembered: isRemembered)
      byScheduler[event.scheduler].add(predicted: predicted, isRemembered: isRemembered)
    }
    // Presets as they were at a time; those of one name, which differ in parameters, count together.
    var tallies: [(preset: String, tally: CalibrationTally)] = []
    for (preset, tally) in zip(names.presets, byScheduler) where tally.count > 0 {
      let index = tallies.firstIndex { $0.preset == preset.name }
      if let index { tallies[index].tally += tally } else { tallies.append((preset.name, tally)) }
    }
    return source.page(
      "Calibration", conclusion(all), period.beginning(first),
      summary: ReportTable("summary", "", .record, of: [all]) { measures { $0 } },
      tables: [
        bins(tallies),
        ReportTable("presets", "By preset", of: tallies) {
          Column(.preset) { .text($0.preset) }
          measures { $0.tally }
        },
      ], drawings: [.bars(.from, .actual)])
  }

  private static func conclusion(_ all: CalibrationTally) -> String {
    let score = Score(correct: all.remembered, incorrect: all.count - all.remembered)
    guard let predicted = all.predicted, let actual = all.actual,
      let chance = Chance(score, expecting: predicted)
    else { return "No answer was predicted yet." }
    let found =
      "The model predicted that you remember \(NumberText.percent(predicted)) of "
      + "\(NumberText.count(all.count, "review")), and you remembered \(NumberText.percent(actual))"
    let help = "`rabble preset optimize` fits the parameters."
    return switch chance {
    case .tooFew: found + ": too few to tell."
    case .below: found + ": predictions are too high. \(help)"
    case .above: found + ": predictions are too low. \(help)"
    case .within: found + ": within chance."
    }
  }

  private static func bins(
    _ tallies: [(preset: String, tally: CalibrationTally)]
  ) -> ReportTable {
    let bins = tallies.flatMap { part in
      part.tally.steps.enumerated().filter { $0.element.count > 0 }.map {
        (part: part, index: $0.offset, step: $0.element)
      }
    }
    let width = 1 / Double(CalibrationTally.stepCount)
    return ReportTable("rows", "Predicted and actual recall", of: bins) {
      Column(.preset) { .text($0.part.preset) }
      Column(.from) { .share(Double($0.index) * width) }
      Column(.to) { .share(Double($0.index + 1) * width) }
      Column(.predictions) { .count($0.step.count) }
      Column(.predicted) { .share($0.step.predicted / Double($0.step.count)) }
      Column(.actual) { .share(Double($0.step.remembered) / Double($0.step.count)) }
    }
  }

  private static func measures<Subject>(
    _ tally: @escaping (Subject) -> CalibrationTally
  ) -> [Column<Subject>] {
    [
      Column(.predictions) { .count(tally($0).count) },
      Column(.predicted) { .share(ifAny: tally($0).predicted) },
      Column(.actual) { .share(ifAny: tally($0).actual) },
      Column(.logLoss) { .number(ifAny: tally($0).logLoss, decimals: 4) },
      Column(.rmse) { .number(ifAny: tally($0).binnedError, decimals: 4) },
    ]
  }
}

extension ReportTable.Heading {
  fileprivate static let predictions = count(
    "predictions", "Predictions",
    "The day's first answers to cards that were answered on an earlier day, without those outside the "
      + "schedule.")
  fileprivate static let actual = share(
    "actual", "Actual", "The share of the predicted answers that were remembered.")
  fileprivate static let logLoss = number(
    "log_loss", "Log loss",
    "The mean of −ln of the probability that the model gave to what happened; lower is better.")
  fileprivate static let rmse = number(
    "rmse", "RMSE of recall",
    "The root of the mean square of predicted minus actual over 20 equal bins of probability, weighted "
      + "by their answers; lower is better.")
}
