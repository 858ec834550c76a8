import Foundation
import RabbleScreens
import RabbleTerminal

/// What a command says beside its data: on standard error, and safe for a terminal.
enum Talk {
  static func say(_ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
    // When standard error is closed too, there is nobody left to tell.
    try? TextOutput(descriptor: STDERR_FILENO).put(line + "\n")
  }
}
