import RabbleDecks
import RabbleExchange
import Testing

/// The interface as another package uses it: nothing is imported with `@testable` here.
struct PublicInterfaceTests {
  @Test func `a table is merged into a deck, and the deck is exported`() throws {
    let deck = DeckLoader().parseSource([], path: "words.json")
    let file = try ImportFile(Array("prompt,answer\n犬,dog\n".utf8), name: "words.csv")
    let merge = DeckMerge(file.content(file.mapping), into: deck, duplicates: .update)
    let merged = try deck.applying(merge.changes)
    #expect(merged.file.groups.map(\.title) == ["words"])
    let export = try #require(DeckExport(merged.file.groups, as: .anki))
    #expect(export.text.contains("\t犬\tdog\t"))
    #expect(DeckExport(merged.file.groups, as: .mochi) == nil)
  }
}
