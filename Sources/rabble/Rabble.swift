import ArgumentParser
import CVersion
import Foundation
import RabbleDecks
import RabbleFilters
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleStudy
import RabbleSync
import RabbleTerminal
import RabbleText

/// The command line's root: it only lists the commands.
struct Rabble: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rabble",
    abstract: "Learn a language a little every day with spaced-repetition flashcards.",
    discussion: """
      Run `rabble` with no arguments to study the cards that are due. The review log is kept in \
      $XDG_DATA_HOME/rabble (~/.local/share/rabble); deck files (.json or .md) in its decks/ \
      subfolder are studied along with any bundled course you have started. `rabble config` shows \
      and changes the settings in $XDG_CONFIG_HOME/rabble/config.toml (~/.config/rabble/config.toml). \
      With --data-dir, the log, decks and config are all read from that folder.

      Exit status: 0 success; 1 nothing due, nothing to do, or problems found; 2 usage error; \
      3 invalid data or I/O error; 130 interrupted (Ctrl-C). When the reader of its output goes away, as \
      `head` does, rabble ends silently by SIGPIPE, which shells report as 141.
      """,
    version: versionText,
    groupedSubcommands: [
      CommandGroup(
        name: "Study", subcommands: [Study.self, Today.self, Due.self, Place.self, Tutorial.self]),
      CommandGroup(
        name: "Card",
        subcommands: [
          Cards.self, Why.self, Known.self, Reschedule.self, Forget.self, Suspend.self,
          Unsuspend.self, Suspended.self, FlagCommand.self, TagCommand.self, NoteCommand.self,
          Accepted.self,
        ]),
      CommandGroup(name: "Deck", subcommands: [Decks.self, Deck.self, AnkiCommand.self]),
      CommandGroup(name: "Statistics", subcommands: [Stats.self]),
      CommandGroup(name: "Settings", subcommands: [Config.self]),
      CommandGroup(
        name: "Memory", subcommands: [PresetCommand.self, Optimize.self, Simulate.self]),
      CommandGroup(
        name: "Log",
        subcommands: [
          Log.self, Sync.self, History.self, Undo.self, Redo.self, Check.self, BackupCommand.self,
        ]),
    ],
    defaultSubcommand: Study.self)
}

extension Rabble {
  /// The version by semantic versioning.
  static let version = "0.1.0"

  /// The version, the commit if the build knew it, and the newest log that can
  /// be read, e.g. `0.1.0 (commit 3a1e82a, log 16)`.
  private static var versionText: String {
    let commit = String(cString: rabble_commit)
    return "\(version) (" + (commit.isEmpty ? "" : "commit \(commit), ")
      + "log \(StudyLog.version))"
  }
}

/// Runs a command, and turns what went wrong into a message and an exit status: 1 nothing due or
/// problems found, 2 usage, 3 invalid data or a file that can't be used, 130 interrupted. Where nobody
/// reads its output any more, it ends by SIGPIPE.
@main
enum Main {
  static func main() {
    // A file at the limit of `ulimit -f` is an error of the write, which is told.
    signal(SIGXFSZ, SIG_IGN)
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      var command = try command(CommandLineOrder.commandFirst(arguments))
      let style = CommonOptions.of(command)?.displayStyle ?? DisplayStyle()
      try DisplayStyle.$current.withValue(style) {
        try DisplayWidth.$ambiguous.withValue(style.ambiguousWidth) { try command.run() }
      }
    } catch {
      exit(status(for: error, arguments))
    }
  }

  /// Parses a command by itself: from the root it costs twice the time, which the learner waits for at
  /// every start.
  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    let type: (any ParsableCommand.Type)? =
      arguments.first.map { name in
        Rabble.configuration.subcommands.first {
          $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
        }
      } ?? Study.self
    // What it does not understand, the root explains; help, too, so that a usage begins with `rabble`.
    if let type, let command = try? type.parseAsRoot(Array(arguments.dropFirst())),
      Swift.type(of: command) == type
    {
      return command
    }
    return try Rabble.parseAsRoot(arguments)
  }

  private static func status(for error: any Error, _ arguments: [String]) -> Int32 {
    if let status = error as? ExitCode { return status.rawValue }
    if case StreamError.outputClosed = error { return endByBrokenPipe() }
    guard let failure = Self.failure(error, arguments) else {
      return status(ofParsing: error, arguments)
    }
    Output.error(failure.message)
    return failure.status
  }

  /// Ends the program as the signal does by itself that a session, or the parent of the program, ignores.
  private static func endByBrokenPipe() -> Int32 {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    return 128 + SIGPIPE
  }

  /// The message and exit status of an error of a command; `nil` for one of the parser.
  private static func failure(
    _ error: any Error, _ arguments: [String]
  ) -> (message: String, status: Int32)? {
    switch error {
    // Thrown by a command that runs: parsing wraps its own, which knows the command and its usage.
    case let error as ValidationError: return (error.message, 2)
    case let error as UnknownGroup: return (UnknownName(error, arguments).description, 2)
    case let error as DeckEditError:
      let status: Int32 = error.isUsageError ? 2 : 3
      guard case .noGroup(let unknown) = error else { return ("\(error)", status) }
      return (UnknownName(unknown, []).description, status)
    case let error as SettingError: return ("\(error)", error.isUsageError ? 2 : 3)
    case BackupError.unknown, BackupError.ambiguous, LibraryError.notUndoable,
      LibraryError.noSyncFolder, is CardError, is PresetError, is FilterError, is MarkError:
      return ("\(error)", 2)
    case is StorageError, is SyncFolderError, is BackupError, is LibraryError, is CommandError,
      is StreamError, is DeckChangeError, is AtomicFileError:
      return ("\(error)", 3)
    default: return nil
    }
  }

  /// Writes the help or version that was asked for, or what is wrong with the command line.
  private static func status(ofParsing error: any Error, _ arguments: [String]) -> Int32 {
    let isHelp = Rabble.exitCode(for: error) == .success
    let ordered = CommandLineOrder.commandFirst(arguments)
    if let unknown = UnknownName(help: arguments) ?? (isHelp ? nil : UnknownName(ordered)) {
      Output.error(unknown.description)
      return 2
    }
    let message = withShortUsage(Rabble.fullMessage(for: error))
    if isHelp {
      do {
        try Output.write(CompletionScript.whole(message) + "\n")
      } catch {
        return status(for: error, arguments)
      }
      return 0
    }
    let explained = withNearest(
      unknownOption(ordered, message) ?? negativeValue(ordered, message) ?? message, ordered)
    let prefix = "Error: "
    if explained.hasPrefix(prefix) {
      Output.error(String(explained.dropFirst(prefix.count)))
    } else {
      Output.tell(explained)
    }
    return 2
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
      return withShortUsage(Rabble.fullMessage(for: error))
    }
  }

  /// A message without the options in a usage that is longer than a line: the help lists them.
  private static func withShortUsage(_ message: String) -> String {
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
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    Rabble.helpMessage(for: command, columns: 200).split(separator: "\n").flatMap { line in
      line.prefixMatch(of: /\s\s(-.*?)(?:\s\s|$)/).map { found in
        found.1.matches(of: /(?:^|[ \/])(--[a-z0-9-]+)/).map { String($0.1) }
      } ?? []
    }
  }

  /// The command that is named; where one of a group is left out, the one that it has by default.
  private static func command(in arguments: [String]) -> any ParsableCommand.Type {
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

/// What keeps a command from doing its work, besides the errors of the library.
enum CommandError: Error, CustomStringConvertible {
  case noHome
  case noBundledDecks(searched: [String])
  case noEditor
  case unwritable(path: String, reason: String)

  var description: String {
    switch self {
    case .noHome:
      "There is no home folder: HOME is not set to an absolute path. Choose a folder with --data-dir DIR."
    case .noBundledDecks(let searched):
      "The bundled decks were not found in \(searched.joined(separator: ", "))."
    case .noEditor:
      "There is no editor to open. Set VISUAL or EDITOR, e.g. export EDITOR=nano."
    case .unwritable(let path, let reason):
      "\(path): Cannot write the file: \(reason)."
    }
  }
}

/// A name on the command line that means no group, and what could have been meant.
struct UnknownName: CustomStringConvertible {
  let description: String

  /// Explains an unknown group, which may be a mistyped command where it comes first.
  init(_ error: UnknownGroup, _ arguments: [String]) {
    guard error.reason == .unknown else {
      // Whole, to be copied.
      let titles = error.titles.prefix(10).map { "“\($0.printable)”" }.joined(separator: ", ")
      let more = error.titles.count > 10 ? ", and \(error.titles.count - 10) more" : ""
      let filter = "deck:\"\(error.name)*\"".shellQuoted
      description =
        "“\(error.name)” is ambiguous: \(titles)\(more). Type more of the title, or take all of them "
        + "with --where \(filter)."
      return
    }
    let mayBeCommand = arguments.first == error.name
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

/// Lets the common options stand before the command as well as after it:
/// `rabble --data-dir X due` is `rabble due --data-dir X`.
enum CommandLineOrder {
  private static let commonOptions = [
    "--data-dir", "--decks", "--now", "--seed", "--color", "--plain", "--ambiguous-width",
  ]
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
      let hasValue = name != "--plain" && name.count == arguments[start].count
      start += hasValue ? 2 : 1
    }
    guard start > 0, start < arguments.count,
      let command = commands.first(where: { $0.name == arguments[start] })
    else { return arguments }
    let end = min(arguments.count, start + (command.hasCommands ? 2 : 1))
    return Array(arguments[start..<end] + arguments[..<start] + arguments[end...])
  }
}
