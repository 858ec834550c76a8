import ArgumentParser
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import RabbleTerminal
import RabbleText

/// `rabble deck list`: the groups with what there is to study in each, and the path of each course.
struct DeckList: ParsableCommand {
  static let configuration = CommandConfiguration(
    "list", of: "deck", "List groups with new, learning and due counts and accuracy.",
    """
    Groups are listed in course order. “Known” is the average probability of recall. A group is unlocked \
    (supplies new cards) once all its prerequisites are at least \(known) known; `rabble study GROUP` \
    studies it at any time. With --where, the groups that have matching cards are listed, with how many.
    """,
    examples: [
      ("rabble deck", "the course map"),
      ("rabble deck list --where is:leech", "where your leeches are"),
    ])

  @OptionGroup var options: CommonOptions
  @OptionGroup var filter: WhereOption

  @Option(help: "Output format.")
  var format: ReportFormat = .text

  @Flag(help: "List every group; on a terminal known and locked ones in a row are one line.")
  var all = false

  @OptionGroup var named: GroupArguments

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    if filter.text != nil {
      let selection = try filter.select(
        named.groups.isEmpty ? .all : .groups(named.groups), of: library)
      return try Output.write(format.text([ReportTable(groupsOf: selection)]))
    }
    switch format {
    case .text:
      guard let columns = Output.columns else {
        return try Output.write(TableText.text(library.deckMap(named.groups)))
      }
      // Titles and paths need the room; how many questions and cards there are, JSON and CSV say.
      let tables = try library.deckMap(named.groups, folds: !all).map {
        $0.without(["questions", "cards"])
      }
      try Output.page(TableText.text(tables, width: columns))
    case .json, .csv: try Output.write(format.text([try library.deckList(named.groups)]))
    }
  }

  private static let known = NumberText.percent(GroupKnowledge.known)
}
