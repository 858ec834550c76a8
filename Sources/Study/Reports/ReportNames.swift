import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// What the numbers in reports of answers stand for.
struct ReportNames: Sendable {
  /// A card, as reports name it.
  struct Card: Sendable {
    /// The title of its group.
    let group: String
    /// Its prompt.
    let prompt: String
    /// Its answer.
    let answer: String
    /// What it asks for.
    let direction: Direction
  }

  /// The titles of groups, by number.
  let groups: [String]
  /// The decks, tags or presets, by number.
  let labels: [String]
  /// The cards, by number.
  let cards: [Int: Card]
  /// The most rows of a table with a row for each card; `nil` for all.
  let mostCards: Int?

  init(
    groups: [String], labels: [String] = [],
    cards: [Int: Card] = [:], mostCards: Int? = nil
  ) {
    self.groups = groups
    self.labels = labels
    self.cards = cards
    self.mostCards = mostCards
  }

  /// The columns that say what the answers of a row have in common.
  func columns(of rows: ReportRows) -> [ReportTable.Column<AnswerReport.Part>] {
    typealias Column = ReportTable.Column<AnswerReport.Part>
    func name(_ names: [String], _ index: Int) -> ReportTable.Value {
      .text(names.indices.contains(index) ? names[index] : "")
    }
    let heading = rows.heading
    switch rows {
    case .day, .week, .month, .quarter, .year:
      guard case .time(let interval)? = rows.grouping else { return [] }
      return [Column(heading) { .text(interval.name(of: StudyDay(number: $0.key))) }]
    case .group: return [Column(heading) { name(groups, $0.key) }]
    case .deck, .tag, .preset: return [Column(heading) { name(labels, $0.key) }]
    case .direction: return [Column(heading) { name(Self.directions, $0.key) }]
    case .state: return [Column(heading) { .text(AnswerKind(rawValue: $0.key)?.name ?? "") }]
    case .grade: return [Column(heading) { .text(Grade(rawValue: $0.key)?.name ?? "") }]
    case .hour: return [Column(heading) { .count($0.key) }]
    case .weekday: return [Column(heading) { name(Self.weekdays, $0.key) }]
    case .session:
      return [
        Column(.session) { .count($0.key) },
        Column(heading) { part in
          .time(Moment(milliseconds: part.figures.first, utcOffset: part.utcOffset))
        },
      ]
    case .card:
      return [
        Column(.group) { .text(cards[$0.key]?.group ?? "") },
        Column(heading) { .text(cards[$0.key]?.prompt ?? "") },
        Column(.answer) { .text(cards[$0.key]?.answer ?? "") },
        Column(.direction) { .text(cards[$0.key]?.direction.fullName ?? "") },
      ]
    case .interval, .stability, .difficulty, .retrievability, .due, .leech, .confusion, .mistake:
      return []
    }
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The kinds of directions, by the index that counting uses.
  private static let directions = DirectionKind.allCases.map(\.rawValue)
}

extension ReportTable.Heading {
  static let session = count(
    "session", "Session", "Answers with less than 30 minutes between them.")
  static let start = ReportTable.Heading("start", "Start", form: .time)
}

extension ReportRows {
  /// The column that says what a row is of.
  var heading: ReportTable.Heading {
    switch self {
    case .day, .week: ReportTable.Heading(rawValue, rawValue.capitalizedFirst, form: .day)
    case .month, .quarter, .year, .deck, .tag:
      ReportTable.Heading(rawValue, rawValue.capitalizedFirst)
    case .weekday:
      ReportTable.Heading(rawValue, "Day of the week")
    case .hour:
      ReportTable.Heading(
        rawValue, "Hour", form: .count,
        definition: "The hour, 0 to 23, on the clock where each answer was given.")
    case .grade: ReportTable.Heading(rawValue, "Grade", form: .term(Grade.allCases.map(\.name)))
    case .group: .group
    case .direction: .direction
    case .state: .state
    case .session: .start
    case .preset: .preset
    case .card, .leech, .confusion: .prompt
    case .mistake: .mistake
    case .interval, .stability, .difficulty, .retrievability, .due: .from
    }
  }

  /// What people read of it: “by day”.
  var words: String {
    switch self {
    case .weekday: "by day of the week"
    case .direction: "by what is asked for"
    case .state: "by state"
    default: "by \(rawValue)"
    }
  }
}

extension ReportPage {
  /// The page with these columns where there is no room for all.
  func showing(_ essentials: [ReportTable.Heading]) -> ReportPage {
    var page = self
    page.essentials = Set(essentials.map(\.key))
    return page
  }
}

extension ReportPage.Drawing {
  /// A bar for each row of the main table, or a line over many rows if they follow each other in time.
  static func bars(
    _ label: ReportTable.Heading, _ value: ReportTable.Heading, isInTime: Bool = false
  ) -> Self {
    .bars(table: "rows", label: label.key, value: value.key, isInTime: isInTime)
  }
}

extension ReportTable.Value {
  /// A time: with its offset for programs, to the minute for people.
  static func time(_ moment: Moment) -> ReportTable.Value {
    .term(moment.iso8601, words: moment.minute)
  }
}

extension StatisticsPeriod {
  /// The days in words: “2026-11-01 to 2026-11-22”.
  var words: String {
    guard let first else { return "up to \(last.iso8601)" }
    return first == last ? first.iso8601 : "\(first.iso8601) to \(last.iso8601)"
  }
}

extension Score {
  /// The share of correct answers.
  var share: ReportTable.Value { .share(ifAny: runningPercentage) }
}

extension AnswerFigures {
  /// The minutes that the answers took.
  var minutes: Double { Double(milliseconds) / 60_000 }
}
