import Foundation
import RabbleScreens

/// What a command says beside its data: on standard error, and safe for a terminal.
enum Talk {
  static func say(_ text: String) {
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).printable }.joined(separator: "\n")
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
