import Foundation
import RabbleDecks
import Testing

/// What `*.md merge=union` in `.gitattributes` makes of decks that two people changed.
struct UnionMergeTests {
  /// The deck that Git makes of three with that setting.
  private func merged(_ ours: String, base: String, _ theirs: String) throws -> DeckFile {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let names = ["ours.md", "base.md", "theirs.md"]
    for (name, text) in zip(names, [ours, base, theirs]) {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    let git = Process()
    git.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    git.arguments = ["git", "merge-file", "--union"] + names
    git.currentDirectoryURL = folder
    try git.run()
    git.waitUntilExit()
    try #require(git.terminationStatus == 0)
    return DeckLoader().load(path: folder.appending(path: "ours.md").path)
  }

  @Test func `questions that two people append are all there`() throws {
    let base = "# Spanish\n\n## Weather\n\nla lluvia :: rain\n"
    let deck = try merged(
      base + "\nla nube :: cloud\n  note: both\n", base: base,
      base + "\nla nieve :: snow\n\n## Food\n\nel pan :: bread\n")
    #expect(deck.faults.isEmpty)
    #expect(deck.groups.map(\.title) == ["Weather", "Food"])
    #expect(
      deck.groups.flatMap(\.questions).map(\.prompt)
        == ["la lluvia", "la nube", "la nieve", "el pan"])
    #expect(deck.groups[0].questions[1].note == "both")
  }
}
