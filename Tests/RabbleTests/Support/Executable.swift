import Foundation

/// The program under test.
enum Executable {
  /// Where it was built: beside the test bundle, or in a folder above it.
  static let path: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("rabble").path
      var isFolder: ObjCBool = false
      if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder),
        !isFolder.boolValue, access(candidate, X_OK) == 0
      {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return "rabble was not found beside \(CommandLine.arguments[0])"
  }()
}
