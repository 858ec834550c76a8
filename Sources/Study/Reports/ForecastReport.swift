import RabbleMemory
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// The cards due on the coming days, and what a simulation makes of them.
  static let forecast = Report(
    "forecast", "How much is due on the coming days?", daysAhead: 14, readsDecks: true,
    isInTime: true
  ) { source in
    let (today, days, simulated) = (source.today, source.request.daysAhead, source.simulated)
    let report = try source.cardReport()
    var sum = 0
    let rows = (0..<days).map { day in
      let due = report.due[day] ?? 0
      let backlog = day == 0 ? report.dueToday : due
      sum += backlog
      return (
        day: today.advanced(byDays: day), due: due, backlog: backlog, sum: sum,
        simulated: simulated.indices.contains(day) ? simulated[day] : nil
      )
    }
    let table = ReportTable("rows", "", of: rows) {
      Column(.day) { .text($0.day.iso8601) }
      Column(.due) { .count($0.due) }
      Column(.dueWithBacklog) { .count($0.backlog) }
      Column(.dueSoFar) { .count($0.sum) }
      Column(.simulated) { .count(ifAny: $0.simulated?.reviews) }
      Column(.simulatedNew) { .count(ifAny: $0.simulated?.introduced) }
      Column(.simulatedMinutes) { .number(ifAny: $0.simulated?.minutes, decimals: 0) }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column(.overdue) { .count($0.overdue) }
      Column(.dueToday) { .count($0.dueToday) }
      Column(.dueTomorrow) { .count($0.due[1] ?? 0) }
      Column(.dueWeek) { .count($0.due(within: 7)) }
      Column(.dailyLoad) { .number($0.dailyLoad, decimals: 1) }
    }
    return source.page(
      "Forecast", conclusion(report, simulated),
      StatisticsPeriod(first: today, last: today.advanced(byDays: days - 1)),
      summary: summary, tables: [table],
      drawings: [.bars(.day, .dueWithBacklog, isInTime: true)],
      remarks: simulated.isEmpty ? ["A forecast of selected cards has no simulation."] : [])
  }
}

extension Report {
  private static func conclusion(_ report: CardReport, _ simulated: [SimulatedDay]) -> String {
    guard !simulated.isEmpty else {
      let week = report.due(within: 7)
      return "\(NumberText.count(week, "card")) \(week == 1 ? "is" : "are") due within 7 days."
    }
    let minutes = simulated.reduce(0) { $0 + $1.minutes } / Double(simulated.count)
    let time = NumberText.count(Int(minutes.rounded()), "minute")
    return "About \(time) a day over the next \(NumberText.count(simulated.count, "day")), "
      + "new cards included."
  }
}

extension Library {
  /// Each day from today on in a simulation of all cards; none where some were chosen, or no day is shown.
  func simulatedDays(_ request: ReportRequest) throws -> [SimulatedDay] {
    guard request.report.daysAhead != nil, request.cards == nil, !groups.isEmpty,
      request.mostRows != 0
    else { return [] }
    let learner = try learner(of: plan(), seed: request.seed)
    return learner.simulator.run(
      days: request.daysAhead, cards: learner.newCards, knowing: learner.known,
      retention: learner.retention, limits: learner.limits())
  }
}

extension ReportTable.Heading {
  fileprivate static let dueSoFar = count(
    "due_so_far", "Total", "Cards due up to that day, overdue cards included.")
  fileprivate static let overdue = count(
    "overdue", "Overdue", "Cards whose due date was before today.")
  fileprivate static let dueTomorrow = count("due_tomorrow", "Due tomorrow", nil)
  fileprivate static let dueWeek = count(
    "due_week", "Due within 7 days",
    "Cards due today and on the next six days, overdue cards included.")
  fileprivate static let simulated = ReportTable.Heading(
    "simulated", "Simulated", inFull: "Simulated reviews", form: .count, isOptional: true,
    definition:
      "Reviews that a simulation of your memory and habits gives on that day, with new cards and limits of "
      + "reviews as your settings have them, and the share of a backlog that you have chosen; answers to new cards "
      + "and repetitions on the same day do not count. It lets all cards of a question come on one day."
  )
  fileprivate static let simulatedNew = ReportTable.Heading(
    "simulated_new", "New", inFull: "Simulated new cards", form: .count, isOptional: true,
    definition:
      "New cards that the simulation starts on that day; today, those that are still to come.")
  fileprivate static let simulatedMinutes = ReportTable.Heading(
    "simulated_minutes", "Minutes", inFull: "Simulated minutes", form: .number, isOptional: true,
    definition:
      "Minutes that all answers of that day take in the simulation, including those to new cards and "
      + "repetitions on the same day.")
}
