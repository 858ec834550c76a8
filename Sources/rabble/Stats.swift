import ArgumentParser
import RabbleControllers
import RabbleReports
import RabbleScreens
import RabbleStatistics
import RabbleTerminal

/// `rabble stats`: correct and incorrect answers by question, group and day.
struct Stats: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show correct and incorrect answers by question, group and day.")

  /// The forms of the statistics; all three show the same values.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, csv
  }

  @OptionGroup var options: CommonOptions

  @Option(help: "The form: text, json or csv.")
  var format: Format = .text

  @Option(help: ArgumentHelp("Write to this file instead of standard output.", valueName: "file"))
  var output: String?

  func run() throws {
    let log = try Library.openLog(options)
    var tally = ScoreTally()
    try log.forEachReview { recorded in
      if recorded.isRetracted { return }
      tally.add(
        recorded.review, group: recorded.group, prompt: recorded.prompt, answer: recorded.answer)
    }
    let tables = ReportTable.tables(of: tally.report)
    let text =
      switch format {
      case .text: TableText.text(tables)
      case .json: JSONText.text(tables)
      case .csv: CSVText.text(tables)
      }
    try OutputFile.write(text, to: output)
  }
}
