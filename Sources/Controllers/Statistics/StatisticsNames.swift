import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleText

/// What the numbers in reports of answers stand for.
package struct StatisticsNames: Sendable {
  /// A card, as reports name it.
  package struct Card: Sendable {
    /// The title of its group.
    package let group: String
    /// Its prompt.
    package let prompt: String
    /// Its answer.
    package let answer: String
    /// What it asks for.
    package let direction: Direction

    /// Makes a card.
    package init(group: String, prompt: String, answer: String, direction: Direction) {
      self.group = group
      self.prompt = prompt
      self.answer = answer
      self.direction = direction
    }
  }

  /// The titles of groups, by number.
  package let groups: [String]
  /// The labels, by number, and what they are called: `deck` or `tag`.
  package let labels: (key: String, title: String, names: [String])
  /// The cards, by number.
  package let cards: [Int: Card]
  /// The most rows of a table with a row for each card; `nil` for all.
  package let mostCards: Int?

  /// Makes the names.
  package init(
    groups: [String], labels: (key: String, title: String, names: [String]) = ("", "", []),
    cards: [Int: Card] = [:], mostCards: Int? = nil
  ) {
    self.groups = groups
    self.labels = labels
    self.cards = cards
    self.mostCards = mostCards
  }

  private static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  /// The kinds of directions, by the index that counting uses.
  package static let directions = DirectionKind.allCases

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
        Column("direction", "Direction") { part in
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
        Column("direction", "Direction") { .text(cards[$0.key]?.direction.fullName ?? "") },
      ]
    }
  }
}

extension AnswerGrouping {
  /// Whether the parts follow each other in time.
  var isInTime: Bool {
    switch self {
    case .time, .session: true
    case .group, .label, .direction, .grade, .hour, .weekday, .card: false
    }
  }

  /// What people read of it: “by day”.
  func words(_ names: StatisticsNames) -> String {
    switch self {
    case .time(let interval): "by \(interval.rawValue)"
    case .group: "by group"
    case .label: "by \(names.labels.key)"
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
  package static func time(_ moment: Moment) -> ReportTable.Value {
    .term(moment.iso8601, words: moment.minute)
  }
}

extension StatisticsPeriod {
  /// The days in words: “2026-11-01 to 2026-11-22”.
  package var words: String {
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

  /// The minutes that the answers of a kind took.
  func minutes(_ kind: AnswerKind) -> Double { Double(milliseconds(kind)) / 60_000 }
}
