import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics

extension ReportPage {
  typealias Column = ReportTable.Column

  /// A page about answers of a period, by what they are grouped by.
  init(
    _ kind: StatisticsKind, _ report: AnswerReport, by names: StatisticsNames, summary: ReportTable,
    tables: [ReportTable], value: String
  ) {
    self.init(
      kind, report, report.grouping.words(names), summary: summary, tables: tables,
      drawings: [
        .bars(
          table: "rows", label: report.grouping.label(names), value: value,
          isInTime: report.grouping.isInTime)
      ],
      remarks: Self.remarks(report, names))
  }

  /// Why the rows need not add up to all answers.
  private static func remarks(_ report: AnswerReport, _ names: StatisticsNames) -> [String] {
    guard report.grouping == .label else { return [] }
    let isByTag = names.labels.key == "tag"
    let others = isByTag ? "without a tag" : "that no deck has any more"
    return (isByTag ? ["A card with several tags is counted in each of them."] : [])
      + (report.unlabeled > 0
        ? ["Not in any row: answers to cards \(others) (\(report.unlabeled))."] : [])
  }

  /// A page about answers of a period.
  init(
    _ kind: StatisticsKind, _ report: AnswerReport, _ grouping: String?, summary: ReportTable,
    tables: [ReportTable], drawings: [Drawing] = [], remarks: [String] = []
  ) {
    let title = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
    let by = grouping.map { " " + $0 } ?? ""
    self.init(
      name: kind.rawValue, title: "\(title)\(by), \(report.period.words)",
      first: report.period.first?.iso8601, last: report.period.last.iso8601, summary: summary,
      tables: tables, drawings: drawings, remarks: remarks)
  }

  /// The page with these columns where there is no room for all.
  func showing(_ essentials: [String]) -> ReportPage {
    var page = self
    page.essentials = Set(essentials)
    return page
  }

  private static var scoreColumns: [Column<AnswerFigures>] {
    [
      Column("answers", "Answers") { .count($0.total) },
      Column("correct", "Correct") { .count($0.score().correct) },
      Column("incorrect", "Incorrect") { .count($0.score().incorrect) },
      Column("percentage", "Accuracy") { $0.score().share },
    ]
  }

  private static var minutes: Column<AnswerFigures> {
    Column("minutes", "Minutes") { .number($0.minutes, decimals: 1) }
  }

  private static func summary(
    _ report: AnswerReport, _ columns: [Column<AnswerFigures>]
  ) -> ReportTable {
    ReportTable("summary", "", .record, of: [report]) {
      columns.map { $0.of(\.total) }
      Column("studied_days", "Days with answers") { .count($0.studiedDays) }
      Column("days", "Days") { .count(ifAny: $0.period.dayCount) }
    }
  }

  /// Correct and incorrect answers.
  package static func scores(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let parts = report.parts
    let places = [Int](parts.indices)
    var sum = Score()
    var running: [Score] = []
    if report.grouping.isInTime {
      for part in parts {
        sum = sum + part.figures.score()
        running.append(sum)
      }
    }
    let rows = ReportTable("rows", "", of: places, most: names.mostCards) {
      names.columns(of: report.grouping).map { $0.of { (index: Int) in parts[index] } }
      scoreColumns.map { $0.of { (index: Int) in parts[index].figures } }
      report.grouping.isInTime
        ? [Column("running", "Running") { (index: Int) in running[index].share }] : [Column<Int>]()
    }
    return ReportPage(
      .scores, report, by: names, summary: summary(report, scoreColumns + [minutes]),
      tables: [rows], value: "answers")
  }

  /// The scores in total, by day, by group and by card, for scripts that were written before reports had
  /// names: a table each, without what has no answer.
  package static func scoreTables(
    days: AnswerReport, groups: AnswerReport, cards: AnswerReport, _ names: StatisticsNames
  ) -> [ReportTable] {
    let columns = scoreColumns.dropFirst()
    func table(
      _ key: String, _ title: String, _ report: AnswerReport, _ parts: [AnswerReport.Part]
    ) -> ReportTable {
      ReportTable(key, title, of: parts.filter { $0.figures.total > 0 }) {
        names.columns(of: report.grouping)
        columns.map { $0.of(\.figures) }
      }
    }
    func title(_ part: AnswerReport.Part) -> String {
      names.groups.indices.contains(part.key) ? names.groups[part.key] : ""
    }
    func order(_ part: AnswerReport.Part) -> (String, String, String, String, Int) {
      let card = names.cards[part.key]
      return (
        card?.group ?? "", card?.prompt ?? "", card?.answer ?? "",
        card?.direction.rawValue ?? "", part.key
      )
    }
    return [
      ReportTable("total", "All answers", .record, of: [days.total]) { Array(columns) },
      table("days", "By day", days, days.parts),
      table("groups", "By group", groups, groups.parts.sorted { title($0) < title($1) }),
      table(
        "questions", "By question", cards,
        cards.parts.map { (part: $0, order: order($0)) }.sorted { $0.order < $1.order }
          .map(\.part)),
    ]
  }

  /// Answers and minutes by kind.
  package static func reviews(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let rows = ReportTable("rows", "", of: report.parts, most: names.mostCards) {
      names.columns(of: report.grouping)
      Column("answers", "Answers") { .count($0.figures.total) }
      AnswerKind.allCases.map { kind in
        Column<AnswerReport.Part>(kind.name, kind.title) { .count($0.figures.count(kind)) }
      }
      [minutes.of(\.figures)]
    }
    let total = report.total
    let kinds = ReportTable("kinds", "By kind", of: AnswerKind.allCases) {
      Column("kind", "Kind") { .text($0.name) }
      Column("answers", "Answers") { .count(total.count($0)) }
      Column("correct", "Correct") { .count(total.score(of: [$0]).correct) }
      Column("incorrect", "Incorrect") { .count(total.score(of: [$0]).incorrect) }
      Column("minutes", "Minutes") { .number(total.minutes($0), decimals: 1) }
    }
    let days = Double(max(report.period.dayCount ?? 0, 1))
    let studied = Double(max(report.studiedDays, 1))
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("answers", "Answers") { .count($0.total.total) }
      Column("minutes", "Minutes") { .number($0.total.minutes, decimals: 1) }
      Column("studied_days", "Days with answers") { .count($0.studiedDays) }
      Column("days", "Days") { .count(ifAny: $0.period.dayCount) }
      Column("answers_per_studied_day", "Answers a studied day") {
        .number(Double($0.total.total) / studied, decimals: 1)
      }
      Column("answers_per_day", "Answers per day") {
        .number(Double($0.total.total) / days, decimals: 1)
      }
      Column("minutes_per_studied_day", "Minutes a studied day") {
        .number($0.total.minutes / studied, decimals: 1)
      }
    }
    return ReportPage(
      .reviews, report, by: names, summary: summary, tables: [rows, kinds], value: "answers")
  }

  /// New cards.
  package static func added(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    var sum = 0
    let counts = report.parts.map { part in
      sum += part.figures.count(.new)
      return (part: part, sum: sum)
    }
    let rows = ReportTable("rows", "", of: counts, most: names.mostCards) {
      names.columns(of: report.grouping).map { $0.of(\.part) }
      Column("new", "New") { .count($0.part.figures.count(.new)) }
      Column("total", "Total") { .count($0.sum) }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("new", "New cards") { .count($0.total.count(.new)) }
      Column("days", "Days") { .count(ifAny: $0.period.dayCount) }
      Column("new_per_day", "New cards per day") {
        .number(
          Double($0.total.count(.new)) / Double(max($0.period.dayCount ?? 0, 1)), decimals: 1)
      }
    }
    return ReportPage(
      .added, report, by: names, summary: summary, tables: [rows], value: "new")
  }

  /// Answers by hour of day, without those outside the schedule.
  package static func hours(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let kinds = AnswerKind.allCases.filter { $0 != .cram }
    let rows = ReportTable("rows", "", of: report.parts) {
      names.columns(of: .hour)
      Column("answers", "Answers") { .count($0.figures.score(of: kinds).total) }
      Column("correct", "Correct") { .count($0.figures.score(of: kinds).correct) }
      Column("incorrect", "Incorrect") { .count($0.figures.score(of: kinds).incorrect) }
      Column("percentage", "Accuracy") { $0.figures.score(of: kinds).share }
      Column("minutes", "Minutes") { part in
        .number(kinds.reduce(0) { $0 + part.figures.minutes($1) }, decimals: 1)
      }
    }
    let best = report.parts.filter { $0.figures.score(of: kinds).total >= 20 }.max {
      ($0.figures.score(of: kinds).runningPercentage ?? 0)
        < ($1.figures.score(of: kinds).runningPercentage ?? 0)
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("answers", "Answers") { .count($0.total.score(of: kinds).total) }
      Column("percentage", "Accuracy") { $0.total.score(of: kinds).share }
      Column("best_hour", "Best hour") { _ in .count(ifAny: best?.key) }
    }
    return ReportPage(
      .hours, report, nil, summary: summary, tables: [rows],
      drawings: [.bars(table: "rows", label: "hour", value: "answers")],
      remarks: ["Hours are those of the clock where each answer was given."])
  }

  /// Grades by the state of the card.
  package static func grades(_ report: AnswerReport) -> ReportPage {
    let total = report.total
    let rows = ReportTable("rows", "", of: AnswerKind.allCases) {
      Column("state", "State") { .text($0.name) }
      Grade.allCases.map { grade in
        Column<AnswerKind>(
          grade.name, grade.name.prefix(1).uppercased() + grade.name.dropFirst()
        ) { .count(total.count($0, grade)) }
      }
      Column("percentage", "Accuracy") { total.score(of: [$0]).share }
    }
    let summary = ReportTable("summary", "", .record, of: [total]) {
      Column("answers", "Answers") { .count($0.total) }
      Grade.allCases.map { grade in
        Column<AnswerFigures>(
          grade.name, grade.name.prefix(1).uppercased() + grade.name.dropFirst()
        ) { .count($0.count(grade)) }
      }
      Column("percentage", "Accuracy") { $0.score().share }
    }
    return ReportPage(.grades, report, "by state", summary: summary, tables: [rows])
  }

  /// Sessions.
  package static func sessions(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    func span(_ figures: AnswerFigures) -> Double {
      Double(max(figures.last - figures.first, 0)) / 60_000
    }
    let rows = ReportTable("rows", "", of: report.parts) {
      names.columns(of: .session)
      [minutes.of(\.figures)]
      Column("span", "From first to last") { .number(span($0.figures), decimals: 1) }
      scoreColumns.map { $0.of(\.figures) }
    }
    let count = Double(max(report.parts.count, 1))
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("sessions", "Sessions") { .count($0.parts.count) }
      Column("answers", "Answers") { .count($0.total.total) }
      Column("minutes", "Minutes") { .number($0.total.minutes, decimals: 1) }
      Column("answers_per_session", "Answers a session") {
        .number(Double($0.total.total) / count, decimals: 1)
      }
      Column("minutes_per_session", "Minutes a session") {
        .number($0.total.minutes / count, decimals: 1)
      }
      Column("percentage", "Accuracy") { $0.total.score().share }
    }
    return ReportPage(
      .sessions, report, nil, summary: summary, tables: [rows],
      drawings: [.bars(table: "rows", label: "start", value: "answers", isInTime: true)],
      remarks: ["A session ends after 30 minutes without an answer."]
    ).showing(["start", "minutes", "answers", "percentage"])
  }

  // MARK: - Groups

  /// Everything by group.
  ///
  /// - Parameters:
  ///   - report: the answers by group.
  ///   - cards: the cards of each group, by its title.
  ///   - namesAll: whether groups without an answer have a row, too, if some of their cards are known.
  ///   - names: what the numbers stand for.
  /// - Returns: the page.
  package static func groups(
    _ report: AnswerReport, cards: [String: CardReport], namesAll: Bool, _ names: StatisticsNames
  ) -> ReportPage {
    let answered = report.parts.map { part in
      (
        title: names.groups.indices.contains(part.key) ? names.groups[part.key] : "",
        figures: part.figures
      )
    }
    let titles = Set(answered.map(\.title))
    let others = cards.filter { namesAll && !$1.stability.isEmpty && !titles.contains($0) }
      .keys.sorted().map { (title: $0, figures: AnswerFigures()) }
    let rows = ReportTable("rows", "", of: answered + others) {
      Column("group", "Group") { .text($0.title) }
      scoreColumns.map { $0.of(\.figures) }
      [minutes.of(\.figures)]
      Column("retention", "Retention") { $0.figures.trueRetention.share }
      Column("cards", "Cards") { .count(ifAny: cards[$0.title]?.counts.values.reduce(0, +)) }
      Column("unseen", "New") { .count(ifAny: cards[$0.title].map { $0.counts[.new] ?? 0 }) }
      Column("known", "Known") { .number(ifAny: cards[$0.title]?.knownCards, decimals: 1) }
    }
    return ReportPage(
      .groups, report, nil, summary: summary(report, scoreColumns + [minutes]), tables: [rows],
      drawings: [.bars(table: "rows", label: "group", value: "answers")]
    ).showing(["group", "answers", "percentage", "retention", "cards", "known"])
  }
}

extension AnswerKind {
  fileprivate var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}
