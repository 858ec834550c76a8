import ArgumentParser

/// `rabble deck`: work on deck files.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deck",
    abstract: "Work on deck files.",
    subcommands: [
      DeckNew.self, DeckAdd.self, DeckEdit.self, DeckMove.self, DeckRemove.self, DeckRename.self,
      DeckShow.self, DeckDiff.self, DeckFormat.self, DeckCheck.self, DeckImport.self,
      DeckExportCommand.self,
    ])
}
