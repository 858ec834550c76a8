import Foundation
import RabbleChecking
import RabbleDecks
import Testing

/// The decks that come with the program are above suspicion.
struct BundledDeckTests {
  @Test func `nothing is found in the bundled decks`() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Decks").standardizedFileURL.path
    let paths = DeckFolder.files(in: folder).files
    #expect(paths.count >= 30)
    let decks = paths.map { DeckLoader(faultLimit: .max).loadSource(path: $0) }
    let findings = DeckChecker().check(decks)
    #expect(findings.isEmpty, "\(findings.map { "\($0.path) \($0.rule.code) \($0.reason)" })")
    #expect(decks.flatMap(\.groups).flatMap(\.questions).count > 3300)
  }
}
