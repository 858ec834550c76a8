import Foundation
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What 500 filters select, of 10,000 on which the queries agreed with the evaluation that came before them
/// (a bit for each card, term by term). `Fixtures/filters.tsv` has its results.
@Suite struct FilterFixtureTests {
  @Test func `filters select what they always did, in the same order`() throws {
    let url = try #require(
      Bundle.module.url(forResource: "filters", withExtension: "tsv", subdirectory: "Fixtures"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    #expect(lines.count == 500)
    let logged = try FilterLog(seed: 0)
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
      let filter = try CardFilter(String(parts[0]))
      let found = try logged.log.read {
        try $0.filters.cards(
          filter, in: logged.groups, localTime: FilterLog.localTime, at: logged.now
        ).cards
      }
      #expect(found.map(logged.name).joined(separator: " ") == parts[1], "\(parts[0])")
    }
  }
}
