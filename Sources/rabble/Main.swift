import ArgumentParser
import Foundation
import RabbleDecks
import RabbleScreens
import RabbleStorage
import RabbleTerminal

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
