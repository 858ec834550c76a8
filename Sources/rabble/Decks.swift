import ArgumentParser
import RabbleScheduling
import RabbleScreens
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
      `rabble study GROUP` studies it at any time. With --where, the groups that have matching cards \
      are listed, with how many.
      """)

  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  func run() throws {
    if filter.text != nil {
      let library = try options.openLibrary(for: .looking)
      let selection = try filter.select(.all, of: library)
      return try Output.write(TableText.text([ReportTable(groupsOf: selection)]))
    }
    try Output.write(TableText.text(options.openLibrary(for: .looking).report(.groups).tables))
  }

  private static let known = "\(Int((GroupKnowledge.known * 100).rounded()))%"
}
