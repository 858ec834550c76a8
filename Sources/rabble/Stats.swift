import ArgumentParser
import Foundation
import RabbleControllers
import RabbleQuestions
import RabbleReports
import RabbleScheduling
import RabbleScreens
import RabbleStatistics
import RabbleStudy
import RabbleTerminal
import RabbleText

/// `rabble stats`: statistical reports.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    "stats", "Show statistics: scores, retention, calendar, forecast, and more.",
    """
    Reports: \(reports).
    """,
    examples: [
      ("rabble stats retention -p 'last month'", "true retention"),
      ("rabble stats --format html --output stats.html", "a page with charts"),
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var selection: WhereOption
  @OptionGroup var rows: StatisticsRows

  @Option(help: "Output format.")
  var format: StatisticsFormat = .text

  @OptionGroup var file: OutputFile

  @Flag(help: "Say what the numbers mean.")
  var explain = false

  @Flag(help: "Begin CSV with a byte order mark, for Excel.")
  var bom = false

  @Option(
    help: ArgumentHelp("Print one number of the report alone.", valueName: "key"))
  var value: String?

  @Option(
    help: ArgumentHelp(
      "With `stats card`: which card of the question.",
      discussion: "\(Direction.names), or the text of a blank.", valueName: "direction"))
  var direction: String?

  @Argument(help: "The report; overview without one.", completion: .reports)
  var report: String?

  @Argument(
    help: ArgumentHelp(
      "Groups, decks or courses; for `stats card`, the card.",
      valueName: "group"),
    completion: .groups)
  var names: [String] = []

  private static let reports = StatisticsKind.allCases.map(\.rawValue).joined(separator: ", ")

  /// The report that is named; `nil` where none is, or a group in its place.
  private var namedKind: StatisticsKind? { report.flatMap { StatisticsKind(rawValue: $0) } }

  private var kind: StatisticsKind { namedKind ?? .overview }

  /// The groups and courses that the report is about; none for all.
  private var groups: [String] {
    if kind == .card { return [] }
    return (namedKind == nil ? [report].compactMap { $0 } : []) + names
  }

  /// Whether some cards count and others don't.
  private var selects: Bool { selection.text != nil || !groups.isEmpty }

  func validate() throws {
    try asValidation { () throws(StatisticsError) in
      if kind == .card {
        if names.isEmpty { throw .noCard }
        if names.count > 1 { throw .severalCards }
      } else if direction != nil {
        throw .onlyForCard
      }
      if selects, !kind.takesFilter {
        throw selection.text == nil
          ? .noGroups(report: kind.rawValue) : .noFilter(report: kind.rawValue)
      }
    }
    try rows.validate()
    if report == nil, format == .html, value == nil, rows.isArranged {
      throw ValidationError(StatisticsError.severalReports.description)
    }
    if value != nil, rows.compare || rows.isArranged {
      throw ValidationError(StatisticsError.onlyNumber.description)
    }
    if format == .csv, rows.compare {
      throw ValidationError("CSV has the rows alone; --compare is for the other formats.")
    }
    if bom, format != .csv || value != nil {
      throw ValidationError("--bom is for --format csv.")
    }
    if explain, format == .json || format == .csv || value != nil {
      throw ValidationError("--explain is for --format text and html.")
    }
    let request = try rows.request(kind, today: options.surroundings.now().day)
    do { try request.validate() } catch {
      let hint =
        meantReport.map { " Did you mean `stats \($0)`?" }
        ?? (namedKind == nil && rows.days == nil ? " Name a report, such as `stats scores`." : "")
      throw ValidationError(error.description + hint)
    }
  }

  /// The report that a name may mean that is no report's; it may be a group's.
  private var meantReport: String? {
    namedKind == nil ? report.flatMap { StatisticsKind.nearest(to: $0) } : nil
  }

  func run() throws {
    if kind == .confusions || kind == .leeches, value == nil, let format = format.ofTables {
      do { return try list(format) } catch let error as StatisticsError {
        throw ValidationError(error.description)
      }
    }
    if report == nil, value == nil, !rows.isUsed, !selects,
      format == .json || format == .csv
    {
      let library = try options.openLog(for: .looking)
      let tables = try library.scoreTables()
      try file.write(
        format == .json ? ReportFormat.json.text(tables) : mark + ReportFormat.csv.text(tables))
      return try library.gradingAdvice().forEach(Output.tell)
    }
    var request = try rows.request(kind, today: options.surroundings.now().day)
    let library =
      try request.readsDecks || selects
      ? options.openLibrary(for: .looking) : options.openLog(for: .looking)
    if kind == .card { (request.card, request.direction) = (names.first, direction) }
    request.seed = options.seed ?? 1
    request.mostRows = mostRows
    try select(for: &request, of: library)
    do {
      try write(request, library)
    } catch let error as StatisticsError {
      throw ValidationError(error.description)
    }
  }

  /// What CSV begins with.
  private var mark: String { bom ? "\u{feff}" : "" }

  /// The most rows of a table that the format shows; `nil` for all.
  private var mostRows: Int? {
    if value != nil { return 0 }
    let limit = rows.limit.map { max($0, 1) }
    return switch format {
    case .json, .csv: limit
    case .text where options.displayStyle.isPlain: limit
    case .text: limit ?? ReportPageText.usualRows
    case .html: HTMLPage.mostRows
    }
  }

  private func write(_ request: StatisticsRequest, _ library: Library) throws {
    if report == nil, format == .html, value == nil {
      let pages = try StatisticsKind.wholePage.filter { !selects || $0.takesFilter }.map { kind in
        var part = StatisticsRequest(kind)
        (part.seed, part.cards, part.groups) = (request.seed, request.cards, request.groups)
        return try library.statistics(part)
      }
      return try file.write(HTMLPage.text(pages))
    }
    let page = try library.statistics(request)
    if format == .text || format == .html, rows.isArranged,
      !page.showsFirstTable(asDrawing: format == .text && !options.displayStyle.isPlain)
    {
      throw StatisticsError.hiddenRows(report: page.name)
    }
    if let value { return try file.write(CSVText.text(page.value(of: value)) + "\n") }
    switch format {
    case .text:
      try file.page(
        ReportPageText.text(
          page,
          .init(
            width: file.columns,
            isColored: file.isStandardOutput && options.isColored(STDOUT_FILENO),
            isPlain: options.displayStyle.isPlain, explains: explain,
            mostRows: max(rows.limit ?? 0, ReportPageText.usualRows))))
      page.advice.forEach(Output.tell)
    case .json: try file.write(JSONText.text(page))
    case .csv: try file.write(mark + CSVText.text(page))
    case .html: try file.write(HTMLPage.text([page]))
    }
  }

  /// Limits a report to the cards that groups or a filter choose.
  private func select(for request: inout StatisticsRequest, of library: Library) throws {
    guard selects else { return }
    let scope: SelectionScope = groups.isEmpty ? .all : .groups(groups)
    do {
      let selected =
        try selection.text == nil
        ? library.select(nil, in: scope) : selection.select(scope, of: library)
      let cards = selected.set
      request.cards = { cards.contains($0) }
      // A filter chooses among the cards that count, so that it and its negation part them; names add groups.
      if !groups.isEmpty { request.groups = Set(selected.groups.map(\.id)) }
    } catch let error as UnknownGroup where namedKind == nil && error.name == report {
      guard error.reason == .unknown, let report else { throw error }
      let meant =
        meantReport.map { "`stats \($0)`" } ?? error.near.first.map { Quoting.curly($0) }
      throw ValidationError(StatisticsError.unknownReport(report, meant: meant).description)
    }
  }

  /// Confusions and leeches have the form that they had before reports had one.
  private func list(_ format: ReportFormat) throws {
    let library = try options.openLog(for: .looking)
    let page = try library.statistics(rows.request(kind, today: library.today))
    guard format == .text else {
      return try file.write((format == .csv ? mark : "") + format.text(page.tables))
    }
    if page.summary.rows.first?.values == [.count(0)] { Output.tell("No \(page.name).") }
    let tables = page.tables.filter { !$0.rows.isEmpty }
    if tables.isEmpty { return }
    let remarks =
      page.remarks.isEmpty ? "" : "\n" + LinesText.text(page.remarks, width: file.columns)
    let meanings =
      explain
      ? ReportPageText.definitions(
        of: page, width: file.columns,
        isColored: file.isStandardOutput && options.isColored(STDOUT_FILENO)) : ""
    try file.page(format.text(tables, width: file.columns) + remarks + meanings)
  }
}

/// The formats of a statistical report; all show the same values.
enum StatisticsFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, html

  /// The format of plain tables, if it is one.
  var ofTables: ReportFormat? {
    switch self {
    case .text: .text
    case .json: .json
    case .csv: .csv
    case .html: nil
    }
  }
}

extension StatisticsRequest.By: ExpressibleByArgument {}

/// Which answers a report is about, and which rows it has.
struct StatisticsRows: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "7d, last month, 2026, 2026-11, A..B (without B), …", valueName: "period"))
  var period: String?

  @Option(help: "What the rows are.")
  var by: StatisticsRequest.By?

  @Flag(help: "Compare with as many days before.")
  var compare = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Add the moving average over N rows.", valueName: "n")
  )
  var average: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort rows by it; -KEY: the largest first.",
      valueName: "key"))
  var sort: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show at most this many rows.", valueName: "n"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The days of a forecast (default: 14).", valueName: "n"))
  var days: Int?

  /// Whether the rows of a table are others than without the options.
  var isArranged: Bool { average != nil || sort != nil || limit != nil }

  /// Whether any of the options is used.
  var isUsed: Bool {
    period != nil || by != nil || compare || isArranged || days != nil
  }

  /// - Throws: `ValidationError` for numbers out of range.
  func validate() throws {
    for (option, number, range) in [
      ("--average", average, 1...1000), ("--limit", limit, 0...10_000_000),
      ("--days", days, 1...3650),
    ] {
      if let number, !range.contains(number) {
        throw ValidationError("\(option) must be \(range.lowerBound) to \(range.upperBound).")
      }
    }
  }

  /// The request for a report.
  func request(_ kind: StatisticsKind, today: StudyDay) throws -> StatisticsRequest {
    var request = StatisticsRequest(kind)
    request.period = try asValidation { () throws(StatisticsError) in
      guard let period else { return nil }
      if let read = StatisticsPeriod(period, today: today) {
        if let first = read.first, first > today { throw .futurePeriod(period) }
        return read
      }
      let ends = period.components(separatedBy: "..")
      let areDates = ends.allSatisfy {
        StatisticsPeriod($0 + "..", today: StudyDay(number: .max)) != nil
      }
      guard ends.count == 2, areDates else { throw .unknownPeriod(period) }
      throw ends[1].isEmpty ? .futurePeriod(period) : .emptyPeriod(period)
    }
    request.by = by
    request.forecastDays = days
    request.compares = compare
    (request.arrangement.average, request.arrangement.sort) = (average, sort)
    request.arrangement.limit = limit
    return request
  }
}

/// Does something whose errors are of usage.
private func asValidation<Value>(_ body: () throws(StatisticsError) -> Value) throws -> Value {
  do { return try body() } catch { throw ValidationError(error.description) }
}
