import ArgumentParser
import Foundation
import RabbleChecking
import RabbleControllers
import RabbleDecks
import RabbleReports
import RabbleScreens
import RabbleStorage
import RabbleTerminal
import RabbleText

/// Where a command writes: data to standard output or a file, which is there whole or not at all,
/// and messages to standard error.
enum Output {
  /// Writes a text to the file at `path`, or to standard output without one. A file that is replaced
  /// keeps its permissions, and a symbolic link its place.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - path: the file; `nil` and `-` are standard output.
  ///   - force: whether a file that is there is overwritten.
  /// - Throws: `CommandError` where it can't be written.
  static func write(_ text: String, to path: String? = nil, force: Bool = false) throws {
    guard let path, path != "-" else { return try TextOutput(descriptor: STDOUT_FILENO).put(text) }
    if isDevice(path) { return try writeThrough(text, to: path) }
    do throws(AtomicFileError) {
      try AtomicFile.replace(path, with: Array(text.utf8), ifStill: force ? .anything : .nothing)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.reason)
    }
  }

  /// Writes bytes to standard output.
  static func write(_ bytes: [UInt8]) throws {
    try TextOutput(descriptor: STDOUT_FILENO).put(bytes)
  }

  /// The columns of a line of a report on a terminal; `nil` where there is none, and nothing is cut.
  static var columns: Int? {
    DisplayStyle.current.columns ?? Terminal.columns(descriptor: STDOUT_FILENO).map { max(20, $0) }
  }

  /// Writes a text that people read to standard output, through `$PAGER` where it is longer than the
  /// terminal.
  static func page(_ text: String) throws {
    guard let command = Pager.command(for: text) else { return try write(text) }
    if !Pager.show(text, with: command) { try write(text) }
  }

  /// Writes a line to standard output, safe for a terminal, where it is broken between words.
  static func line(_ text: String) throws {
    try write(LinesText.text([text], width: columns))
  }

  /// Writes a message to standard error, safe for a terminal, where lines are broken between words.
  static func tell(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // When standard error is closed too, there is nobody left to tell.
    try? TextOutput(descriptor: STDERR_FILENO).put(
      LinesText.text(lines, width: Terminal.columns(descriptor: STDERR_FILENO)))
  }

  /// Writes an error to standard error.
  static func error(_ message: String) { tell("rabble: error: " + message) }

  /// Whether there is something at `path` that is no ordinary file and must not be replaced by one.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Whether what is at `path` is read as it comes: a pipe, or standard input.
  static func isPipe(_ path: String) -> Bool {
    var status = stat()
    return path == "-" || stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Whether there is an ordinary file at `path`.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// - Throws: `ValidationError` for an ordinary file at `path`, unless `force` overwrites it; for a review log always.
  static func requireNew(_ path: String, force: Bool) throws {
    guard isFile(path) else { return }
    if StudyLog.isLog(at: path) {
      throw ValidationError(
        "\(path.printable) is a review log, and is never overwritten; choose another name.")
    }
    guard !force else { return }
    throw ValidationError(
      "\(path.printable) exists already; choose another name, or overwrite it with --force.")
  }

  private static func writeThrough(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    do {
      try TextOutput(descriptor: file).put(text)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.description)
    }
  }
}

/// A file that a command writes instead of standard output. One that is there already is overwritten
/// only if the learner says so.
struct OutputFile: ParsableArguments {
  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  /// - Throws: `ValidationError` when there is such a file already.
  func validate() throws {
    if let output { try Output.requireNew(output, force: force) }
  }

  /// Whether it is standard output after all.
  var isStandardOutput: Bool { output == nil || output == "-" }

  /// The columns of a line of a report; `nil` in a file, in which nothing is cut, whatever the terminal.
  var columns: Int? { isStandardOutput ? Output.columns : nil }

  /// Writes a text.
  func write(_ text: String) throws { try Output.write(text, to: output, force: force) }

  /// Writes a text that people read: on a terminal through `$PAGER` where it is longer than that.
  func page(_ text: String) throws {
    if isStandardOutput { try Output.page(text) } else { try write(text) }
  }
}

// MARK: - Reports

/// The format of a report, and where it goes.
struct ReportOptions: ParsableArguments {
  @Option(help: "Output format.")
  var format: ReportFormat = .text

  @OptionGroup var file: OutputFile

  /// Writes a report: its main table, and others that belong to it, of which people read some before it.
  func write(
    _ report: String, before: [ReportTable] = [], _ rows: ReportTable,
    _ others: [ReportTable] = []
  ) throws {
    let text = format.text(report, before: before, rows, others, width: file.columns)
    if format == .text { try file.page(text) } else { try file.write(text) }
  }
}

/// The formats of a report; all three show the same values.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv

  /// A report in this format: its main table, and others that belong to it, but not in CSV, in which all rows
  /// are of one kind; the text in so many columns, or as many as it needs.
  func text(
    _ report: String, before: [ReportTable] = [], _ rows: ReportTable,
    _ others: [ReportTable] = [], width: Int? = Output.columns
  ) -> String {
    switch self {
    case .text: TableText.text(before + [rows] + others, width: width)
    case .json: JSONText.text(report, rows, before + others)
    case .csv: CSVText.text(rows)
    }
  }
}

/// The formats of findings; all show the same values.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif

  /// The findings in this format; `summary` follows them for people.
  func text(
    _ findings: [FindingScreen], summary: [String], columns: Int, isColored: Bool
  ) throws -> String {
    switch self {
    case .text:
      findings.map { FindingText.text($0, columns: columns, isColored: isColored) }.joined()
        + summary.map { $0.printable + "\n" }.joined()
    case .json: try JSONText.text("check", findings)
    case .sarif:
      try SARIFText.text(
        findings, rules: RuleBook.all.map { RuleScreen($0) },
        version: Rabble.version)
    }
  }
}
