import ArgumentParser
import RabbleControllers
import RabbleScreens
import RabbleTerminal

/// `rabble decks`: the groups with what there is to study in each.
struct Decks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decks",
    abstract: "List the groups with their new, learning and due cards and the accuracy.")

  @OptionGroup var options: CommonOptions

  func run() throws {
    let library = try Library.open(options)
    let counts = try library.log.counts(of: library.groups, at: options.clock.now())
    try OutputFile.write(TableText.text([ReportTable(counts)]))
  }
}
