import Foundation
import RabbleStudy
import RabbleTerminal
import SystemPackage

/// The learner's own editor, as `$VISUAL` or `$EDITOR` names it.
enum ExternalEditor {
  /// Opens a file at a line and waits.
  ///
  /// - Throws: ``CommandError/noEditor`` when none is named and there is no terminal.
  static func open(_ file: FilePath, line: Int) throws -> DeckAuthor.EditorEnding {
    let command = try command()
    let arguments = EditorCommand.arguments(of: command, file: file.string, line: line)
    return switch ForegroundProgram.run(command, arguments) {
    case .exited(0): .finished
    case .exited(let code): .failed("The editor “\(command)” failed with exit status \(code).")
    case .killed(let signal): .failed("The editor “\(command)” was ended by signal \(signal).")
    case .notStarted(let reason):
      .failed("The editor “\(command)” could not be started (\(reason)); set VISUAL or EDITOR.")
    }
  }

  /// The command that opens it.
  static func command() throws(CommandError) -> String {
    let environment = ProcessInfo.processInfo.environment
    let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }
      .first { !$0.allSatisfy(\.isWhitespace) }
    if let named { return named }
    guard Terminal.isTerminal(descriptor: STDIN_FILENO) else { throw .noEditor }
    return "vi"
  }
}
