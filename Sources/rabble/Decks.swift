import ArgumentParser
import RabbleScheduling
import RabbleStudy
import RabbleTerminal

/// `rabble decks`: the groups with what there is to study in each, and the path of each course.
struct Decks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decks",
    abstract: "List groups with new, learning and due counts and accuracy.",
    discussion: """
      Groups are listed in course order. “Known” is the average probability of recall. A group is \
      unlocked (supplies new cards) once all its prerequisites are at least \(known) known; \
      `rabble study GROUP` studies it at any time.
      """)

  @OptionGroup var options: CommonOptions

  func run() throws {
    try Output.write(TableText.text(options.openLibrary().report(.groups).tables))
  }

  private static let known = "\(Int((GroupKnowledge.known * 100).rounded()))%"
}

/// `rabble due`: whether there is something to study, for prompts and scripts.
struct Due: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "due",
    abstract: "Show how many cards are ready to study.",
    discussion: "Exit status 1 if none.")

  @OptionGroup var options: CommonOptions
  @OptionGroup var limits: Limits

  @Flag(help: "Print only the number.")
  var count = false

  @Argument(
    help: ArgumentHelp("Group or course titles, or unambiguous prefixes.", valueName: "group"))
  var groups: [String] = []

  func run() throws {
    let library = try options.openLibrary()
    let due = try library.due(library.plan(groups), newPerDay: limits.newPerDay)
    try Output.line(
      count
        ? "\(due.total)"
        : "\(due.total) to study: \(due.reviews) due, \(due.learning) learning, \(due.new) new")
    if due.total == 0 { throw ExitCode(1) }
  }
}
