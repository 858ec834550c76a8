import Foundation
import RabbleChecking
import RabbleDecks
import Testing

/// Every mistake in a folder of broken decks is found where it is, and nothing else.
struct BrokenDeckTests {
  @Test func `each finding has its code, line and column`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases {
      let decks = try broken.decks(sample)
      let findings = BrokenDecks.checker(sample).check(decks)
      for deck in decks {
        let found = BrokenDecks.rows(findings, in: deck)
        let wanted = sample.rows[deck.file.path] ?? []
        #expect(
          Self.sorted(found) == Self.sorted(wanted), "\(deck.file.path)")
      }
    }
  }

  /// The rules about files that can't be read have no file to show, and RW223 is about courses.
  @Test func `every rule is broken by a deck of the folder`() throws {
    let broken = try BrokenDecks.read()
    let found = Set(broken.cases.flatMap { $0.rows.values.joined() }.map(\.code))
    let wanted = Set(
      RuleBook.all.map(\.code).filter { $0 >= "RW010" && $0 != "RW223" })
    #expect(found == wanted)
    #expect(found.count >= 60)
  }

  @Test func `codes and names of rules are each used once`() {
    #expect(Set(RuleBook.all.map(\.code)).count == RuleBook.all.count)
    #expect(Set(RuleBook.all.map(\.name)).count == RuleBook.all.count)
    for rule in RuleBook.all {
      #expect(rule.code.wholeMatch(of: /RW\d{3}/) != nil)
      #expect(rule.name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(rule.name)")
      #expect(rule.summary.hasSuffix("."))
    }
  }

  @Test func `the page about the check lists every rule as it is`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/deck-check.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| RW") }.map(String.init)
    let wanted = RuleBook.all.map {
      "| \($0.code) | \($0.name) | \($0.severity.rawValue) | \($0.summary) |"
    }
    #expect(rows == wanted)
  }

  @Test func `every reason and advice is a phrase without a control character`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases {
      for finding in BrokenDecks.checker(sample).check(try broken.decks(sample)) {
        for text in [finding.reason, finding.advice] {
          #expect(!text.isEmpty && !text.hasSuffix("."))
          #expect(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202E })
        }
      }
    }
  }

  @Test func `a line after the last question of a group is named with the group`() {
    let deck = DeckLoader().parseSource(
      Array("## One\n\na :: b\nlost\n\n## Two\n\nc :: d\n\ne::f\n\n# Three\n".utf8), path: "a.md")
    let places = DeckChecker().check([deck]).map { "\($0.rule.code) \($0.place?.group ?? "-")" }
    #expect(places == ["RW143 One", "RW151 Two", "RW206 -"])
  }

  private static func sorted(_ rows: [BrokenDecks.Row]) -> [String] {
    rows.map(\.description).sorted()
  }
}
