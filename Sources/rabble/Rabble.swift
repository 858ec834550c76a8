import ArgumentParser
import CVersion
import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStorage
import RabbleStudy
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
      + "log \(Schema.current.number))"
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
    func message(_ unknown: UnknownGroup) -> String {
      UnknownName(unknown, CommandLineOrder.commandFirst(arguments)).description
    }
    switch error {
    // Thrown by a command that runs: parsing wraps its own, which knows the command and its usage.
    case let error as ValidationError: return (error.message, 2)
    case let error as UnknownGroup: return (message(error), 2)
    case let error as DeckEditError:
      let status: Int32 = error.isUsageError ? 2 : 3
      guard case .noGroup(let unknown) = error else { return ("\(error)", status) }
      return (message(unknown), status)
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
    let message = UsageMessage.short(Rabble.fullMessage(for: error))
    if isHelp {
      do {
        try Output.write(CompletionScript.whole(message) + "\n")
      } catch {
        return status(for: error, arguments)
      }
      return 0
    }
    let explained = UsageMessage.explained(message, ordered)
    let prefix = "Error: "
    if explained.hasPrefix(prefix) {
      Output.error(String(explained.dropFirst(prefix.count)))
    } else {
      Output.tell(explained)
    }
    return 2
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
