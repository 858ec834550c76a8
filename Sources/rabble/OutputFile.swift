import Foundation

/// Where data goes: standard output, or a file that is there whole or not at all.
enum OutputFile {
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else {
      FileHandle.standardOutput.write(Data(text.utf8))
      return
    }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.localizedDescription)
    }
  }
}
