import ArgumentParser

/// `rabble deck`: work on deck files.
struct Deck: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Work on deck files.", subcommands: [DeckCheck.self])
}
