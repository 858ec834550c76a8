import ArgumentParser
import Foundation
import RabbleQuestions
import RabbleReports
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText

/// `rabble stats`: statistical reports.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    "stats", "Show statistics: overview, retention, answers, forecast, and more.",
    """
    Reports: \(Report.all.map(\.name).joined(separator: ", ")).
    """,
    examples: [
      ("rabble stats retention -p 'last month'", "true retention"),
      ("rabble stats --format html --output stats.html", "a page with charts"),
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var selection: WhereOption
  @OptionGroup var rows: ReportArguments

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

  @Argument(help: "The report; overview without one.", completion: .reports)
  var report: String?

  @Argument(
    help: ArgumentHelp("Groups, decks or courses.", valueName: "group"), completion: .groups)
  var names: [String] = []

  func run() throws {
    do {
      let named = report.flatMap { Report.named($0) }
      var request = try request(named)
      // A name that is no report's may be a group's.
      let groups = (named == nil ? [report].compactMap(\.self) : []) + names
      let selects = selection.text != nil || !groups.isEmpty
      let library =
        request.readsDecks || selects
        ? try options.openLibrary(for: .looking) : try options.openLog(for: .looking)
      request.seed = options.seed ?? 1
      request.mostRows = mostRows
      if request.report.comparesParts, groups.count == 2 {
        let parts = try groups.map { group in
          ReportRequest.Part(group, try select([group], isReport: true, of: library).set)
        }
        request = try request.comparing(parts[0], with: parts[1])
      } else if selects {
        let cards = try select(groups, isReport: named != nil, of: library)
        // A filter chooses among the cards that count, so that it and its negation part them; names add groups.
        request = try request.about(
          cards.set, in: groups.isEmpty ? [] : Set(cards.groups.map(\.id)))
      }
      try write(request, isWhole: named == nil, library)
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  /// What is asked for, as far as the command line tells.
  private func request(_ named: Report?) throws -> ReportRequest {
    try rows.validate()
    if named == nil, format == .html, value == nil, rows.isUsed {
      throw ReportError.severalReports
    }
    if value != nil, rows.isArranged { throw ReportError.onlyNumber }
    if bom, format != .csv || value != nil {
      throw ValidationError("--bom is for --format csv.")
    }
    if explain, format == .json || format == .csv || value != nil {
      throw ValidationError("--explain is for --format text and html.")
    }
    do throws(ReportError) {
      return try ReportRequest(
        named ?? .overview, rows.words, today: options.surroundings.now().day)
    } catch {
      // A misspelled report is taken for a group of the overview.
      guard named == nil, let meant = report.flatMap({ Report.nearest(to: $0) }) else {
        throw error
      }
      throw ValidationError(error.description + " Did you mean `stats \(meant)`?")
    }
  }

  /// The cards that groups or a filter choose.
  private func select(
    _ groups: [String], isReport: Bool, of library: Library
  ) throws -> CardSelection {
    let scope: SelectionScope = groups.isEmpty ? .all : .groups(groups)
    do {
      return try selection.text == nil
        ? library.select(nil, in: scope) : selection.select(scope, of: library)
    } catch let error as UnknownGroup where !isReport && error.name == report {
      guard error.reason == .unknown, let report else { throw error }
      let meant =
        Report.nearest(to: report).map { "`stats \($0)`" }
        ?? error.near.first.map { Quoting.curly($0) }
      throw ReportError.unknownReport(report, meant: meant)
    }
  }

  private func write(_ request: ReportRequest, isWhole: Bool, _ library: Library) throws {
    if isWhole, format == .html, value == nil {
      let parts = try request.wholePage(today: library.today)
      return try file.write(HTMLPage.text(parts.map { try library.report($0) }))
    }
    let page = try library.report(request)
    if format == .text || format == .html, rows.isArranged,
      !page.showsFirstTable(asDrawing: format == .text && !options.displayStyle.isPlain)
    {
      throw ReportError.hiddenRows(report: page.name)
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
    case .json: try file.write(JSONText.text(page))
    case .csv: try file.write((bom ? "\u{feff}" : "") + CSVText.text(page))
    case .html: try file.write(HTMLPage.text([page]))
    }
    page.advice.forEach(Output.tell)
  }

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
}

/// The formats of a statistical report; all show the same values.
enum StatisticsFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, html
}

extension ReportRows: ExpressibleByArgument {}

/// Which days a report is about, and which rows it has.
struct ReportArguments: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("7d, last month, 2026, 2026-11, A..B, …", valueName: "period"))
  var period: String?

  @Option(
    help: ArgumentHelp("What the rows are: day, month, group, …", valueName: "rows"))
  var by: ReportRows?

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
  var isUsed: Bool { period != nil || by != nil || isArranged || days != nil }

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

  /// What was typed, as a report is asked for.
  var words: ReportRequest.Words {
    var words = ReportRequest.Words()
    (words.rows, words.period, words.days) = (by, period, days)
    (words.average, words.sort, words.limit) = (average, sort, limit)
    return words
  }
}
