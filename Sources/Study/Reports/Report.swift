import RabbleScreens
import RabbleStatistics
import RabbleText

/// A statistical report: what it is called, which question it answers, what may be asked of it, and how it is made.
///
/// Everything that lists reports or describes one reads it here: the command line with its help and completion, the
/// page of all reports, `--explain`, the schema and the documentation. A new report is a file with one such value, and
/// its name in ``all``.
package struct Report: Sendable {
  /// Its name on the command line and for programs.
  package let name: String
  /// The question that it answers.
  package let question: String
  /// What its rows can be; empty where they are always the same.
  package let rows: [ReportRows]
  /// What its rows are unless something else is asked for; `nil` where they are none of these then.
  let usualRows: ReportRows?
  /// Whether it is about the days of a period; otherwise it is about the present.
  package let takesPeriod: Bool
  /// How many days it is about, by what its rows are, unless others are asked for; `nil` for all.
  let usualDays: @Sendable (ReportRows?) -> Int?
  /// How many days ahead it looks unless others are asked for; `nil` where it does not.
  package let daysAhead: Int?
  /// Whether groups or a filter can choose its cards.
  package let takesFilter: Bool
  /// Whether it is about cards as they stand in the decks, new ones among them.
  let readsDecks: Bool
  /// Whether its rows follow each other in time where they can be nothing else.
  let isInTime: Bool
  /// Whether it can have two groups beside each other.
  package let comparesParts: Bool
  /// What its rows are on the page of all reports, a part of the page each; empty where it is none of it.
  let onPage: [ReportRows?]
  /// Makes it.
  let make: @Sendable (ReportSource) throws -> ReportPage

  /// Describes a report.
  init(
    _ name: String, _ question: String, rows: [ReportRows] = [],
    usually usualRows: ReportRows? = nil, takesPeriod: Bool = false,
    usualDays: @escaping @Sendable (ReportRows?) -> Int? = { _ in nil }, daysAhead: Int? = nil,
    takesFilter: Bool = true, readsDecks: Bool = false, isInTime: Bool = false,
    comparesParts: Bool = false,
    onPage: [ReportRows?] = [nil],
    make: @escaping @Sendable (ReportSource) throws -> ReportPage
  ) {
    self.name = name
    self.question = question
    self.rows = rows
    self.usualRows = usualRows
    self.takesPeriod = takesPeriod
    self.usualDays = usualDays
    self.daysAhead = daysAhead
    self.takesFilter = takesFilter
    self.readsDecks = readsDecks
    self.isInTime = isInTime
    self.comparesParts = comparesParts
    self.onPage = onPage
    self.make = make
  }

  /// All reports, as help lists them.
  package static let all: [Report] = [
    overview, retention, answers, forecast, calendar, cards, memory, calibration, words, trouble,
    course, compare,
  ]

  /// The report of this name; `nil` where there is none.
  package static func named(_ name: String) -> Report? { all.first { $0.name == name } }

  /// The name of the report that a misspelled one may mean; `nil` if none is near.
  package static func nearest(to name: String) -> String? {
    Nearest.to(name, among: all.map(\.name))
  }
}

/// What the rows of a report can be (`--by`).
package enum ReportRows: String, Hashable, Sendable, CaseIterable {
  case day, week, month, quarter, year
  case weekday, hour, group, deck, tag, direction, state, grade, session, preset, card
  case interval, stability, difficulty, retrievability, due
  case leech, confusion, mistake

  /// How answers are counted by it; `nil` where rows are no answers that have something in common.
  var grouping: AnswerGrouping? {
    switch self {
    case .day: .time(.day)
    case .week: .time(.week)
    case .month: .time(.month)
    case .quarter: .time(.quarter)
    case .year: .time(.year)
    case .weekday: .weekday
    case .hour: .hour
    case .group: .group
    case .deck, .tag, .preset: .label
    case .direction: .direction
    case .state: .kind
    case .grade: .grade
    case .session: .session
    case .card: .card
    case .interval, .stability, .difficulty, .retrievability, .due, .leech, .confusion, .mistake:
      nil
    }
  }

  /// Whether rows of it follow each other in time.
  var isInTime: Bool {
    switch grouping {
    case .time, .session: true
    default: false
    }
  }

  /// What answers can be counted by.
  static let ofAnswers = allCases.filter { $0.grouping != nil }
}
