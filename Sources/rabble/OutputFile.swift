import Foundation
import RabbleTerminal

/// Where data goes: standard output, or a file that is there whole or not at all.
enum OutputFile {
  /// Writes a text to the file at `path`, or to standard output without one.
  static func write(_ text: String, to path: String? = nil) throws {
    guard let path, path != "-" else { return try TextOutput(descriptor: STDOUT_FILENO).put(text) }
    if isDevice(path) { return try writeThrough(text, to: path) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.localizedDescription)
    }
  }

  /// Whether there is something at `path` that is no ordinary file and must not be replaced by one.
  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  private static func writeThrough(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw CommandError.unwritable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(file) }
    do {
      try TextOutput(descriptor: file).put(text)
    } catch {
      throw CommandError.unwritable(path: path, reason: error.description)
    }
  }
}
