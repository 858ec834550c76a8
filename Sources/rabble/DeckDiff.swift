import ArgumentParser
import RabbleControllers
import RabbleDecks
import RabbleQuestions
import RabbleScreens

/// `rabble deck diff`: what changed for learners between two versions of a deck.
struct DeckDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show what changed for learners between two deck files; exit 1 if anything did.",
    discussion: """
      Questions are told apart as in your progress: by id, by text, by place. Layout, the order of \
      keys, the form and new ids are no change.
      """)

  @OptionGroup var options: CommonOptions
  @OptionGroup var report: ReportOptions

  @Argument(help: "The file as it was.")
  var old: String

  @Argument(help: "The file as it is.")
  var new: String

  func run() throws {
    let difference = DeckDifference(from: try DeckFile.sound(old), to: try DeckFile.sound(new))
    if difference.changes.isEmpty, report.format == .text { return }
    try report.write([ReportTable(difference)])
    if !difference.changes.isEmpty { throw ExitCode(1) }
  }
}
