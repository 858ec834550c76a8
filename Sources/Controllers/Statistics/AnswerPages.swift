import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// What the numbers in reports of answers stand for.
public struct StatisticsNames: Sendable {
  /// A card, as reports name it.
  public struct Card: Sendable {
    /// The title of its group.
    public let group: String
    /// Its prompt.
    public let prompt: String
    /// Its answer.
    public let answer: String
    /// What it asks for.
    public let direction: Direction

    /// Makes a card.
    public init(group: String, prompt: String, answer: String, direction: Direction) {
      self.group = group
      self.prompt = prompt
      self.answer = answer
      self.direction = direction
    }
  }

  /// The titles of groups, by number.
  public let groups: [String]
  /// The labels, by number, and what they are called: `deck` or `tag`.
  public let labels: (key: String, title: String, names: [String])
  /// The cards, by number.
  public let cards: [Int: Card]

  /// Makes the names.
  public init(
    groups: [String], labels: (key: String, title: String, names: [String]) = ("", "", []),
    cards: [Int: Card] = [:]
  ) {
    self.groups = groups
    self.labels = labels
    self.cards = cards
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The kinds of directions, by the index that counting uses.
  public static let directions = DirectionKind.allCases

  /// The columns that say what the answers of a row have in common.
  func columns(of grouping: AnswerGrouping) -> [ReportTable.Column<AnswerReport.Part>] {
    typealias Column = ReportTable.Column<AnswerReport.Part>
    func name(_ names: [String], _ index: Int) -> ReportTable.Value {
      .text(names.indices.contains(index) ? names[index] : "")
    }
    switch grouping {
    case .time(let interval):
      let title = interval.rawValue.prefix(1).uppercased() + interval.rawValue.dropFirst()
      return [
        Column(interval.rawValue, title) {
          .text(interval.name(of: StudyDay(number: $0.key)))
        }
      ]
    case .group: return [Column("group", "Group") { name(groups, $0.key) }]
    case .label: return [Column(labels.key, labels.title) { name(labels.names, $0.key) }]
    case .direction:
      return [
        Column("direction", "Asks for") { part in
          Self.directions.indices.contains(part.key)
            ? .text(Self.directions[part.key].rawValue) : .missing
        }
      ]
    case .grade:
      return [Column("grade", "Grade") { .text(Grade(rawValue: $0.key)?.name ?? "") }]
    case .hour: return [Column("hour", "Hour") { .count($0.key) }]
    case .weekday:
      return [
        Column("weekday", "Day of the week") { part in
          .text(Self.weekdays.indices.contains(part.key) ? Self.weekdays[part.key] : "")
        }
      ]
    case .session:
      return [
        Column("session", "Session") { .count($0.key) },
        Column("start", "Start") { part in
          .time(Moment(milliseconds: part.figures.first, utcOffset: part.utcOffset))
        },
      ]
    case .card:
      return [
        Column("group", "Group") { .text(cards[$0.key]?.group ?? "") },
        Column("prompt", "Prompt") { .text(cards[$0.key]?.prompt ?? "") },
        Column("answer", "Answer") { .text(cards[$0.key]?.answer ?? "") },
        Column("direction", "Asks for") { .text(cards[$0.key]?.direction.fullName ?? "") },
      ]
    }
  }
}

extension AnswerGrouping {
  /// What people read of it: “by day”.
  var words: String {
    switch self {
    case .time(let interval): "by \(interval.rawValue)"
    case .group: "by group"
    case .label: "by label"
    case .direction: "by what is asked for"
    case .grade: "by grade"
    case .hour: "by hour"
    case .weekday: "by day of the week"
    case .session: "by session"
    case .card: "by card"
    }
  }

  /// The key of the first column of its rows.
  func label(_ names: StatisticsNames) -> String {
    switch self {
    case .time(let interval): interval.rawValue
    case .group: "group"
    case .label: names.labels.key
    case .direction: "direction"
    case .grade: "grade"
    case .hour: "hour"
    case .weekday: "weekday"
    case .session: "start"
    case .card: "prompt"
    }
  }
}

extension ReportTable.Value {
  /// A time: with its offset for programs, to the minute for people.
  static func time(_ moment: Moment) -> ReportTable.Value {
    let text = moment.iso8601
    return .term(text, words: String(text.prefix(16)).replacing("T", with: " "))
  }
}

extension StatisticsPeriod {
  /// The days in words: “2026-11-01 to 2026-11-22”.
  public var words: String {
    guard let first else { return "up to \(last.iso8601)" }
    return first == last ? first.iso8601 : "\(first.iso8601) to \(last.iso8601)"
  }
}

extension Score {
  fileprivate var share: ReportTable.Value { .share(ifAny: runningPercentage) }
}

extension AnswerFigures {
  /// The minutes that the answers took.
  var minutes: Double { Double(milliseconds) / 60_000 }

  fileprivate func minutes(_ kind: AnswerKind) -> Double { Double(milliseconds(kind)) / 60_000 }
}

// MARK: - Pages

extension ReportPage {
  typealias Column = ReportTable.Column

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
  public static func scores(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    var sum = Score()
    let running = report.parts.map { part in
      sum = sum + part.figures.score()
      return (part: part, sum: sum)
    }
    let isOrdered = if case .time = report.grouping { true } else { report.grouping == .session }
    let rows = ReportTable("rows", "", of: running) {
      names.columns(of: report.grouping).map { $0.of(\.part) }
      scoreColumns.map { $0.of(\.part.figures) }
      isOrdered
        ? [Column("running", "Running") { $0.sum.share }]
        : [Column<(part: AnswerReport.Part, sum: Score)>]()
    }
    return ReportPage(
      .scores, report, report.grouping.words,
      summary: summary(report, scoreColumns + [minutes]), tables: [rows],
      drawings: [.bars(table: "rows", label: report.grouping.label(names), value: "answers")])
  }

  /// Answers and minutes by kind.
  public static func reviews(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let rows = ReportTable("rows", "", of: report.parts) {
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
      Column("answers_per_day", "Answers a day") {
        .number(Double($0.total.total) / days, decimals: 1)
      }
      Column("minutes_per_studied_day", "Minutes a studied day") {
        .number($0.total.minutes / studied, decimals: 1)
      }
    }
    return ReportPage(
      .reviews, report, report.grouping.words, summary: summary, tables: [rows, kinds],
      drawings: [.bars(table: "rows", label: report.grouping.label(names), value: "answers")])
  }

  /// New cards.
  public static func added(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    var sum = 0
    let counts = report.parts.map { part in
      sum += part.figures.count(.new)
      return (part: part, sum: sum)
    }
    let rows = ReportTable("rows", "", of: counts) {
      names.columns(of: report.grouping).map { $0.of(\.part) }
      Column("new", "New") { .count($0.part.figures.count(.new)) }
      Column("total", "Total") { .count($0.sum) }
    }
    let summary = ReportTable("summary", "", .record, of: [report]) {
      Column("new", "New cards") { .count($0.total.count(.new)) }
      Column("days", "Days") { .count(ifAny: $0.period.dayCount) }
      Column("new_per_day", "New cards a day") {
        .number(
          Double($0.total.count(.new)) / Double(max($0.period.dayCount ?? 0, 1)), decimals: 1)
      }
    }
    return ReportPage(
      .added, report, report.grouping.words, summary: summary, tables: [rows],
      drawings: [.bars(table: "rows", label: report.grouping.label(names), value: "new")])
  }

  /// Answers by hour of day, without those outside the schedule.
  public static func hours(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let kinds = AnswerKind.allCases.filter { $0 != .cram }
    let rows = ReportTable("rows", "", of: report.parts) {
      names.columns(of: .hour)
      Column("answers", "Answers") { .count($0.figures.score(of: kinds).total) }
      Column("correct", "Correct") { .count($0.figures.score(of: kinds).correct) }
      Column("incorrect", "Incorrect") { .count($0.figures.score(of: kinds).incorrect) }
      Column("percentage", "Accuracy") { $0.figures.score(of: kinds).share }
      [minutes.of(\.figures)]
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
  public static func grades(_ report: AnswerReport) -> ReportPage {
    let states: [(name: String, kinds: [AnswerKind])] = [
      ("learning", [.new, .learning, .relearning]), ("young", [.young]), ("mature", [.mature]),
      ("cram", [.cram]),
    ]
    let total = report.total
    let rows = ReportTable("rows", "", of: states) {
      Column("state", "State") { .text($0.name) }
      Grade.allCases.map { grade in
        Column<(name: String, kinds: [AnswerKind])>(
          grade.name, grade.name.prefix(1).uppercased() + grade.name.dropFirst()
        ) { state in .count(state.kinds.reduce(0) { $0 + total.count($1, grade) }) }
      }
      Column("percentage", "Accuracy") { total.score(of: $0.kinds).share }
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
  public static func sessions(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
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
      drawings: [.bars(table: "rows", label: "start", value: "answers")],
      remarks: ["A session ends where no answer comes for 30 minutes."]
    ).showing(["start", "minutes", "answers", "percentage"])
  }

  // MARK: - Retention

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
  /// was asked for.
  ///
  /// - Parameters:
  ///   - days: all answers by day.
  ///   - directions: the answers of the period by direction.
  ///   - today: the present day.
  ///   - names: what the numbers stand for.
  /// - Returns: the page.
  public static func retention(
    days: AnswerReport, directions: AnswerReport, today: StudyDay, _ names: StatisticsNames
  ) -> ReportPage {
    let spans: [(name: String, title: String, period: StatisticsPeriod?)] = [
      ("today", "Today", .days(1, today: today)),
      ("yesterday", "Yesterday", StatisticsPeriod.days(1, today: today).before),
      ("week", "Last 7 days", .days(7, today: today)),
      ("month", "Last 30 days", .days(30, today: today)),
      ("year", "Last 365 days", .days(365, today: today)),
      ("all", "All", .all(today: today)),
    ]
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
  public static func retention(_ report: AnswerReport, _ names: StatisticsNames) -> ReportPage {
    let rows = ReportTable("rows", "", of: report.parts) {
      names.columns(of: report.grouping)
      retentionColumns { $0.figures }
    }
    return ReportPage(
      .retention, report, report.grouping.words, summary: retentionSummary(report.total),
      tables: [rows],
      drawings: [.bars(table: "rows", label: report.grouping.label(names), value: "retention")]
    ).showing(retentionEssentials)
  }

  // MARK: - Groups

  /// Everything by group.
  ///
  /// - Parameters:
  ///   - report: the answers by group.
  ///   - cards: the cards of each group, by its title.
  ///   - names: what the numbers stand for.
  /// - Returns: the page.
  public static func groups(
    _ report: AnswerReport, cards: [String: CardReport], _ names: StatisticsNames
  ) -> ReportPage {
    func title(_ part: AnswerReport.Part) -> String {
      names.groups.indices.contains(part.key) ? names.groups[part.key] : ""
    }
    let rows = ReportTable("rows", "", of: report.parts) {
      names.columns(of: .group)
      scoreColumns.map { $0.of(\.figures) }
      [minutes.of(\.figures)]
      Column("retention", "Retention") { $0.figures.trueRetention.share }
      Column("cards", "Cards") { part in
        .count(ifAny: cards[title(part)]?.counts.values.reduce(0, +))
      }
      Column("unseen", "New") { part in
        .count(ifAny: cards[title(part)].map { $0.counts[.new] ?? 0 })
      }
      Column("known", "Known") { part in
        .number(ifAny: cards[title(part)]?.knownCards, decimals: 1)
      }
    }
    return ReportPage(
      .groups, report, nil, summary: summary(report, scoreColumns + [minutes]), tables: [rows],
      drawings: [.bars(table: "rows", label: "group", value: "answers")]
    ).showing(["group", "answers", "percentage", "retention", "cards", "known"])
  }

  // MARK: - Calendar

  /// The days of study.
  public static func calendar(_ calendar: StudyCalendar, _ report: AnswerReport) -> ReportPage {
    let rows = ReportTable("rows", "", of: calendar.days) {
      Column("day", "Day") { .text($0.day.iso8601) }
      Column("answers", "Answers") { .count($0.figures.total) }
      Column("minutes", "Minutes") { .number($0.figures.minutes, decimals: 1) }
    }
    let sum = calendar.days.reduce(into: AnswerFigures()) { $0 += $1.figures }
    let best = calendar.days.max { $0.figures.total < $1.figures.total }
    let summary = ReportTable("summary", "", .record, of: [calendar]) {
      Column("streak", "Streak (days)") { .count($0.streak) }
      Column("longest_streak", "Longest streak (days)") { .count($0.longestStreak) }
      Column("studied_days", "Days with answers") { .count($0.studiedDays) }
      Column("days", "Days") { .count($0.days.count) }
      Column("studied_share", "Days studied") {
        .share(Double($0.studiedDays) / Double(max($0.days.count, 1)))
      }
      Column("answers", "Answers") { _ in .count(sum.total) }
      Column("best_day", "Busiest day") { _ in
        .text(ifAny: best.flatMap { $0.figures.total > 0 ? $0.day.iso8601 : nil })
      }
    }
    let first = calendar.days.first?.day.iso8601 ?? ""
    let last = calendar.days.last?.day.iso8601 ?? ""
    return ReportPage(
      name: "calendar", title: "Calendar, \(first) to \(last)", first: first, last: last,
      summary: summary, tables: [rows],
      drawings: [
        .calendar(table: "rows", day: "day", value: "answers", title: "Answers a day")
      ])
  }
}

extension AnswerKind {
  fileprivate var title: String { name.prefix(1).uppercased() + name.dropFirst() }
}
