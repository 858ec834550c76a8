import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// How much is known now, and was in the past.
  static let memory = Report(
    "memory", "How much would I recall now, and in the past?", takesPeriod: true,
    readsDecks: true, isInTime: true
  ) { source in
    let today = source.today
    var days = EventDays()
    _ = try source.scan(.states, changes: true) { event, _ in days.add(event) }
    var tally = KnowledgeTally(source.period, days, at: source.now)
    let names = try source.scan([.cards, .states, .memories], changes: true) { event, names in
      tally.add(event, names.schedulers)
    }
    let curve = tally.curve(names.schedulers)
    let report = try source.cardReport(findsDecks: false)
    let answered = report.stability.count
    // Of today, the presets are those of now, also for cards that were not answered since they changed.
    let points = curve.points.map { point in
      point.day == today
        ? KnowledgeCurve.Point(day: today, known: report.knownCards, cards: answered) : point
    }
    let rows = ReportTable("rows", "", of: points) {
      Column(.day) { .text($0.day.iso8601) }
      Column(.expected) { .number($0.known, decimals: 1) }
      Column(.answeredCards) { .count($0.cards) }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column(.expected) { .number($0.knownCards, decimals: 0) }
      Column(.answeredCards) { _ in .count(answered) }
      Column(.expectedQuestions) { .number($0.knownQuestions, decimals: 0) }
      Column(.answeredQuestions) { .count($0.questions) }
      Column(.meanRetrievability) { .share(ifAny: Distribution($0.retrievability).mean) }
    }
    return source.page(
      "Estimated knowledge", conclusion(report, points, today), curve.period, summary: summary,
      tables: [rows],
      drawings: [
        .curve(
          table: "rows", label: ReportTable.Heading.day.key,
          values: [ReportTable.Heading.expected.key], title: "Cards expected to recall")
      ])
  }
}

extension Report {
  private static func conclusion(
    _ report: CardReport, _ points: [KnowledgeCurve.Point], _ today: StudyDay
  ) -> String {
    let now = Int(report.knownCards.rounded())
    let found =
      "You would probably recall \(now) of \(NumberText.count(report.stability.count, "card")) now"
    let before = points.first { $0.day == today.advanced(byDays: -30) }
    guard let before else { return found + "." }
    let more = now - Int(before.known.rounded())
    let change =
      more == 0 ? "as many as" : more > 0 ? "\(more) more than" : "\(-more) fewer than"
    return found + ", \(change) 30 days ago."
  }
}

extension ReportTable.Heading {
  fileprivate static let answeredQuestions = count(
    "answered_questions", "Questions answered", "Questions with a card that was answered.")
  fileprivate static let meanRetrievability = share(
    "mean_retrievability", "Mean retrievability",
    "The mean probability of recalling a card that was answered, now.")
}
