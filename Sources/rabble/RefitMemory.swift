import Foundation

/// How many reviews a preset's cards had when learning weights was last tried, so that a try that
/// changed nothing is not made after every session.
struct RefitMemory {
  let path: String

  /// How many reviews there were, by the preset's name.
  var tried: [String: Int] {
    guard let data = FileManager.default.contents(atPath: path) else { return [:] }
    // Without it there is one try more.
    return (try? JSONDecoder().decode([String: Int].self, from: data)) ?? [:]
  }

  /// Remembers tries; that they can't be remembered does no harm.
  func remember(_ counts: [String: Int]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try FileManager.default.createDirectory(
        atPath: String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]),
        withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let data = try encoder.encode(tried.merging(counts) { $1 })
      try OutputFile.write(String(decoding: data, as: UTF8.self) + "\n", to: path)
    } catch {
      // The next session tries once more.
    }
  }
}
