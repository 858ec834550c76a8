import Foundation

/// Vectors that live beside the repository and not in it: in `$RABBLE_SHARED/vectors` or
/// `../shared/vectors`.
enum SharedVectors {
  /// The file of this name, or `nil` when it is not on this machine.
  static func file(_ name: String) -> URL? {
    let repository = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let shared =
      ProcessInfo.processInfo.environment["RABBLE_SHARED"].map { URL(filePath: $0) }
      ?? repository.deletingLastPathComponent().appending(path: "shared")
    let file = shared.appending(path: "vectors").appending(path: name)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }
}
