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
      let findings = DeckChecker().check(decks)
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

  /// `RABBLE_RECORD_REFERENCE=1` writes them.
  @Test func `the page about the check lists every rule as it is`() throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Documentation/deck-check.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var lines: [Substring] = []
    var listed: Set<Character> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("| RW"), let theme = line.dropFirst(4).first else {
        lines.append(line)
        continue
      }
      guard listed.insert(theme).inserted else { continue }
      lines += RuleBook.all.filter { $0.code.dropFirst(2).first == theme }.map { rule in
        let fix = rule.fix?.rawValue ?? ""
        return
          "| \(rule.code) | \(rule.name) | \(rule.severity.rawValue) | \(fix) | \(rule.summary) |"
      }
    }
    #expect(listed == Set(RuleBook.all.compactMap { $0.code.dropFirst(2).first }))
    let wanted = lines.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RABBLE_RECORD_REFERENCE"] != nil {
      try wanted.write(to: page, atomically: true, encoding: .utf8)
    } else {
      #expect(text == wanted)
    }
  }

  @Test func `each rule's example breaks it, and is fixed as the rule says`() throws {
    for rule in RuleBook.all {
      guard rule.example != nil else { continue }
      let example = try #require(RuleExample(rule), "\(rule.code): nothing is found")
      #expect(example.finding.fix == rule.fix, "\(rule.code)")
      #expect((example.fixed != nil) == (rule.fix != nil), "\(rule.code)")
    }
    // What no text shows: files that can't be read, and what takes several of them or thousands of letters.
    let without = Set(RuleBook.all.filter { $0.example == nil }.map(\.code))
    #expect(
      without.filter { $0 > "RW013" }.sorted() == ["RW223", "RW224", "RW602", "RW605"])
  }

  @Test func `every reason and advice is a phrase without a control character`() throws {
    let broken = try BrokenDecks.read()
    for sample in broken.cases {
      for finding in DeckChecker().check(try broken.decks(sample)) {
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
