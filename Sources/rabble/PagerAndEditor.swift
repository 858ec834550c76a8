import Foundation
import RabbleStudy
import RabbleTerminal
import SystemPackage

/// The learner's pager, as `$PAGER` names it, or `less`.
enum Pager {
  /// The command to show a text with; `nil` where it fits the terminal, there is no terminal, or
  /// `$PAGER` is empty or `cat`.
  static func command(for text: String) -> String? {
    guard Terminal.isInteractive, let rows = Terminal.rows(descriptor: STDOUT_FILENO),
      text.utf8.reduce(0, { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }) >= rows
    else { return nil }
    let command = ProcessInfo.processInfo.environment["PAGER"] ?? "less"
    return ["", "cat"].contains(command.trimmingCharacters(in: .whitespaces)) ? nil : command
  }

  /// Shows a text and waits until the pager is left.
  ///
  /// - Returns: whether there was such a pager.
  static func show(_ text: String, with command: String) -> Bool {
    // As Git does: leave the screen as it is, and show colors.
    setenv("LESS", "FRX", 0)
    guard let pipe = popen(command, "w") else { return false }
    // Whoever leaves a pager early has seen enough.
    let previous = signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, previous) }
    _ = text.withCString { fputs($0, pipe) }
    let status = pclose(pipe)
    // 127: the shell has found no such program.
    return status >= 0 && (status >> 8) & 0xff != 127
  }
}

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
