import Foundation
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Decks that go from one form to the other and back.
struct MarkdownRoundTripTests {
  private func read(_ text: String, _ path: String = "d.md") -> DeckSource {
    DeckLoader().parseSource(Array(text.utf8), path: path)
  }

  private func rewritten(_ text: String, _ path: String, as form: DeckForm) throws -> String {
    try DeckRewriting(read(text, path)).text(as: form)
  }

  /// The lines that one text has and the other has not.
  private func difference(_ first: String, _ second: String) -> [String] {
    func lines(_ text: String) -> [[UInt8]] { text.utf8.split(separator: 10).map(Array.init) }
    return lines(second).difference(from: lines(first)).map { change in
      switch change {
      case .remove(_, let line, _): "- " + String(decoding: line, as: UTF8.self)
      case .insert(_, let line, _): "+ " + String(decoding: line, as: UTF8.self)
      }
    }
  }

  @Test func `whatever a deck holds, its Markdown reads as the same`() throws {
    var random = SeededGenerator(seed: 21)
    for number in 0..<200 {
      let groups = (0...Int.random(in: 0...1, using: &random)).map {
        HostileDecks.group("\(number).\($0)", using: &random)
      }
      let text = DeckMarkdown.text(of: groups)
      let found = read(text)
      let reports = found.file.faults.map(\.description)
      let lost = difference(DeckJSON.text(of: groups), DeckJSON.text(of: found.file.groups))
      if !reports.isEmpty || !lost.isEmpty {
        Issue.record("\(reports)\n\(lost)\n\(text)")
        return
      }
    }
  }

  @Test func `JSON, Markdown and JSON again are the same, with all that no deck knows`() throws {
    var random = SeededGenerator(seed: 22)
    for number in 0..<100 {
      let json = HostileDecks.json("\(number)", using: &random)
      let markdown = try rewritten(json, "d.json", as: .markdown)
      let again = try rewritten(markdown, "d.md", as: .json)
      let lost = difference(json, again)
      if try HostileDecks.values(again) != HostileDecks.values(json) {
        Issue.record("\(lost)\n\(markdown)")
        return
      }
      #expect(read(again, "d.json").file.groups == read(json, "d.json").file.groups)
      // Markdown is in canonical form at once, and stays so through JSON.
      #expect(try rewritten(markdown, "d.md", as: .markdown).utf8.elementsEqual(markdown.utf8))
      let third = try rewritten(again, "d.json", as: .markdown)
      #expect(third.utf8.elementsEqual(markdown.utf8), "\(third)\n----\n\(markdown)")
      if !third.utf8.elementsEqual(markdown.utf8) { return }
    }
  }
}
