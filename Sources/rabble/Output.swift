import ArgumentParser
import Foundation
import RabbleChecking
import RabbleControllers
import RabbleQuestions
import RabbleReports
import RabbleScreens
import RabbleTerminal
import RabbleText

/// Where data goes: standard output, or a file that is there whole or not at all.
enum OutputFile {
  /// Writes a text to the file at `path`, or to standard output without one.
  static func write(_ text: String, to path: String? = nil) throws {
    guard let path, path != "-" else { return try TextOutput(descriptor: STDOUT_FILENO).put(text) }
    if isDevice(path) { return try writeThrough(text, to: path) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.localizedDescription)
    }
  }

  /// Whether there is something at `path` that is no ordinary file and must not be replaced by one.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
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

/// What a command says beside its data: on standard error, and safe for a terminal.
enum Talk {
  static func say(_ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
    // When standard error is closed too, there is nobody left to tell.
    try? TextOutput(descriptor: STDERR_FILENO).put(line + "\n")
  }
}

/// The form of a report, and where it goes.
struct ReportOptions: ParsableArguments {
  @Option(help: "The form: text, json or csv.")
  var format: ReportFormat = .text

  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  func write(_ tables: [ReportTable]) throws {
    try OutputFile.write(format.text(tables), to: output)
  }
}

/// The forms of a report; all three show the same values.
enum ReportFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv

  /// The tables in this form.
  func text(_ tables: [ReportTable]) -> String {
    switch self {
    case .text: TableText.text(tables)
    case .json: JSONText.text(tables)
    case .csv: CSVText.text(tables)
    }
  }
}

extension ReportFormat {
  /// What a card asks for: in words for people, by the direction's name for programs.
  func direction(_ direction: Direction) -> ReportTable.Value {
    .text(self == .text ? direction.asked : direction.fullName)
  }
}

/// The forms in which findings are listed; all show the same values.
enum FindingFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif

  /// The findings in this form; `closing` follows them for people.
  func text(
    _ findings: [FindingScreen], closing: [String], columns: Int, isColored: Bool
  ) -> String {
    switch self {
    case .text:
      findings.map { FindingText.text($0, columns: columns, isColored: isColored) }.joined()
        + closing.map { $0.printable + "\n" }.joined()
    case .json: FindingJSON.text(findings)
    case .sarif:
      SARIFText.text(
        findings, rules: RuleBook.all.map { RuleScreen($0) },
        version: Rabble.configuration.version)
    }
  }
}
