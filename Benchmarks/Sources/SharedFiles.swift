import Foundation

/// Logs and tools that live beside the repository and not in it: in `$RABBLE_SHARED` or `../shared`.
enum SharedFiles {
  /// The file of this name, or `nil` when it is not on this machine.
  static func path(_ name: String) -> String? {
    let folder = ProcessInfo.processInfo.environment["RABBLE_SHARED"] ?? "../shared"
    let path = folder + "/" + name
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
