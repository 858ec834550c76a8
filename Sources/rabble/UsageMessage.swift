import ArgumentParser
import RabbleQuestions
import RabbleText

/// What is wrong with a command line, better than the parser says it: shorter, and with what was meant.
enum UsageMessage {
  /// A message of the parser, with what the arguments tell beside it.
  static func explained(_ message: String, _ arguments: [String]) -> String {
    withNearest(
      unknownOption(arguments, message) ?? negativeValue(arguments, message) ?? message, arguments)
  }

  /// Explains a value that begins with a minus, which the parser takes for an option: `--limit -1` as
  /// `--limit=-1`; `nil` where there is none, or it would be a value.
  private static func negativeValue(_ arguments: [String], _ message: String) -> String? {
    let index = arguments.indices.dropLast().first { index in
      message.hasPrefix("Error: Missing value for '\(arguments[index])")
        && arguments[index + 1].wholeMatch(of: /-[0-9.]+/) != nil
    }
    guard let index else { return nil }
    var joined = arguments
    let value = joined.remove(at: index + 1)
    joined[index] += "=\(value)"
    do {
      _ = try Rabble.parseAsRoot(joined)
      return nil
    } catch {
      return short(Rabble.fullMessage(for: error))
    }
  }

  /// A message without the options in a usage that is longer than a line: the help lists them.
  static func short(_ message: String) -> String {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    let short = lines.map { (line: Substring) -> String in
      guard line.count > 80, line.lowercased().hasPrefix("usage: "),
        let options = line.firstRange(of: "[-")
      else { return String(line) }
      let others = line[options.lowerBound...].replacing(/\[-[^\]]*\] ?/, with: "")
      return "\(line[..<options.lowerBound])[<options>] \(others)".trimmed
    }
    return short.joined(separator: "\n")
  }

  /// A message about an unknown option or value with the nearest that there is. The parser itself takes options
  /// for close that differ in three letters, and does not think of those that every command has.
  private static func withNearest(_ message: String, _ arguments: [String]) -> String {
    if let found = message.firstMatch(of: /Unknown option '(-[^']*)'(\. Did you mean '[^']*'\?)?/) {
      let near = Nearest.name(String(found.1), among: options(of: command(in: arguments)))
      return message.replacing(
        found.0,
        with: "Unknown option '\(found.1)'" + (near.map { ". Did you mean '\($0)'?" } ?? ""))
    }
    if let found = message.firstMatch(
      of: /The value '([^']*)' is invalid for [^\n]*Please provide one of ([^\n]*)\./)
    {
      let values = found.2.matches(of: /'([^']*)'/).map { String($0.1) }
      let near = Nearest.name(String(found.1), among: values)
      return message.replacing(
        found.0, with: found.0 + (near.map { " Did you mean '\($0)'?" } ?? ""))
    }
    return message
  }

  /// The names of the options that a command has, as its help lists them; no single letters, which are all alike.
  fileprivate static func options(of command: any ParsableCommand.Type) -> [String] {
    Rabble.helpMessage(for: command, columns: 200).split(separator: "\n").flatMap { line in
      line.prefixMatch(of: /\s\s(-.*?)(?:\s\s|$)/).map { found in
        found.1.matches(of: /(?:^|[ \/])(--[a-z0-9-]+)/).map { String($0.1) }
      } ?? []
    }
  }

  /// The command that is named; where one of a group is left out, the one that it has by default.
  fileprivate static func command(in arguments: [String]) -> any ParsableCommand.Type {
    var command: any ParsableCommand.Type = Rabble.self
    for name in arguments {
      let commands = command.configuration.subcommands
      guard let next = commands.first(where: { $0.configuration.commandName == name }) else {
        break
      }
      command = next
    }
    return command.configuration.defaultSubcommand ?? command
  }

  /// Explains the first option that the command does not have, where the parser blames something else: its value,
  /// which it takes for an argument, or what is missing without it; `nil` where the command has them all.
  private static func unknownOption(_ arguments: [String], _ message: String) -> String? {
    let known = options(of: command(in: arguments)) + ["--generate-completion-script"]
    let named = arguments.prefix { $0 != "--" }.filter { $0.hasPrefix("--") }.map { option in
      String(option.prefix { $0 != "=" })
    }
    guard let unknown = named.first(where: { !known.contains($0) }) else { return nil }
    let usage = message.split(separator: "\n").drop { !$0.hasPrefix("Usage:") }
    return (["Error: Unknown option '\(unknown)'"] + usage).joined(separator: "\n")
  }
}

/// A name on the command line that means no group, and what could have been meant.
struct UnknownName: CustomStringConvertible {
  let description: String

  /// Explains an unknown group, which may be a mistyped command where it comes first among the arguments, the
  /// command before its options.
  init(_ error: UnknownGroup, _ arguments: [String]) {
    guard error.reason == .unknown else {
      // Whole, to be copied.
      let titles = error.titles.prefix(10).map { "“\($0.printable)”" }.joined(separator: ", ")
      let more = error.titles.count > 10 ? ", and \(error.titles.count - 10) more" : ""
      let command = UsageMessage.command(in: arguments)
      let filter = "deck:\"\(error.name)*\"".shellQuoted
      description =
        "“\(error.name)” is ambiguous: \(titles)\(more). \(error.advice)"
        + (UsageMessage.options(of: command).contains("--where")
          ? ", or take all of them with --where \(filter)." : ".")
      return
    }
    let mayBeCommand =
      arguments.first == error.name && !Self.names(in: Rabble.self).contains(error.name)
    let command = mayBeCommand ? Self.name(like: error.name, among: Rabble.self) : nil
    let likely =
      command.map { "`\($0)`" } ?? error.near.first.map { "“\($0)”" }
      ?? (mayBeCommand ? Self.fullName(of: error.name) : nil)
    description =
      "Unknown \(mayBeCommand ? "command or group" : "group") “\(error.name)”."
      + (likely.map { " Did you mean \($0)?" } ?? "")
      + (mayBeCommand
        ? " (`rabble --help` lists commands, `rabble decks` groups.)"
        : " (`rabble decks` lists groups.)")
  }

  /// Explains an unknown command of a group of commands such as `rabble deck`; `nil` where there is
  /// none.
  init?(_ arguments: [String]) {
    guard arguments.count > 1, !arguments[1].hasPrefix("-"),
      let group = Rabble.configuration.subcommands.first(where: {
        $0.configuration.commandName == arguments[0]
      }), !group.configuration.subcommands.isEmpty,
      !Self.names(in: group).contains(arguments[1])
    else { return nil }
    description =
      "Unknown command “\(arguments[0]) \(arguments[1])”."
      + Self.advice(on: arguments[1], in: group, arguments[0])
  }

  /// Explains an unknown command that `rabble help` was asked for; `nil` where all of them exist.
  init?(help arguments: [String]) {
    guard arguments.first == "help" else { return nil }
    var command: any ParsableCommand.Type = Rabble.self
    var path: [String] = []
    for name in arguments.dropFirst() where !name.hasPrefix("-") {
      path.append(name)
      guard
        let found = command.configuration.subcommands.first(where: {
          $0.configuration.commandName == name
        })
      else {
        let parents = path.dropLast().map { $0 + " " }.joined()
        if command.configuration.subcommands.isEmpty {
          description =
            "`rabble \(parents.dropLast())` has no commands of its own; `rabble \(parents)--help` tells "
            + "what it takes."
          return
        }
        description =
          "Unknown command “\(path.joined(separator: " "))”."
          + Self.advice(on: name, in: command, String(parents.dropLast()))
        return
      }
      command = found
    }
    return nil
  }

  /// The commands that a name lacks the first word of: `deck import` or `log import` for `import`.
  private static func fullName(of name: String) -> String? {
    let commands = Rabble.configuration.subcommands.filter { names(in: $0).contains(name) }
      .compactMap { $0.configuration.commandName.map { "`\($0) \(name)`" } }
    return commands.isEmpty ? nil : commands.joined(separator: " or ")
  }

  private static func names(in group: any ParsableCommand.Type) -> [String] {
    group.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// What may be meant by a mistyped command of a group: the nearest, or else all that a small one has.
  private static func advice(
    on name: String, in group: any ParsableCommand.Type, _ parents: String
  ) -> String {
    let prefix = parents.isEmpty ? "" : parents + " "
    let names = names(in: group)
    let advice =
      Self.name(like: name, among: group).map { " Did you mean `\(prefix)\($0)`?" }
      ?? (names.count <= 6
        ? " Its commands are " + names.map { "`\(prefix)\($0)`" }.joined(separator: ", ") + "."
        : "")
    return advice + " (`rabble \(prefix)--help` lists commands.)"
  }

  /// The command whose name is closest to a mistyped one.
  private static func name(like name: String, among group: any ParsableCommand.Type) -> String? {
    let names = names(in: group)
    let ranked = names.map { ($0, EditDistance.between(name.lowercased(), $0)) }
    return ranked.filter { $0.1 <= 2 }.min { $0.1 < $1.1 }?.0
      ?? Nearest.name(name, among: names)
  }
}
