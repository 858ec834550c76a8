import ArgumentParser

/// Which deck a command changes.
struct DeckTarget: ParsableArguments {
  @Option(help: ArgumentHelp("Look in this deck file only.", valueName: "file"))
  var file: String?

  @Flag(
    help: "Of a bundled deck, change your own copy, which then takes the bundled one's place.")
  var copy = false
}
