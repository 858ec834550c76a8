import ArgumentParser
import Foundation
import RabbleControllers
import RabbleReports
import RabbleScreens

/// `rabble log export`: every review with everything known about it.
struct LogExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write every review, oldest first, with everything known about it.",
    discussion: "Answers that were taken back are there too, marked as retracted.")

  /// The forms of the export.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case csv, jsonl
  }

  @OptionGroup var options: CommonOptions

  @Option(help: "The form: csv or jsonl.")
  var format: Format = .csv

  func run() throws {
    let log = try Library.openLog(options)
    let columns = ReportTable.reviewColumns
    var lines = format == .csv ? CSVText.header(columns) : ""
    try log.forEachReview { recorded in
      let values = ReportTable.values(of: recorded)
      switch format {
      case .csv: lines += CSVText.line(values)
      case .jsonl: lines += JSONText.object(columns, values) + "\n"
      }
      if lines.utf8.count > 1 << 16 {
        try OutputFile.write(lines)
        lines = ""
      }
    }
    try OutputFile.write(lines)
  }
}
