import RabbleChecking
import RabbleDecks
import RabbleTestSupport
import Testing

/// `--fix` never leaves more findings than there were. `RABBLE_FUZZ` is how many decks are tried.
struct NeverWorseTests {
  @Test func `fixing broken decks never makes their findings more`() throws {
    let broken = try BrokenDecks.read()
    let names = broken.cases.flatMap(\.files).filter {
      ($0.hasSuffix(".json") || $0.hasSuffix(".md"))
    }
    for (ending, seed) in [(".json", UInt64(51)), (".md", 52)] {
      let files = names.filter { $0.hasSuffix(ending) }.compactMap(broken.bytes)
        .filter { $0.count < 4_000 }
      try #require(files.count > 5)
      var decks = MutatedDecks(files, seed: seed)
      for _ in 0..<LongForm.rounds(usually: 150) {
        try fixIsNoWorse([decks.next()], ending)
      }
      // Several files that share questions.
      for _ in 0..<LongForm.rounds(usually: 150) / 10 {
        let first = decks.next()
        try fixIsNoWorse([first, decks.next(), first], ending)
      }
    }
  }

  private func fixIsNoWorse(_ files: [[UInt8]], _ ending: String) throws {
    let decks = files.enumerated().map { number, bytes in
      DeckLoader(faultLimit: .max).parseSource(bytes, path: "\(number)\(ending)")
    }
    let before = DeckChecker().check(decks)
    let result = DeckFixer(.unsafe, loader: DeckLoader(faultLimit: .max)).fix(decks)
    #expect(result.findings.count <= before.count)
    #expect(result.findings == DeckChecker().check(result.decks))
    for (deck, fixed) in zip(decks, result.decks) {
      let count = { (findings: [Finding]) in findings.count { $0.path == deck.file.path } }
      #expect(
        fixed.bytes == deck.bytes || count(result.findings) <= count(before),
        "\(String(decoding: deck.bytes, as: UTF8.self))")
      if String(validating: deck.bytes, as: UTF8.self) == nil { #expect(fixed.bytes == deck.bytes) }
    }
  }
}
