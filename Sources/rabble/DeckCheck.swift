import ArgumentParser
import RabbleDecks
import RabbleScreens

/// `rabble deck check`: names every fault of deck files.
struct DeckCheck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Name every fault of deck files; exit 1 for faults, 3 for a file that can't be used.")

  @Argument(help: ArgumentHelp("The files, or folders of them.", valueName: "file"))
  var files: [String]

  func run() throws {
    var isUsable = true
    var isSound = true
    for path in files {
      let listing = DeckFolder.files(in: path)
      let isFile = listing.faults.contains { $0.path == path }
      let decks = (isFile ? [path] : listing.files).map { DeckLoader().load(path: $0) }
      let faults = (isFile ? [] : listing.faults) + decks.flatMap(\.faults)
      for fault in faults { print(fault.description.printable) }
      isUsable = isUsable && decks.allSatisfy(\.isUsable)
      isSound = isSound && faults.isEmpty
      for deck in decks where deck.faults.isEmpty {
        let questions = deck.groups.reduce(0) { $0 + $1.questions.count }
        print("\(deck.path.printable): sound, \(deck.groups.count) groups, \(questions) questions")
      }
    }
    if !isUsable { throw ExitCode(3) }
    if !isSound { throw ExitCode(1) }
  }
}
