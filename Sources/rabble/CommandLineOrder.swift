/// Lets the common options stand before the command as well as after it:
/// `rabble --data-dir X due` is `rabble due --data-dir X`.
enum CommandLineOrder {
  private static let commonOptions = ["--data-dir", "--decks", "--now", "--seed", "--color"]
  private static let commands = Rabble.configuration.subcommands.map { command in
    (
      name: command.configuration.commandName,
      hasCommands: !command.configuration.subcommands.isEmpty
    )
  }

  /// The arguments with the command first.
  static func commandFirst(_ arguments: [String]) -> [String] {
    var start = 0
    while start < arguments.count {
      let name = arguments[start].prefix { $0 != "=" }
      guard commonOptions.contains(String(name)) else { break }
      start += name.count == arguments[start].count ? 2 : 1
    }
    guard start > 0, start < arguments.count,
      let command = commands.first(where: { $0.name == arguments[start] })
    else { return arguments }
    let end = min(arguments.count, start + (command.hasCommands ? 2 : 1))
    return Array(arguments[start..<end] + arguments[..<start] + arguments[end...])
  }
}
