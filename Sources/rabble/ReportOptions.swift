import ArgumentParser
import RabbleScreens

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
