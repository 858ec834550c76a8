import Foundation
import RabbleQuestions

/// The decks that come with the program.
enum BundledDecks {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Decks").resolvingSymlinksInPath()

  /// The groups of the files whose path contains a text, file by file.
  static func groups(of part: String = "") throws -> [QuestionGroup] {
    let paths = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let files = (paths?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "json" && (part.isEmpty || $0.path.contains(part)) }
      .filter { !["course", "schema"].contains(where: $0.lastPathComponent.contains) }
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      let data = try Data(contentsOf: file)
      let decoder = JSONDecoder()
      return try (try? decoder.decode([QuestionGroup].self, from: data))
        ?? [decoder.decode(QuestionGroup.self, from: data)]
    }
  }

  /// The questions of all decks.
  static func questions() throws -> [Question] { try groups().flatMap(\.questions) }
}
