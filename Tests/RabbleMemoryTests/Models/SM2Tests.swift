import Foundation
import RabbleMemory
import Testing

struct SM2Tests {
  @Test func `the memory of a card of SM-2 agrees with fsrs-rs`() throws {
    struct Table: Decodable {
      struct Row: Decodable {
        let ease: Double
        let interval: Double
        let sm2_retention: Double
        let s: Double
        let d: Double
      }
      let from_sm2: [Row]
    }
    let table = try JSONDecoder().decode(Table.self, from: fixture("fsrs6_sm2.json"))
    #expect(table.from_sm2.count == 200)
    for row in table.from_sm2 {
      let state = MemoryModel().state(
        interval: row.interval, easeFactor: row.ease, retention: row.sm2_retention)
      #expect(relativeDistance(state.stability, row.s) <= 4e-5)
      #expect(abs(state.difficulty - row.d) <= 4e-4)
    }
  }

  @Test func `a card of SM-2 is at its desired retention after its interval`() {
    for interval in [1.0, 10, 300] {
      for retention in [0.8, 0.9, 0.95] {
        let state = MemoryModel().state(
          interval: interval, easeFactor: 2.5, retention: retention)
        let recalled = MemoryModel().retrievability(state, elapsedDays: interval)
        #expect(abs(recalled - retention) < 1e-6)
      }
    }
  }
}
