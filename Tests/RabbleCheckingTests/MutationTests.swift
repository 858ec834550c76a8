import RabbleChecking
import RabbleDecks
import RabbleTestSupport
import Testing

/// Whatever happens to the bytes of a deck, the checker answers and names places within the file,
/// and its edits can be made. `make fuzz` looks at a million of them.
struct MutationTests {
  private static let count = 1_000

  @Test func `no bytes make the checker or its fixes fail`() throws {
    let broken = try BrokenDecks.read()
    let files = broken.cases.flatMap(\.files).compactMap(broken.bytes).filter { $0.count < 4_000 }
    try #require(files.count > 100)
    var decks = MutatedDecks(files, seed: 41)
    let loader = DeckLoader()
    for number in 0..<Self.count {
      let bytes = decks.next()
      let deck = loader.parseSource(bytes, path: "d.json")
      let findings = DeckChecker().check([deck])
      let plain = loader.parse(bytes, path: "d.json")
      #expect(deck.file.groups == plain.groups)
      #expect(deck.file.isUsable == plain.isUsable)
      if plain.groups.isEmpty { #expect(!findings.isEmpty) }
      for finding in findings {
        guard let span = finding.span else {
          Issue.record("\(finding) has no place")
          continue
        }
        #expect(span.start <= span.end && span.end <= bytes.count)
        #expect(throws: Never.self) { try TextEdit.apply(finding.edits, to: bytes) }
      }
      if number % 8 == 0 {
        let result = DeckFixer(number % 16 == 0 ? .safe : .unsafe, loader: loader).fix([deck])
        #expect(result.decks[0].file.groups.count >= plain.groups.count)
      }
    }
  }
}
