import Foundation

/// A folder that is gone when the test is over.
public final class TemporaryFolder: Sendable {
  /// Where it lies.
  public let path: String

  /// Makes the folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.path + "/rabble-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file, and the folders it needs; gives its path.
  @discardableResult
  public func write(_ name: String, _ text: String = "[]") throws -> String {
    let file = path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Makes a symbolic link; gives its path.
  @discardableResult
  public func link(_ name: String, to destination: String) throws -> String {
    let link = path + "/" + name
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: destination)
    return link
  }
}
