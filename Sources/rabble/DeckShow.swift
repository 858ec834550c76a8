import ArgumentParser
import Foundation
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens

/// `rabble deck show`: the questions of a file or group as a table.
struct DeckShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the questions of a deck file or a group as a table.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(
    help: ArgumentHelp(
      "A file, or the title of a group or the beginning of one.", valueName: "file|group"))
  var name: String

  func run() throws {
    let groups = try groups()
    if report.format == .text {
      try report.write(groups.map { ReportTable($0) })
    } else {
      try report.write([ReportTable(questionsOf: groups)])
    }
  }

  /// The groups of the file of this name if there is one, else those of this title.
  private func groups() throws -> [QuestionGroup] {
    guard access(name, F_OK) == 0 else {
      let groups = try DeckWriter(options).finder().groups
      let found = try GroupChoice.choose([name], among: groups.map(\.title)).get()
      return found.map { groups[$0] }
    }
    return try DeckFile.sound(name)
  }
}

extension DeckFile {
  /// The groups of a file; what is wrong with it is told on standard error.
  static func sound(_ path: String) throws -> [QuestionGroup] {
    let file = DeckLoader().load(path: path)
    for fault in file.faults { Talk.say(fault.description) }
    if !file.isUsable { throw ExitCode(3) }
    return file.groups
  }
}
