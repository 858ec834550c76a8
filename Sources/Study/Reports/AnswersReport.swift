import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

extension Report {
  /// Answers and minutes, by whatever they have in common.
  static let answers = Report(
    "answers", "How much did I answer, and how well?", rows: ReportRows.ofAnswers,
    usually: .day, takesPeriod: true, usualDays: { $0 == .day || $0 == .session ? 30 : nil },
    onPage: [.day, .state, .grade, .hour, .group, .session]
  ) { source in
    let rows = source.request.rows ?? .day
    let cards = rows == .group ? try source.cardReportsByGroup() : [:]
    let (report, names, groups) = try source.answers(
      by: rows, .states, besides: Array(cards.keys))
    let labeled = Dictionary(cards.map { (groups[$0], $1) }) { first, _ in first }
    let table =
      rows == .group
      ? byGroup(report, names, labeled, namesAll: source.period.first == nil)
      : answerTable(report, names, rows)
    return source.page(
      "Answers \(rows.words)", conclusion(report), report.period,
      summary: answerSummary(report, rows), tables: [table],
      drawings: [.bars(rows.heading, .answers, isInTime: rows.isInTime)],
      remarks: rows.remarks(report)
    ).showing(
      names.columns(of: rows).map(\.heading).filter { $0.key != "session" }
        + [.answers, .percentage, .minutes, .retention] + (rows == .group ? [.expected] : [.new]))
  }

  private static func conclusion(_ report: AnswerReport) -> String {
    guard let accuracy = report.total.score().runningPercentage else {
      return "You gave no answer in this period."
    }
    let days =
      report.period.dayCount.map { "\(report.studiedDays) of \(NumberText.count($0, "day"))" }
      ?? NumberText.count(report.studiedDays, "day")
    return "You gave \(NumberText.count(report.total.total, "answer")) on \(days), "
      + "\(NumberText.percent(accuracy)) of them correct."
  }

  /// A row for each part of the answers.
  static func answerTable(
    _ report: AnswerReport, _ names: ReportNames, _ rows: ReportRows
  ) -> ReportTable {
    let parts = report.parts
    var sum = Score()
    let running: [Score] =
      rows.isInTime
      ? parts.map { part in
        sum = sum + part.figures.score()
        return sum
      } : []
    return ReportTable("rows", "", of: [Int](parts.indices), most: names.mostCards) {
      names.columns(of: rows).map { $0.of { (index: Int) in parts[index] } }
      figures.map { $0.of { (index: Int) in parts[index].figures } }
      rows.isInTime
        ? [Column(.running) { (index: Int) in running[index].share }] : [Column<Int>]()
      rows == .session
        ? [Column(.length) { (index: Int) in .number(parts[index].figures.length, decimals: 1) }]
        : [Column<Int>]()
    }
  }

  /// A row for each group with an answer, and for all that have a card with a memory, if they are wanted.
  private static func byGroup(
    _ report: AnswerReport, _ names: ReportNames, _ cards: [String: CardReport], namesAll: Bool
  ) -> ReportTable {
    let answered = report.parts.map { part in
      (
        title: names.groups.indices.contains(part.key) ? names.groups[part.key] : "",
        figures: part.figures
      )
    }
    let titles = Set(answered.map(\.title))
    let others = cards.filter { namesAll && !$1.stability.isEmpty && !titles.contains($0) }
      .keys.sorted().map { (title: $0, figures: AnswerFigures()) }
    return ReportTable("rows", "", of: answered + others) {
      Column(.group) { .text($0.title) }
      figures.map { $0.of(\.figures) }
      Column(.cards.optional) { .count(ifAny: cards[$0.title]?.counts.values.reduce(0, +)) }
      Column(.unseen.optional.titled("New cards")) {
        .count(ifAny: cards[$0.title].map { $0.counts[.new] ?? 0 })
      }
      Column(.expected) { .number(ifAny: cards[$0.title]?.knownCards, decimals: 1) }
    }
  }

  private static var scores: [Column<AnswerFigures>] {
    [
      Column(.answers) { .count($0.total) },
      Column(.correct) { .count($0.score().correct) },
      Column(.incorrect) { .count($0.score().incorrect) },
      Column(.percentage) { $0.score().share },
      Column(.minutes) { .number($0.minutes, decimals: 1) },
      Column(.retention) { $0.trueRetention.share },
    ]
  }

  private static var figures: [Column<AnswerFigures>] {
    scores
      + AnswerKind.allCases.map { kind in Column(.of(kind)) { .count($0.count(kind)) } }
      + Grade.allCases.map { grade in Column(.of(grade)) { .count($0.count(grade)) } }
  }

  /// The most important numbers of answers, and what only some rows tell.
  static func answerSummary(_ report: AnswerReport, _ rows: ReportRows?) -> ReportTable {
    let days = Double(max(report.period.dayCount ?? 0, 1))
    let studied = Double(max(report.studiedDays, 1))
    let sessions = Double(max(report.parts.count, 1))
    func mean(_ sum: Double, _ count: Double) -> ReportTable.Value {
      .number(sum / count, decimals: 1)
    }
    let best = report.parts.filter { $0.figures.total >= 20 }.max {
      ($0.figures.score().runningPercentage ?? 0) < ($1.figures.score().runningPercentage ?? 0)
    }
    return ReportTable("summary", "", .record, of: [report]) {
      scores.map { $0.of(\.total) }
      Column(.new.titled("New cards")) { .count($0.total.count(.new)) }
      Column(.studiedDays) { .count($0.studiedDays) }
      Column(.days) { .count(ifAny: $0.period.dayCount) }
      Column(.answersPerStudiedDay) { mean(Double($0.total.total), studied) }
      Column(.answersPerDay) { mean(Double($0.total.total), days) }
      Column(.minutesPerStudiedDay) { mean($0.total.minutes, studied) }
      Column(.newPerDay) { mean(Double($0.total.count(.new)), days) }
      rows == .session
        ? [
          Column(.sessions) { .count($0.parts.count) },
          Column(.answersPerSession) { mean(Double($0.total.total), sessions) },
          Column(.minutesPerSession) { mean($0.total.minutes, sessions) },
        ] : [Column<AnswerReport>]()
      rows == .hour
        ? [Column(.bestHour) { _ in .count(ifAny: best?.key) }] : [Column<AnswerReport>]()
    }
  }
}

extension ReportRows {
  /// Why the rows need not add up to all answers, and what a reader might take them for.
  func remarks(_ report: AnswerReport) -> [String] {
    switch self {
    case .tag, .deck:
      let others = self == .tag ? "without a tag" : "that no deck has any more"
      return (self == .tag ? ["A card with several tags is counted in each of them."] : [])
        + (report.unlabeled > 0
          ? ["Not in any row: answers to cards \(others) (\(report.unlabeled))."] : [])
    case .hour: return ["Hours are those of the clock where each answer was given."]
    case .session: return ["A session ends after 30 minutes without an answer."]
    default: return []
    }
  }
}

extension AnswerFigures {
  /// The minutes from the first answer to the last.
  fileprivate var length: Double { total == 0 ? 0 : Double(max(last - first, 0)) / 60_000 }
}

extension ReportTable.Heading {
  fileprivate static let answersPerStudiedDay = number(
    "answers_per_studied_day", "Answers a studied day",
    "Answers divided by the days with an answer.")
  fileprivate static let answersPerDay = number(
    "answers_per_day", "Answers per day", "Answers divided by all days of the period.")
  fileprivate static let minutesPerStudiedDay = number(
    "minutes_per_studied_day", "Minutes a studied day",
    "Minutes divided by the days with an answer.")
  fileprivate static let newPerDay = number(
    "new_per_day", "New cards per day", "New cards divided by all days of the period.")
  fileprivate static let sessions = count("sessions", "Sessions", nil)
  fileprivate static let answersPerSession = number(
    "answers_per_session", "Answers a session", nil)
  fileprivate static let minutesPerSession = number(
    "minutes_per_session", "Minutes a session", nil)
  fileprivate static let bestHour = count(
    "best_hour", "Best hour", "The hour with the highest accuracy of those with 20 answers or more."
  ).optional
  fileprivate static let length = number(
    "length", "From first to last", "Minutes from the session's first answer to its last.")
}
