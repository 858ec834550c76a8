import Foundation
import RabbleExchange

/// What the columns of files were taken for, by the shape of the file.
struct ColumnMemory {
  let path: String
  /// The most shapes that are kept.
  private static let capacity = 200

  /// A shape with its columns.
  private struct Entry: Codable {
    let shape: String
    let columns: String
  }

  /// What the columns of the last file of this shape were taken for.
  func mapping(for file: ImportFile) -> ColumnMapping? {
    guard let shape = file.shape, let entry = entries().last(where: { $0.shape == shape }) else {
      return nil
    }
    // What does not fit this file is forgotten, and the columns are found out anew.
    return try? ColumnMapping(entry.columns, columns: file.mapping.roles.count)
  }

  /// Keeps what the columns of a file are taken for; that it can't be kept is told and does no harm.
  func remember(_ mapping: ColumnMapping, for file: ImportFile) {
    guard let shape = file.shape else { return }
    let kept = entries().filter { $0.shape != shape }.suffix(Self.capacity - 1)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
        withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let data = try encoder.encode(kept + [Entry(shape: shape, columns: mapping.text)])
      try OutputFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path)
    } catch {
      Talk.say("The columns can't be remembered: \(error)")
    }
  }

  private func entries() -> [Entry] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return (try? JSONDecoder().decode([Entry].self, from: data)) ?? []
  }
}
