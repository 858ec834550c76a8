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

  /// The same program with one short deck in the place of the courses, which are read for half a second in a new
  /// home: for tests that study decks of their own.
  static func withoutCourses() throws -> String { try short.get() }

  private static let short = Result { () throws -> String in
    let folder = (path as NSString).deletingLastPathComponent + "/rabble-without-courses"
    let decks = folder + "/Decks/Japanese"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: decks, withIntermediateDirectories: true)
    try link(to: folder + "/rabble")
    let vowels = #"[{"title": "Vowels", "questions": [{"prompt": "あ", "answer": "a"}]}]"#
    try Data(vowels.utf8).write(to: URL(filePath: decks + "/Vowels.json"))
    let course = #"{"title": "Japanese", "steps": [{"group": "Vowels"}]}"#
    try Data(course.utf8).write(to: URL(filePath: decks + "/course.json"))
    return folder + "/rabble"
  }

  /// Puts the program into another folder, where it finds other decks.
  static func link(to copy: String) throws {
    if Foundation.link(path, copy) != 0 {
      try FileManager.default.copyItem(atPath: path, toPath: copy)
    }
  }
}
