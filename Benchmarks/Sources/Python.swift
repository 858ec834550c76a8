import Foundation

/// The peers, which are packages of Python.
struct Python {
  let path: String?

  /// The words a script prints; `nil` without Python or when it fails.
  func words(_ script: String, _ arguments: [String] = []) throws -> [String]? {
    guard let path, access(path, X_OK) == 0 else { return nil }
    let child = try Child(
      [path, "-c", script] + arguments, environment: Subject.environment(home: "/tmp"),
      streams: .pipes)
    let words = child.readToEnd().split { $0 == " " || $0 == "\n" }.map(String.init)
    return child.waitForExit() == 0 ? words : nil
  }
}
