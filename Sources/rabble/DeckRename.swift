import ArgumentParser
import RabbleDecks
import RabbleScreens

/// `rabble deck rename`: gives a group another title.
struct DeckRename: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a group another title; every history stays.")

  @OptionGroup var target: DeckTarget
  @OptionGroup var options: CommonOptions

  @Argument(help: "The group's title, or its beginning.")
  var old: String

  @Argument(help: "The title it shall have.")
  var new: String

  func validate() throws {
    if new.allSatisfy(\.isWhitespace) { throw ValidationError("A group needs a title.") }
  }

  func run() throws {
    let writer = try DeckWriter(options)
    let finder = try writer.finder()
    let group = try finder.group(old, file: target.file)
    let source = try writer.editable(group.deck, copying: target.copy)
    if source.groups.indices.contains(where: {
      $0 != group.number && source.groups[$0].group.title == new
    }) {
      throw DeckEditError.incomplete(
        "There is a group “\(new)” in that file already; choose another title.")
    }
    try writer.write([.rename(group: group.number, to: new)], to: source)
    try Library.openLog(options).carryPreset(
      ofGroup: group.title, to: new, at: options.clock.now())
    try OutputFile.write("“\(group.title)” is now “\(new)”.".printable + "\n")
  }
}
