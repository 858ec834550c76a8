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
      `rabble` alone studies what is due. `rabble help COMMAND` explains a command. The log and your decks \
      (decks/*.json, *.md) are in ~/.local/share/rabble ($XDG_DATA_HOME), the settings in ~/.config/rabble/config.toml. Exit status: \
      0 success; 1 nothing due, or problems found; 2 usage error; 3 invalid data or I/O error; 130 interrupted.
      """,
    version: versionText,
    subcommands: [
      Study.self, Today.self, Stats.self, Place.self, Sync.self, Undo.self, Redo.self, History.self,
      Config.self, Tutorial.self, Card.self, Deck.self, PresetCommand.self, Log.self,
    ],
    defaultSubcommand: Study.self)
}

extension Rabble {
  /// The version by semantic versioning.
  static let version = "0.1.0"

  /// The version, the commit if the build knew it, and the newest log that can
  /// be read, e.g. `0.1.0 (commit 3a1e82a, log 16)`.
  static var versionText: String {
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
    do { try run(arguments) } catch { exit(status(for: error, arguments)) }
  }

  private static func run(_ arguments: [String]) throws {
    if let text = try answer(arguments) { return try Output.write(text + "\n") }
    let invocation = Invocation(arguments)
    let isNounAlone =
      invocation.arguments.isEmpty && !invocation.command.configuration.subcommands.isEmpty
    if isNounAlone || invocation.has("--help", "-h") { return try help(invocation.names) }
    if invocation.names.isEmpty, invocation.has("--version") {
      return try Output.write(Rabble.versionText + "\n")
    }
    var command = try invocation.parsed()
    let style = CommonOptions.of(command)?.displayStyle ?? DisplayStyle()
    try DisplayStyle.$current.withValue(style) {
      try DisplayWidth.$ambiguous.withValue(style.ambiguousWidth) { try command.run() }
    }
  }

  private static func help(_ names: [String]) throws {
    try Output.write(CommandHelp.text(names, width: min(100, Output.columns ?? 80)))
  }

  /// What is asked for besides commands, by learners, shells and tools; `nil` for a command.
  private static func answer(_ arguments: [String]) throws -> String? {
    switch arguments.first {
    case "help":
      try help(arguments.dropFirst().filter { !$0.hasPrefix("-") })
      throw ExitCode.success
    case "--generate-completion-script":
      guard let shell = arguments.dropFirst().first.flatMap(CompletionShell.init) else {
        throw UsageError("--generate-completion-script writes a script for bash, zsh or fish.")
      }
      return CompletionScript.whole(Rabble.completionScript(for: shell))
    case "---completion":
      // The parser answers by an error.
      do { _ = try Rabble.parseAsRoot(arguments) } catch { return Rabble.message(for: error) }
      return nil
    case "--version" where arguments.count == 1: return Rabble.versionText
    case "--experimental-dump-help": return Rabble._dumpHelp()
    default: return nil
    }
  }

  private static func status(for error: any Error, _ arguments: [String]) -> Int32 {
    if let status = error as? ExitCode { return status.rawValue }
    if case StreamError.outputClosed = error { return endByBrokenPipe() }
    let (message, status) = failure(error, Invocation(arguments))
    Output.error(message)
    return status
  }

  /// Ends the program as the signal does by itself that a session, or the parent of the program, ignores.
  private static func endByBrokenPipe() -> Int32 {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    return 128 + SIGPIPE
  }

  /// The message and exit status of an error of a command.
  private static func failure(
    _ error: any Error, _ invocation: Invocation
  ) -> (message: String, status: Int32) {
    switch error {
    // Thrown by a command that runs: parsing wraps its own, which knows the command and its usage.
    case let error as ValidationError: return (error.message, 2)
    case let error as UnknownGroup: return (UnknownName.text(error, invocation), 2)
    case CardError.unknown(let name, _): return (UnknownName.text(error, of: name, invocation), 2)
    case let error as DeckEditError:
      let status: Int32 = error.isUsageError ? 2 : 3
      guard case .noGroup(let unknown) = error else { return ("\(error)", status) }
      return (UnknownName.text(unknown, invocation), status)
    case let error as SettingError: return ("\(error)", error.isUsageError ? 2 : 3)
    case BackupError.unknown, BackupError.ambiguous, LibraryError.notUndoable,
      LibraryError.noSyncFolder, is CardError, is PresetError, is FilterError, is MarkError,
      is UsageError:
      return ("\(error)", 2)
    default: return ("\(error)", 3)
    }
  }
}

/// What is told of a name on the command line that means nothing.
private enum UnknownName {
  /// Explains an unknown group, which may be a mistyped command where none is named before it.
  static func text(_ error: UnknownGroup, _ invocation: Invocation) -> String {
    guard error.reason == .unknown else {
      // Whole, to be copied.
      let titles = error.titles.prefix(10).map { "“\($0.printable)”" }.joined(separator: ", ")
      let more = error.titles.count > 10 ? ", and \(error.titles.count - 10) more" : ""
      let takesFilter = CommandData(of: invocation.command).options
        .contains { $0.names.contains("--where") }
      let filter = "deck:\"\(error.name)*\"".shellQuoted
      return "“\(error.name.printable)” is ambiguous: \(titles)\(more). \(error.advice)"
        + (takesFilter ? ", or take all of them with --where \(filter)." : ".")
    }
    let command = command(error.name, invocation)
    let likely = command.map { "`\($0)`" } ?? error.near.first.map { "“\($0)”" }
    let mayBeCommand = invocation.isImplied && invocation.word == error.name
    return "Unknown \(mayBeCommand ? "command or group" : "group") “\(error.name.printable)”."
      + (likely.map { " Did you mean \($0)?" } ?? "")
      + (mayBeCommand
        ? " (`rabble --help` lists commands, `rabble deck list` groups.)"
        : " (`rabble deck list` lists groups.)")
  }

  /// Explains a name that means no card, which may be a mistyped command as well.
  static func text(_ error: any Error, of name: String, _ invocation: Invocation) -> String {
    command(name, invocation).map {
      "Unknown command “\((invocation.names + [name.printable]).joined(separator: " "))”. Did you mean `\($0)`?"
    } ?? "\(error)"
  }

  /// The command that a name may mean that stands where one could be.
  private static func command(_ name: String, _ invocation: Invocation) -> String? {
    guard invocation.isImplied, invocation.word == name else { return nil }
    return UsageError.command(like: name, under: invocation.names)
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
