import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStorage
import RabbleText

/// What a report is made from: one state of the log, the decks, and what is asked for.
struct ReportSource {
  let library: Library
  let request: ReportRequest
  let tx: Transaction
  let now: Moment
  /// The coming days, as a simulation has them.
  let simulated: [SimulatedDay]

  var today: StudyDay { now.day }
  var period: StatisticsPeriod { request.period }

  /// The same for other days.
  func of(_ period: StatisticsPeriod) -> ReportSource {
    ReportSource(
      library: library, request: request.of(period), tx: tx, now: now, simulated: simulated)
  }

  /// The same about other cards.
  func of(_ part: ReportRequest.Part) -> ReportSource {
    var other = request
    other.choose(part)
    return ReportSource(library: library, request: other, tx: tx, now: now, simulated: simulated)
  }

  // MARK: - Pages

  /// A page about the days of a period.
  ///
  /// - Parameters:
  ///   - title: what it is about, without its days.
  ///   - conclusion: the answer to its question.
  ///   - period: the days; ``period`` without it.
  ///   - summary: its most important numbers.
  ///   - tables: its tables.
  ///   - drawings: how the tables are drawn.
  ///   - remarks: what else the reader should know.
  /// - Returns: the page.
  func page(
    _ title: String, _ conclusion: String?, _ period: StatisticsPeriod? = nil,
    summary: ReportTable, tables: [ReportTable],
    drawings: [ReportPage.Drawing] = [],
    remarks: [String] = []
  ) -> ReportPage {
    let period = period ?? self.period
    return ReportPage(
      name: request.report.name, title: "\(title), \(period.words)", conclusion: conclusion,
      first: period.first?.iso8601, last: period.last.iso8601, summary: summary, tables: tables,
      drawings: drawings, remarks: remarks)
  }

  /// A page about the present.
  func pageOfToday(
    _ title: String, _ conclusion: String?, summary: ReportTable, tables: [ReportTable],
    drawings: [ReportPage.Drawing] = [], remarks: [String] = []
  ) -> ReportPage {
    ReportPage(
      name: request.report.name, title: "\(title), \(today.iso8601)",
      conclusion: conclusion, last: today.iso8601,
      summary: summary, tables: tables, drawings: drawings,
      remarks: remarks)
  }

  // MARK: - Cards

  /// Where the cards stand that were answered, with the new ones if they are asked for.
  func cardReport(andNew: Bool = false, findsDecks: Bool = true) throws -> CardReport {
    var tally = CardTally(at: now)
    try forEachCard(andNew: andNew, findsDecks: findsDecks) { card, scheduler in
      tally.add(
        card.card.question, card.schedule, card.suspension, scheduler, isInDeck: card.isInDeck)
    }
    return tally.report
  }

  /// Where the cards of each group stand, new ones too.
  func cardReportsByGroup() throws -> [GroupName: CardReport] {
    var numbers: [GroupName: Int] = [:]
    var tallies: [CardTally] = []
    let names = try presentGroups()
    try forEachCard(andNew: true, withGroups: true) { card, scheduler in
      let name = names[card.card.question.bits] ?? card.group
      let number = numbers[name] ?? tallies.count
      if number == tallies.count {
        numbers[name] = number
        tallies.append(CardTally(at: now))
      }
      tallies[number].add(card.card.question, card.schedule, card.suspension, scheduler)
    }
    return numbers.mapValues { tallies[$0].report }
  }

  /// The group in which each question is now: it may have been moved since it was asked last.
  private func presentGroups() throws -> [UInt128: GroupName] {
    var names: [UInt128: GroupName] = [:]
    for group in try countedGroups() {
      for question in try tx.statistics.questions(of: group) where names[question] == nil {
        names[question] = group.name
      }
    }
    return names
  }
}

// MARK: - Making a report

extension Library {
  package var today: StudyDay { surroundings.now().day }

  /// A statistical report, such as `library.report("answers", by: "group", period: "30d")`.
  ///
  /// - Parameters:
  ///   - name: its name, as `rabble stats --help` lists them.
  ///   - rows: what its rows are, as the option `--by` names it; `nil` for what they usually are.
  ///   - period: its days, as the option `--period` names them; `nil` for those that it usually has.
  /// - Returns: the report with all its rows.
  /// - Throws: an error with a sentence that says what is wrong where there is no such report, or it has no such rows or
  ///   days; an error of the review log.
  public func report(
    _ name: String, by rows: String? = nil, period: String? = nil
  ) throws -> ReportPage {
    guard let report = Report.named(name) else {
      throw ReportError.unknownReport(name, meant: Report.nearest(to: name).map(Quoting.curly))
    }
    var words = ReportRequest.Words()
    words.period = period
    words.rows = try rows.map { rows in
      guard let known = ReportRows(rawValue: rows) else {
        throw ReportError.noRows(rows, report: name, rows: report.rows.map(\.rawValue))
      }
      return known
    }
    return try self.report(ReportRequest(report, words, today: today))
  }

  /// Makes a statistical report.
  ///
  /// - Throws: ``ReportError`` where it has no such column, or nothing to compare with; an error of the review log.
  package func report(_ request: ReportRequest) throws -> ReportPage {
    var request = request
    // Another order may begin with other rows.
    if request.arrangement.sort != nil { request.mostRows = nil }
    let now = surroundings.now()
    let simulated = try simulatedDays(request)
    let page = try log.read { tx in
      try request.report.make(
        ReportSource(library: self, request: request, tx: tx, now: now, simulated: simulated))
    }
    return try page.arranged(request.arrangement)
  }
}
