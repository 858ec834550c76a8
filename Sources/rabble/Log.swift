import ArgumentParser
import Foundation
import RabbleControllers
import RabbleReports
import RabbleScreens
import RabbleStudy

/// `rabble log`: the learner's answers, raw.
struct Log: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Export the review history.", subcommands: [LogExport.self])
}

/// `rabble log export`: every review.
struct LogExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export all reviews, oldest first.",
    discussion: """
      Undone answers are included with retracted = true. With --where, only answers to cards for \
      which the filter holds now.
      """)

  /// The formats of the export.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, jsonl
  }

  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Option(help: "Output format.")
  var format: Format = .csv

  @Flag(name: .customLong("guard"), help: "Put ' before CSV text that looks like a formula.")
  var guardsFormulas = false

  func run() throws {
    let columns = ReviewExport.columns
    var lines = format == .csv ? CSVText.header(columns.map(\.heading)) : ""
    let library =
      filter.text == nil
      ? try options.openLog(for: .examining) : try options.openLibrary(for: .looking)
    let only = filter.text == nil ? nil : try filter.select(.all, of: library).set
    try library.forEachReview { recorded in
      if only?.contains(recorded.review.card) == false { return }
      let row = ReportTable.Row(recorded, columns)
      switch format {
      case .csv: lines += CSVText.line(row, guardsFormulas: guardsFormulas)
      case .jsonl: lines += try JSONText.line(row, keys: .encoded) + "\n"
      }
      if lines.utf8.count > 1 << 16 {
        try Output.write(lines)
        lines = ""
      }
    }
    try Output.write(lines)
  }
}

/// `rabble check`: verifies that what is computed from the log is what its events come to.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify the review log.",
    discussion: """
      The database file is examined, and every schedule is computed again from the answers. With \
      --rebuild, schedules that differ are recomputed; answers are never changed. Also lists cards \
      whose history could not be matched after a deck edit. Exit status 1 if problems are found.

      With --salvage, every event that can be read of a damaged log is read into a new log, and \
      what is gone is counted by table and day; the damaged log is not changed. `rabble backup \
      restore NEW` then puts the new one in its place. Exit status 1 if events are lost.
      """)

  @OptionGroup var options: CommonOptions

  @Flag(help: "Recompute all schedules from the review log.")
  var rebuild = false

  @Option(
    help: ArgumentHelp("Read what can be read into a new log at this path.", valueName: "new"))
  var salvage: String?

  func validate() throws {
    guard !rebuild || salvage == nil else {
      throw ValidationError("--rebuild changes the log, and --salvage does not; use one of them.")
    }
  }

  func run() throws {
    if let salvage {
      let salvaged = try Library.salvage(
        to: salvage, at: options.locations(), options.surroundings)
      for line in salvaged.lines { try Output.line(line) }
      if !salvaged.isWhole { throw ExitCode(1) }
      return
    }
    let report = try options.openLog(for: rebuild ? .changing : .examining)
      .checkLog(rebuilds: rebuild)
    if let rebuilt = report.rebuilt { Output.tell(rebuilt) }
    for finding in report.findings { try Output.line(finding) }
    if report.findings.isEmpty {
      try Output.line("Review log OK: all schedules match the recorded answers.")
    }
    for line in report.remarks { try Output.line(line) }
    if !report.findings.isEmpty { throw ExitCode(1) }
  }
}
