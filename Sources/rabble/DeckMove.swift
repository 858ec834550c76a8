import ArgumentParser
import RabbleDecks
import RabbleScreens

/// `rabble deck move`: puts a question elsewhere.
struct DeckMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Put a question into another group, or elsewhere in its own; its history stays.")

  @Option(help: ArgumentHelp("The group it goes to, at its end.", valueName: "group"))
  var to: String?

  @Option(help: ArgumentHelp("The deck file of that group.", valueName: "file"))
  var toFile: String?

  @Option(help: ArgumentHelp("Put it before the question that asks this.", valueName: "prompt"))
  var before: String?

  @Option(help: ArgumentHelp("The group it stands in.", valueName: "group"))
  var group: String?

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "What the question asks, or its id.")
  var prompt: String

  func validate() throws {
    if to == nil, before == nil {
      throw ValidationError("Say where to: --to GROUP, --before PROMPT, or both.")
    }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let finder = try writer.finder()
    let found = try finder.question(prompt, group: group, file: target.file)
    let goal = try to.map { try finder.group($0, file: toFile) } ?? found.group
    let neighbour = try before.map {
      try finder.question($0, group: goal.title, file: goal.deck.source.file.path).place.question
    }
    if found.deck.source.file.path == goal.deck.source.file.path {
      let source = try writer.editable(found.deck, copying: target.copy)
      try writer.write(
        [.move(found.place, toGroup: goal.number, before: neighbour)], to: source)
    } else {
      try move(found, to: goal, before: neighbour, writer)
    }
    try OutputFile.write(
      "“\(found.source.question.prompt)” is in “\(goal.title)” now.".printable + "\n")
  }

  /// Moves a question between files: it is in both for a moment, but never in neither.
  private func move(
    _ found: DeckFinder.Question, to goal: DeckFinder.Group, before: Int?, _ writer: DeckWriter
  ) throws {
    let from = try writer.editable(found.deck, copying: target.copy)
    let into = try writer.editable(goal.deck, copying: target.copy)
    let question = try from.written(found.place)
    let rest = try from.applying([.remove(found.place)])
    let whole = try into.applying([.add(question, toGroup: goal.number, before: before)])
    try writer.write(whole, over: into, edits: [])
    do {
      try AtomicFile.replace(
        from.file.path, with: rest.bytes, ifStill: .content(from.bytes))
    } catch {
      try AtomicFile.replace(
        into.file.path, with: into.bytes, ifStill: .content(whole.bytes), backup: false)
      throw error
    }
    try writer.remember([
      (
        .init(of: found.source.question, inGroup: found.group.title),
        .init(of: found.source.question, inGroup: goal.title)
      )
    ])
  }
}
