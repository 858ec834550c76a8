import ArgumentParser

/// `rabble deck`: work on deck files.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "Work on deck files.", subcommands: [DeckCheck.self, DeckImport.self, DeckExportCommand.self])
}
