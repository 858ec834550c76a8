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
    try Output.write(TableText.text(options.openLibrary(for: .looking).report(.groups).tables))
  }

  private static let known = "\(Int((GroupKnowledge.known * 100).rounded()))%"
}
