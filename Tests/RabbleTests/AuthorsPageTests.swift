import Foundation
import Testing

/// The page for authors: what it shows is what happens.
struct AuthorsPageTests {
  /// The blocks of a page between ``` and ```, each with its language.
  private func blocks(of page: String) -> [(language: String, text: String)] {
    var blocks: [(language: String, text: String)] = []
    var language: String?
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        if let open = language {
          blocks.append((open, lines.map { $0 + "\n" }.joined()))
          language = nil
        } else {
          language = String(line.dropFirst(3))
          lines = []
        }
      } else {
        lines.append(line)
      }
    }
    return blocks
  }

  @Test func `every command of the page runs, and prints what the page shows`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Documentation/writing-decks.md").standardized
    let blocks = blocks(of: try String(contentsOf: page, encoding: .utf8))
    try #require(blocks.count { $0.language == "sh" } >= 5)
    let program = try Program(courses: false)
    let folder = (Executable.path as NSString).deletingLastPathComponent
    var shell = program
    shell.path = "/bin/sh"
    for (index, block) in blocks.enumerated() where block.language == "sh" {
      let outcome = try shell.run(
        ["-e", "-c", block.text], environment: ["PATH": "\(folder):/usr/bin:/bin"],
        folder: program.home.path)
      #expect(outcome.ending == .exited(0), "\(block.text)\(outcome.errors)")
      if index + 1 < blocks.count, blocks[index + 1].language == "text" {
        #expect(outcome.output == blocks[index + 1].text)
      } else {
        #expect(outcome.output == "")
      }
    }
  }
}
