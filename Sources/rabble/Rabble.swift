import ArgumentParser
import Foundation
import RabbleDecks
import RabbleQuestions
import RabbleScreens
import RabbleStorage
import RabbleTerminal

/// The command line's root: it only lists the commands.
struct Rabble: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rabble",
    abstract: "Learn a language a little every day, with flashcards that come back in time.",
    discussion: """
      `rabble` alone studies what is due. Progress is kept in $XDG_DATA_HOME/rabble \
      (~/.local/share/rabble); every .json file in its folder decks/ is studied beside the \
      bundled courses you have begun. Settings are lines such as `study.new = 15` or `judging.timing = on` in \
      $XDG_CONFIG_HOME/rabble/config (~/.config/rabble/config); --data-dir holds both.

      Exit codes: 0 all well, 1 nothing due or findings, 2 wrong usage, 3 bad data or a file that \
      can't be used, 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      Study.self, Decks.self, Deck.self, Stats.self, Log.self, Due.self, Undo.self, Check.self,
      Why.self, Suspend.self, Unsuspend.self, Suspended.self, PresetCommand.self,
      Optimize.self, Simulate.self,
    ],
    defaultSubcommand: Study.self)
}

/// Runs a command, and turns what went wrong into a message and an exit code: 1 nothing due or
/// findings, 2 usage, 3 bad data or a file that can't be used, 130 interrupted.
@main
enum Main {
  static func main() {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      var command = try Rabble.parseAsRoot(CommandLineOrder.commandFirst(arguments))
      try command.run()
    } catch {
      exit(code(for: error))
    }
  }

  private static func code(for error: any Error) -> Int32 {
    switch error {
    case let code as ExitCode:
      return code.rawValue
    case let error as UnknownGroup:
      Talk.say("rabble: \(error)")
      return 2
    case StreamError.outputClosed:
      return 3
    case is CardError, is PresetError:
      Talk.say("rabble: \(error)")
      return 2
    case let error as DeckEditError:
      Talk.say("rabble: \(error)")
      return error.exitCode
    case is StorageError, is CommandError, is StreamError, is DeckChangeError, is AtomicFileError:
      Talk.say("rabble: \(error)")
      return 3
    default:
      let message = Rabble.fullMessage(for: error)
      if Rabble.exitCode(for: error) == .success {
        do { try OutputFile.write(message + "\n") } catch { return 3 }
        return 0
      }
      Talk.say(message)
      return 2
    }
  }
}

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
