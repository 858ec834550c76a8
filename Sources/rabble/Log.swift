import ArgumentParser
import Foundation
import RabbleControllers
import RabbleQuestions
import RabbleReports
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText
import SystemPackage

/// `rabble log`: the learner's answers, raw.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Export, import, check, back up and restore the log of all you do.",
    subcommands: [
      LogExport.self, LogImport.self, LogCheck.self, LogBackup.self, LogBackups.self,
      LogRestore.self,
    ])
}

/// `rabble log export`: every review.
struct LogExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    "export", of: "log", "Export all reviews, oldest first.",
    """
    Undone answers are included with retracted = true. --columns all adds each card's state before and \
    after the review; --columns fsrs is what py-fsrs, fsrs-rs and the FSRS optimizer read, and --layout \
    benchmark what the FSRS benchmark reads; both leave out undone answers and those outside the schedule. \
    Documentation/statistics.md says what each column means. With a GROUP or --where, only answers to \
    cards that are there now.

    --kind exports events as the log keeps them, which `rabble log import` reads: \(kinds).
    """,
    examples: [
      ("rabble log export > reviews.csv", "for a spreadsheet"),
      ("rabble log export --kind all", "everything, one event a line"),
    ])

  private static let kinds = Library.eventKinds.joined(separator: ", ")

  /// The formats of the export.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, jsonl
  }

  /// How the columns of other programs are laid out.
  enum Layout: String, ExpressibleByArgument, CaseIterable {
    case benchmark
  }

  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Option(help: "Output format (default: csv; jsonl with --kind).")
  var format: Format?

  @Option(
    help: ArgumentHelp("Kinds of events with commas between, or all.", valueName: "kinds"))
  var kind: String?

  @Option(
    help: ArgumentHelp("all, fsrs, or names of columns with commas between.", valueName: "names"))
  var columns: String?

  @Option(help: "Columns and units of another program's data set.")
  var layout: Layout?

  @Flag(help: "Guard CSV cells against formulas with a leading '.")
  var guardFormulas = false

  @Flag(help: "Begin CSV with a byte order mark, for Excel.")
  var bom = false

  @OptionGroup var named: GroupArguments

  /// Whether some cards are exported and others not.
  private var selects: Bool { filter.text != nil || !named.groups.isEmpty }

  func validate() throws {
    guard columns == nil || layout == nil else {
      throw ValidationError("--layout has columns of its own; leave out --columns.")
    }
    if let columns, Self.names(columns).isEmpty {
      throw ValidationError("--columns needs all, fsrs, or names of columns with commas between.")
    }
    guard kind != nil else {
      if format == .jsonl, guardFormulas || bom {
        throw ValidationError("--guard-formulas and --bom are for --format csv.")
      }
      return
    }
    if kinds.isEmpty {
      throw ValidationError("--kind needs all, or kinds of events with commas between.")
    }
    for kind in kinds where !Library.eventKinds.contains(kind) {
      throw ValidationError(
        "Unknown kind “\(kind.printable)”. Kinds: \(Library.eventKinds.joined(separator: ", ")).")
    }
    if format == .csv {
      throw ValidationError("Events have no common columns; --kind is for --format jsonl.")
    }
    if columns != nil || layout != nil || guardFormulas || bom || selects {
      throw ValidationError(
        "--kind exports events as they are; leave out groups, --columns, --layout, --where, "
          + "--guard-formulas and --bom."
      )
    }
  }

  private var kinds: [String] { Self.names(kind ?? "") }

  /// The names in a list with commas.
  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  func run() throws {
    if kind != nil {
      return try options.openLog(for: .examining).exportEvents(Set(kinds)) {
        try Output.write($0)
      }
    }
    let format = format ?? .csv
    let library =
      try selects || readsDecks
      ? options.openLibrary(for: .looking) : options.openLog(for: .examining)
    let scope: SelectionScope = named.groups.isEmpty ? .all : .groups(named.groups)
    let only = selects ? try filter.select(scope, of: library).set : nil
    var rows = ExportedRows(format: format, guardsFormulas: guardFormulas, hasMark: bom)
    if let columns = try optimizerColumns(library) {
      try rows.begin(columns)
      let isIncluded = only.map { cards in { (card: CardID) in cards.contains(card) } }
      try library.exportScheduled(where: isIncluded) { try rows.write($0, columns) }
    } else {
      let columns = try chosenColumns()
      let keys = Set(columns.map(\.heading.key))
      try rows.begin(columns)
      try library.export(
        replays: !keys.isSubset(of: ReviewExport.usual.map(\.heading.key)), readsDecks: readsDecks
      ) { exported in
        if only?.contains(exported.recorded.review.card) == false { return }
        try rows.write(exported, columns)
      }
    }
    try rows.end()
  }

  /// Whether a column says where the decks have a card.
  private var readsDecks: Bool {
    columns == "all" || !ReviewExport.ofDecks.isDisjoint(with: Self.names(columns ?? ""))
  }

  /// The columns of programs that learn how cards are forgotten, where those are asked for.
  private func optimizerColumns(
    _ library: Library
  ) throws -> [ReportTable.Column<ScheduledReview>]? {
    if layout == .benchmark {
      return ReviewExport.forBenchmarks(from: try library.firstDay() ?? library.today)
    }
    return columns == "fsrs" ? ReviewExport.forOptimizers : nil
  }

  private func chosenColumns() throws -> [ReviewExport.Column] {
    switch columns {
    case nil: return ReviewExport.usual
    case "all": return ReviewExport.usual + ReviewExport.replayed
    case let names?:
      do {
        return try ReviewExport.columns(named: Self.names(names)).get()
      } catch {
        throw ValidationError(error.description)
      }
    }
  }
}

/// Rows on their way to standard output, many at once.
private struct ExportedRows {
  /// The bytes that are written at once.
  private static let portion = 1 << 16

  let format: LogExport.Format
  let guardsFormulas: Bool
  let hasMark: Bool
  private var lines: [UInt8] = []
  private var headings: [ReportTable.Heading] = []

  init(format: LogExport.Format, guardsFormulas: Bool, hasMark: Bool) {
    self.format = format
    self.guardsFormulas = guardsFormulas
    self.hasMark = hasMark
    lines.reserveCapacity(Self.portion * 2)
  }

  /// Writes what stands above the rows.
  mutating func begin<Subject>(_ columns: [ReportTable.Column<Subject>]) throws {
    headings = columns.map(\.heading)
    if format == .csv { lines += ((hasMark ? "\u{feff}" : "") + CSVText.header(headings)).utf8 }
  }

  /// Writes the row of a subject.
  mutating func write<Subject>(
    _ subject: Subject, _ columns: [ReportTable.Column<Subject>]
  ) throws {
    switch format {
    case .csv:
      CSVText.write(subject, columns, guardsFormulas: guardsFormulas, to: &lines)
    case .jsonl:
      JSONText.write(subject, columns, to: &lines)
      lines.append(UInt8(ascii: "\n"))
    }
    if lines.count > Self.portion { try end() }
  }

  /// Writes what is left.
  mutating func end() throws {
    try Output.write(lines)
    lines.removeAll(keepingCapacity: true)
  }
}

/// `rabble log import`: joins the events of another log with this one.
struct LogImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import", of: "log", "Merge the events of another log into this one.",
    """
    Reads what `rabble log export --kind all` writes. Events that the log has already are not added again. \
    Lines that are damaged, unknown, dated ahead of the clock, or whose identity belongs to another event \
    of the log are listed and left out. `rabble undo` undoes the whole import. Exit status 1 if lines were \
    left out.
    """,
    examples: [
      ("rabble log import laptop.jsonl", "what another machine exported")
    ])

  @OptionGroup var options: CommonOptions

  @Argument(help: "The file; - for standard input.")
  var file: String

  func run() throws {
    let input: FileDescriptor
    do {
      input = file == "-" ? .standardInput : try FileDescriptor.open(file, .readOnly)
    } catch { throw LibraryError.unreadable(path: file, reason: "\(error)") }
    // It was only read: closing loses nothing.
    defer { if file != "-" { try? input.close() } }
    let result = try options.openLog(for: .creating).importEvents(
      of: input, named: file == "-" ? "standard input" : file)
    for fault in result.faults { Output.tell(fault) }
    try Output.line(
      "\(NumberText.count(result.added, "event")) added"
        + (result.known > 0 ? "; the log has \(result.known) already" : "")
        + (result.leftOut > 0
          ? "; \(NumberText.count(result.leftOut, "line")) left out." : "."))
    if result.undone > 0 {
      let isOne = result.undone == 1
      Output.tell(
        "\(result.undone) of them \(isOne ? "was undone here and stays" : "were undone here and stay") "
          + "undone"
          + (result.canRedo ? "; `rabble redo` redoes what was undone last." : "."))
    }
    if result.leftOut > 0 { throw ExitCode(1) }
  }
}

/// `rabble log check`: verifies that what is computed from the log is what its events come to.
struct LogCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    "check", of: "log", "Verify the log.",
    """
    The database is examined, and every schedule computed again from the answers; --rebuild writes those \
    that differ. Cards whose history could not be matched after a deck edit, and answers dated in the \
    future, are listed. Exit status 1 if problems are found.

    --salvage copies every readable event of a damaged log to a new one, also by sqlite3 if it is \
    installed; what can't be read is taken from the newest backup. Lost events are counted by kind and \
    time. `rabble log restore NEW` puts the new log in place.
    """,
    examples: [
      ("rabble log check", "every event and every schedule"),
      ("rabble log check --salvage new.sqlite", "copy a damaged log"),
    ])

  @OptionGroup var options: CommonOptions

  @Flag(help: "Recompute all schedules from the review log.")
  var rebuild = false

  @Option(
    help: ArgumentHelp("Copy readable events to a new log at this path.", valueName: "new"))
  var salvage: String?

  func validate() throws {
    guard !rebuild || salvage == nil else {
      throw ValidationError("--rebuild changes the log, and --salvage does not; use one of them.")
    }
  }

  func run() throws {
    if let salvage {
      let salvaged = try Library.salvage(
        to: salvage, at: options.locations(), options.surroundings, programsIn: programFolders)
      for line in salvaged.lines { try Output.line(line) }
      if !salvaged.isWhole { throw ExitCode(1) }
      return
    }
    let path = try options.locations().log
    // Answers may be in the write-ahead log alone.
    var status = stat()
    let hasLog =
      access(path, F_OK) == 0 || stat(path + "-wal", &status) == 0 && status.st_size > 0
    let library = try options.openLog(for: rebuild ? .changing : .examining)
    guard hasLog else {
      return Output.tell("There is no review log yet, so there is nothing to check.")
    }
    let report = try library.checkLog(rebuilds: rebuild)
    if let rebuilt = report.rebuilt { Output.tell(rebuilt) }
    let findings =
      report.findings.isEmpty
      ? ["Review log OK: all schedules match the recorded answers."] : report.findings
    try Output.write(LinesText.text(findings + report.remarks, width: Output.columns))
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}
