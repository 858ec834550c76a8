import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

/// Which statistics are asked for.
package struct StatisticsRequest: Sendable {
  /// By what the rows of a report can be, as the command line has it.
  package enum By: String, Hashable, Sendable, CaseIterable {
    case day, week, month, quarter, year, group, deck, tag, direction, grade, hour, weekday
    case session, card

    /// How answers are counted by it.
    package var grouping: AnswerGrouping {
      switch self {
      case .day: .time(.day)
      case .week: .time(.week)
      case .month: .time(.month)
      case .quarter: .time(.quarter)
      case .year: .time(.year)
      case .group: .group
      case .deck, .tag: .label
      case .direction: .direction
      case .grade: .grade
      case .hour: .hour
      case .weekday: .weekday
      case .session: .session
      case .card: .card
      }
    }
  }

  /// The report.
  package var kind: StatisticsKind
  /// The card of a report about one, as it is named.
  package var card: String?
  /// What that card asks for, as the learner calls it; its question's first card without it.
  package var direction: String?
  /// The days; those that the report usually has without them.
  package var period: StatisticsPeriod?
  /// By what the rows are; what they usually are without it.
  package var by: By?
  /// Which cards count; all without it.
  package var cards: (@Sendable (CardID) -> Bool)?
  /// The groups that were chosen, as the log numbers them: their new cards count, although no card of their deck
  /// may have been answered.
  package var groups: Set<Int64> = []
  /// How many days a forecast has; ``usualForecast`` without it.
  package var forecastDays: Int?
  /// Whether it is compared with the period before.
  package var compares = false
  /// The order and number of its rows.
  package var arrangement = ReportArrangement()
  /// The most rows that a reader will see of a table that may have one for each card; `nil` for all, 0 where
  /// only a number of the summary is wanted.
  package var mostRows: Int?
  /// The seed of a forecast's simulation.
  package var seed: UInt64 = 1

  /// The days of a forecast unless others are asked for.
  package static let usualForecast = 14

  /// Asks for a report.
  package init(_ kind: StatisticsKind) { self.kind = kind }

  /// Whether it needs the decks as they are now; the others are about the log alone.
  package var readsDecks: Bool { by == .deck || by == .tag || kind.readsDecks }

  /// Makes sure that all that is asked for makes sense with the report.
  ///
  /// - Throws: `StatisticsError`, which says why not.
  package func validate() throws(StatisticsError) {
    let name = kind.rawValue
    if let by {
      // Retention is a share of grades.
      guard kind.takesGrouping, kind != .retention || by != .grade else {
        throw .noGrouping(by.rawValue, report: name)
      }
      if kind == .mistakes {
        guard case .time = by.grouping else { throw .onlyByTime(report: name) }
      }
    }
    if period != nil, !kind.takesPeriod { throw .noPeriod(report: name) }
    if let days = period?.dayCount, days > StatisticsPeriod.mostDays { throw .longPeriod }
    if compares, !kind.isComparable { throw .notComparable(report: name) }
    if compares, period == nil, kind.usualDays == nil { throw .nothingBefore }
    if forecastDays != nil, kind != .forecast { throw .noForecast(report: name) }
    if arrangement.average != nil, !hasRowsInTime {
      throw kind.takesTime ? .onlyAveragedByTime(report: name) : .notAveraged(report: name)
    }
  }

  /// Whether its rows follow each other in time, so that a moving average says something.
  private var hasRowsInTime: Bool {
    switch kind {
    case .overview, .calendar, .forecast, .memory, .sessions: return true
    case .scores, .reviews, .added, .retention:
      if by == .session { return true }
      guard case .time? = by?.grouping ?? kind.grouping else { return false }
      return true
    default: return false
    }
  }
}

extension StatisticsKind {
  /// The name of the report that a misspelled one may mean; `nil` if none is near.
  package static func nearest(to name: String) -> String? {
    Nearest.to(name, among: allCases.map(\.rawValue))
  }

  /// Whether a filter can choose its cards.
  package var takesFilter: Bool {
    switch self {
    case .confusions, .leeches, .level, .card: false
    default: true
    }
  }

  /// Whether its rows can be days, weeks and the like, instead of something else.
  fileprivate var takesTime: Bool { takesGrouping && self != .mistakes }

  /// Whether it is about cards as they stand in the decks, new ones among them.
  fileprivate var readsDecks: Bool {
    switch self {
    case .overview, .forecast, .cards, .intervals, .memory, .groups, .words, .level, .card: true
    case .scores, .reviews, .calendar, .retention, .calibration, .hours, .grades, .sessions,
      .added, .mistakes, .confusions, .leeches:
      false
    }
  }

  /// The reports of a page that shows all of it: all but those that are about single cards.
  package static let wholePage: [StatisticsKind] = [
    .overview, .calendar, .reviews, .retention, .forecast, .memory, .cards, .intervals, .added,
    .level, .hours, .grades, .sessions, .groups, .scores, .calibration, .mistakes, .confusions,
    .leeches,
  ]
}

extension Library {
  /// The present day.
  package var today: StudyDay { surroundings.now().day }

  /// Makes a statistical report.
  ///
  /// - Throws: `StatisticsError` where something asked for makes no sense with the report;
  ///   ``CardError`` where a card is meant that there is not; an error of the review log.
  package func statistics(_ request: StatisticsRequest) throws -> ReportPage {
    try request.validate()
    var request = request
    // Another order may begin with other rows.
    if request.arrangement.sort != nil { request.mostRows = nil }
    var page = try page(request)
    if request.compares {
      let usual = request.kind.usualDays.map { StatisticsPeriod.days($0, today: today) }
      guard let before = (request.period ?? usual)?.before else {
        throw StatisticsError.nothingBefore
      }
      var other = request
      other.period = before
      page = page.compared(with: try self.page(other), of: before)
    }
    page = try page.arranged(request.arrangement)
    let tables = [page.summary] + page.tables
    let headings = tables.flatMap(\.headings)
    page.definitions = StatisticsDefinition.of(headings.map(\.key), in: request.kind).map {
      key, text in
      ReportPage.Definition(key, headings.first { $0.key == key }?.title ?? key, text)
    }
    return page
  }
}

extension Library {
  /// The scores in total, by day, by group and by card: what programs read of statistics before reports
  /// had names.
  ///
  /// - Throws: an error of the review log.
  public func scoreTables() throws -> [ReportTable] {
    return try log.read { tx in
      try Statistics(
        library: self, request: StatisticsRequest(.scores), tx: tx, now: surroundings.now(),
        card: nil, simulated: []
      ).scoreTables()
    }
  }

  private func card(_ name: String, _ direction: String?) throws -> Card? {
    let ids = try cards(named: [name]).cards
    let found = try log.read {
      try $0.cards.standings(of: ids, in: groups, at: surroundings.now()).map(\.standing.card)
    }
    guard let direction else { return found.first }
    let meant = found.first { card in
      [card.id.direction.fullName, card.id.direction.kind.rawValue].contains(direction)
    }
    guard let meant else {
      throw CardError.noDirection(direction, cards: found.map(\.id.direction.fullName))
    }
    return meant
  }

  private func page(_ request: StatisticsRequest) throws -> ReportPage {
    let now = surroundings.now()
    var card: Card?
    var simulated: [SimulatedDay] = []
    switch request.kind {
    case .card: card = try request.card.flatMap { try self.card($0, request.direction) }
    case .forecast where request.cards == nil && !groups.isEmpty && request.mostRows != 0:
      let learner = try learner(of: plan(), seed: request.seed)
      simulated = learner.simulator.run(
        days: request.forecastDays ?? StatisticsRequest.usualForecast, cards: learner.newCards,
        knowing: learner.known, retention: learner.retention,
        limits: learner.limits())
    default: break
    }
    return try log.read { tx in
      try Statistics(
        library: self, request: request, tx: tx, now: now, card: card, simulated: simulated
      ).page()
    }
  }
}
