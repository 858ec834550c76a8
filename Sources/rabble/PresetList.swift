import ArgumentParser
import Foundation
import RabbleControllers
import RabbleScreens
import RabbleTerminal

/// `rabble preset list`, and what `rabble preset` alone does: the presets there are.
struct PresetList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Show the presets and the groups that use them.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  func run() throws {
    let history = try Library.openLog(options).presetHistory()
    guard report.format == .text else { return try report.write([ReportTable(presets: history)]) }
    let width = report.output == nil ? Terminal.columns(descriptor: STDOUT_FILENO) : nil
    let text = ExplanationText.text(
      ExplanationScreen.presets(history), width: width,
      isColored: report.output == nil && options.isColored(STDOUT_FILENO))
    try OutputFile.write(text, to: report.output)
  }
}
