import ArgumentParser
import Foundation
import RabbleControllers
import RabbleFilters
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
    commandName: "stats",
    abstract: "Show statistics: scores, retention, calendar, forecast, and more.",
    discussion: """
      Reports:

      \(StatisticsKind.allCases.map(Self.line).joined(separator: "\n"))

      A period is all, today, yesterday, this week, last month, 7d, 4w, 12m, 2y, 2026, 2026-Q4, \
      2026-11, 2026-11-21, or two dates with .. between them, of which the second is not part of it. \
      Groups and courses that are named after the report, or in its place, are the only ones it is \
      about, by title or an unambiguous prefix. \
      Without the name of a report, JSON and CSV are the scores by day, group and card, for scripts \
      that were written before reports had names.
      """)

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
    help: ArgumentHelp("Print one number of the report alone, by its JSON key.", valueName: "key"))
  var value: String?

  @Argument(help: "The report; overview without one.", completion: .reports)
  var report: String?

  @Argument(
    help: ArgumentHelp(
      "Groups or courses that it is about; the card of the report card.", valueName: "group"),
    completion: .groups)
  var names: [String] = []

  private static func line(_ kind: StatisticsKind) -> String {
    "  \(kind.rawValue)" + String(repeating: " ", count: 12 - kind.rawValue.count) + kind.abstract
  }

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

  private static func unknownReport(_ report: String) -> ValidationError {
    let names = StatisticsKind.allCases.map(\.rawValue)
    return ValidationError(
      "Unknown report or group “\(report.printable)”."
        + (Nearest.to(report, among: names).map { " Did you mean `stats \($0)`?" } ?? "")
        + " Reports: \(names.joined(separator: ", ")).")
  }

  func validate() throws {
    if let report, namedKind == nil,
      Nearest.to(report, among: StatisticsKind.allCases.map(\.rawValue)) != nil
    {
      throw Self.unknownReport(report)
    }
    if kind == .card, names.count != 1 {
      throw ValidationError("`stats card` needs a card: its prompt, reading or answer.")
    }
    if selects, [.confusions, .leeches, .level, .card].contains(kind) {
      throw ValidationError(
        "`stats \(kind.rawValue)` has cards of its own; "
          + (selection.text == nil ? "it takes no group." : "--where can't be used."))
    }
    try rows.validate(for: kind)
  }

  func run() throws {
    if kind == .confusions || kind == .leeches, value == nil, let format = format.ofTables {
      return try list(kind == .leeches ? .leeches : .confusions, format)
    }
    if report == nil, value == nil, !rows.isUsed, !selects,
      format == .json || format == .csv
    {
      let answers = try options.openLog(for: .examining).report(.answers)
      try file.write(
        format == .json
          ? ReportFormat.json.text(answers.tables) : ReportFormat.csv.text(answers.tables))
      return answers.remarks.forEach(Output.tell)
    }
    let library = try openLibrary()
    var request = try rows.request(kind, today: library.today)
    request.card = kind == .card ? names.first.map { CardQuery($0) } : nil
    request.seed = options.seed ?? 1
    request.cards = try cards(of: library)
    var page = try library.statistics(request)
    if rows.compare {
      page = try rows.compared(page, library, request)
    }
    page = try rows.arranged(page)
    if let value { return try file.write(Self.text(of: value, page) + "\n") }
    switch format {
    case .text:
      try file.write(
        ReportPageText.text(
          page,
          .init(
            width: Terminal.columns(descriptor: STDOUT_FILENO),
            isColored: options.isColored(STDOUT_FILENO), isPlain: options.displayStyle.isPlain,
            explains: explain)))
    case .json: try file.write(JSONText.text(page))
    case .csv: try file.write((bom ? "\u{feff}" : "") + CSVText.text(page))
    case .html: try file.write(HTMLPage.text(report == nil ? wholePage(library) : [page]))
    }
    if kind == .overview, format == .text {
      for line in try library.gradingAdvice() { Output.tell(line) }
    }
  }

  /// What a page shows where no report is named.
  private func wholePage(_ library: Library) throws -> [ReportPage] {
    let kinds: [StatisticsKind] = [
      .overview, .calendar, .reviews, .retention, .forecast, .memory, .cards, .intervals, .hours,
      .grades, .groups,
    ]
    return try kinds.map { kind in
      var request = StatisticsRequest(kind)
      request.seed = options.seed ?? 1
      request.cards = try cards(of: library)
      return try library.statistics(request)
    }
  }

  /// Which cards count, where a filter says so.
  private func cards(of library: Library) throws -> (@Sendable (CardID) -> Bool)? {
    guard selects else { return nil }
    let filter = try selection.filter()
    do {
      let cards = try library.select(filter, in: groups.isEmpty ? .all : .groups(groups)).set
      return { cards.contains($0) }
    } catch let error as UnknownGroup where namedKind == nil && error.name == report {
      guard error.reason == .unknown, let report else { throw error }
      throw Self.unknownReport(report)
    }
  }

  /// Most reports are about the log alone, and change no byte of it.
  private func openLibrary() throws -> Library {
    if selects { return try options.openLibrary(for: .looking) }
    switch kind {
    case .forecast, .level, .card: return try options.openLibrary(for: .looking)
    case .overview where report == nil && format == .html:
      return try options.openLibrary(for: .looking)
    case .overview, .scores, .reviews, .calendar, .retention, .hours, .grades, .sessions, .words,
      .added, .mistakes, .memory, .calibration, .intervals, .cards, .groups, .confusions, .leeches:
      return try options.openLog(for: .examining)
    }
  }

  private func list(_ kind: ReportKind, _ format: ReportFormat) throws {
    let report = try options.openLog(for: .examining).report(kind)
    if kind == .leeches, report.isEmpty, format == .text { return Output.tell("No leeches.") }
    try file.write(format.text(report.tables))
    if format == .text { for line in report.remarks { Output.tell(line) } }
  }

  /// One number of a report as programs read it.
  private static func text(of key: String, _ page: ReportPage) throws -> String {
    guard let row = page.summary.rows.first, let index = page.summary.index(of: key) else {
      throw ValidationError(
        "The report \(page.name) has no number “\(key.printable)”. It has: "
          + page.summary.headings.map(\.key).joined(separator: ", ") + ".")
    }
    return CSVText.text(row.values[index])
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
    help: ArgumentHelp("Only answers of these days, e.g. \"last month\".", valueName: "period"))
  var period: String?

  @Flag(name: .customShort("D"), help: "A row a day.")
  var byDay = false
  @Flag(name: .customShort("W"), help: "A row a week.")
  var byWeek = false
  @Flag(name: .customShort("M"), help: "A row a month.")
  var byMonth = false
  @Flag(name: .customShort("Q"), help: "A row a quarter.")
  var byQuarter = false
  @Flag(name: .customShort("Y"), help: "A row a year.")
  var byYear = false

  @Option(help: "What the rows are.")
  var by: StatisticsRequest.By?

  @Flag(help: "Compare with as many days before.")
  var compare = false

  @Option(
    help: ArgumentHelp("Add the average over so many rows up to each.", valueName: "n"))
  var average: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Sort the rows by this column (its JSON key); -KEY sorts the largest first.",
      valueName: "key"))
  var sort: String?

  @Option(help: ArgumentHelp("Show at most this many rows.", valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp("The days of a forecast (default: 14).", valueName: "n"))
  var days: Int?

  /// By what the rows are, as any of the options says.
  private var chosen: [StatisticsRequest.By] {
    let flags: [(isSet: Bool, by: StatisticsRequest.By)] = [
      (byDay, .day), (byWeek, .week), (byMonth, .month), (byQuarter, .quarter), (byYear, .year),
    ]
    return flags.filter { $0.isSet }.map { $0.by } + [by].compactMap { $0 }
  }

  /// Whether any of the options is used.
  var isUsed: Bool {
    period != nil || !chosen.isEmpty || compare || average != nil || sort != nil || limit != nil
      || days != nil
  }

  /// - Throws: `ValidationError` where an option makes no sense with the report, and why.
  func validate(for kind: StatisticsKind) throws {
    let name = "`stats \(kind.rawValue)`"
    if chosen.count > 1 { throw ValidationError("Use only one of -D, -W, -M, -Q, -Y and --by.") }
    if let by = chosen.first {
      guard kind.takesGrouping else {
        throw ValidationError(
          "\(name) has rows of its own kind; --by \(by.rawValue) can't be used.")
      }
      if kind == .mistakes, !["day", "week", "month", "quarter", "year"].contains(by.rawValue) {
        throw ValidationError("\(name) counts by day, week, month, quarter or year only.")
      }
    }
    if period != nil, !kind.takesPeriod {
      throw ValidationError(
        "\(name) is about the present, or about all answers; --period can't be used.")
    }
    if compare, !kind.isComparable {
      throw ValidationError("\(name) can't be compared with the days before.")
    }
    if compare, period == nil, kind.usualDays == nil {
      throw ValidationError("--compare needs a --period that begins on a day, such as 30d.")
    }
    if days != nil, kind != .forecast {
      throw ValidationError("--days is for `stats forecast`; use --period with \(name).")
    }
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
    if let period {
      guard let read = StatisticsPeriod(period, today: today) else {
        throw ValidationError(
          "“\(period.printable)” is no period. Examples: all, today, last month, 7d, 2026, 2026-Q4, "
            + "2026-11, 2026-10-01..2026-11-01.")
      }
      request.period = read
    }
    request.by = chosen.first
    request.forecastDays = days ?? request.forecastDays
    return request
  }

  /// The report with a table that compares its numbers with those of the period before.
  func compared(_ page: ReportPage, _ library: Library, _ request: StatisticsRequest) throws
    -> ReportPage
  {
    let usual = request.kind.usualDays.map { StatisticsPeriod.days($0, today: library.today) }
    guard let before = (request.period ?? usual)?.before else {
      throw ValidationError("--compare needs a --period that begins on a day, such as 30d.")
    }
    var other = request
    other.period = before
    let past = try library.statistics(other)
    guard let now = page.summary.rows.first, let then = past.summary.rows.first else { return page }
    let figures = page.summary.headings.indices.filter { now.values[$0].number != nil }
    var page = page
    page.tables.append(
      ReportTable("compare", "Compared with \(before.words)", of: figures) {
        ReportTable.Column("figure", "Figure") {
          .term(page.summary.headings[$0].key, words: page.summary.headings[$0].title)
        }
        ReportTable.Column("value", "Now") { now.values[$0] }
        ReportTable.Column("before", "Before") { then.values[$0] }
        ReportTable.Column("change", "Change") { index in
          guard let a = now.values[index].number, let b = then.values[index].number else {
            return .missing
          }
          return .number(a - b, decimals: abs(a - b) < 1 && a != b ? 3 : 1)
        }
      })
    return page
  }

  /// The report with its rows in the order and number that are asked for.
  func arranged(_ page: ReportPage) throws -> ReportPage {
    var page = page
    guard var table = page.tables.first else { return page }
    func unknown(_ key: String) -> ValidationError {
      ValidationError(
        "The report \(page.name) has no column “\(key.printable)”. It has: "
          + table.headings.map(\.key).joined(separator: ", ") + ".")
    }
    if let average {
      let drawn = page.drawings.lazy.compactMap { drawing -> String? in
        switch drawing {
        case .bars("rows", _, let value), .calendar("rows", _, let value, _): value
        case .curve("rows", _, let values, _): values.first
        default: nil
        }
      }.first
      guard let drawn, let averaged = table.averaged(drawn, over: average) else {
        throw ValidationError("--average can't be used with the report \(page.name).")
      }
      table = averaged
    }
    if let sort {
      let descends = sort.hasPrefix("-")
      let key = descends ? String(sort.dropFirst()) : sort
      guard let sorted = table.sorted(by: key, descends: descends) else { throw unknown(key) }
      table = sorted
    }
    if let limit { table = table.limited(to: limit) }
    page.tables[0] = table
    return page
  }
}
