import ArgumentParser
import Foundation
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
    Each course is listed from the group that you are learning: known groups before it are one line, and \
    so are those that are not unlocked. “Known” is the average probability of recall. A group is unlocked \
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

  @Flag(help: "List every group. JSON and CSV always do.")
  var all = false

  @OptionGroup var named: GroupArguments

  func run() throws {
    let library = try options.openLibrary(for: .looking)
    if filter.text != nil {
      let groups = ReportTable(
        groupsOf: try filter.select(
          named.groups.isEmpty ? .all : .groups(named.groups), of: library))
      return try format == .text
        ? page([GroupListScreen(groups: groups)]) : Output.write(format.text("matching", groups))
    }
    switch format {
    case .text: try page(library.deckMap(named.groups, folds: !all))
    case .json, .csv: try Output.write(format.text("groups", library.deckList(named.groups)))
    }
  }

  private func page(_ lists: [GroupListScreen]) throws {
    try Output.page(
      GroupListText.text(
        lists, width: Output.columns, isColored: options.isColored(STDOUT_FILENO)))
  }

  private static let known = NumberText.percent(GroupKnowledge.known)
}
