import ArgumentParser
import RabbleDecks
import RabbleScreens

/// `rabble deck remove`: takes a question out of its deck.
struct DeckRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a question out of its deck; its history waits in case it comes back.")

  @Option(help: ArgumentHelp("The group it stands in.", valueName: "group"))
  var group: String?

  @Flag(name: .shortAndLong, help: "Don't ask.")
  var yes = false

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "What the question asks, or its id.")
  var prompt: String

  func run() throws {
    let writer = try DeckWriter(options)
    let found = try writer.finder().question(prompt, group: group, file: target.file)
    if !yes {
      guard let view = try Asking.view(options) else {
        throw DeckEditError.incomplete(
          "This would go: \(found.text). Say --yes if it shall.")
      }
      try view.say([found.text])
      guard try Asking.choose("Take it out?", among: ["y", "n"], on: view) == "y" else {
        throw ExitCode(1)
      }
    }
    let source = try writer.editable(found.deck, copying: target.copy)
    try writer.write([.remove(found.place)], to: source)
    try OutputFile.write("Taken out: \(found.text)".printable + "\n")
  }
}
