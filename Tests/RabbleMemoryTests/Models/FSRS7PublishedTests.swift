import Foundation
import RabbleMemory
import Testing

/// The values that ts-fsrs publishes for FSRS-7, in single precision.
@Suite(
  .enabled(
    if: SharedVectors.file("fsrs7_published.json") != nil,
    "the published values are not on this machine"))
struct FSRS7PublishedTests {
  private struct Published: Decodable {
    struct History: Decodable {
      let h: [[Double]]
      let s: [[Double]]
    }

    struct Case: Decodable {
      struct Next: Decodable {
        let rating: Int
        let state: [Double]
        let interval: [String: Double]
      }

      let input: [Double]
      let elapsed: Double
      let r: Double
      let next: [Next]
    }

    let params: [Double]
    let histories: [History]
    let cases: [Case]
  }

  private let published: Published
  private let model: FSRS7

  init() throws {
    let file = try #require(SharedVectors.file("fsrs7_published.json"))
    published = try JSONDecoder().decode(Published.self, from: Data(contentsOf: file))
    model = try FSRS7(parameters: published.params)
  }

  private func expect(_ state: MemoryState, is expected: [Double]) throws {
    #expect(relativeDistance(state.stability, expected[0]) <= 1e-4)
    #expect(relativeDistance(try #require(state.fastStability), expected[1]) <= 1e-4)
    #expect(relativeDistance(state.difficulty, expected[2]) <= 1e-4)
  }

  @Test func `whole histories agree`() throws {
    for history in published.histories {
      var state: MemoryState?
      for (review, expected) in zip(history.h, history.s) {
        let grade = try #require(Grade(rawValue: Int(review[0])))
        let next =
          state.map { model.nextState($0, grade: grade, elapsedDays: review[1]) }
          ?? model.initialState(grade)
        try expect(next, is: expected)
        state = next
      }
    }
  }

  @Test func `next states and intervals agree`() throws {
    for example in published.cases {
      let state = MemoryState(
        stability: example.input[0], difficulty: example.input[2],
        fastStability: example.input[1])
      let recalled = model.retrievability(state, elapsedDays: example.elapsed)
      #expect(relativeDistance(recalled, example.r) <= 1e-4)
      for next in example.next {
        let grade = try #require(Grade(rawValue: next.rating))
        let reached = model.nextState(state, grade: grade, elapsedDays: example.elapsed)
        try expect(reached, is: next.state)
        for (retention, days) in next.interval {
          let retention = try #require(Double(retention))
          let actual = model.interval(reached, retention: retention, atLeast: 0)
          // The peers stop as soon as the retrievability is 0.001 off.
          let recalled = model.retrievability(reached, elapsedDays: days)
          #expect(relativeDistance(actual, days) <= 1e-4 || abs(recalled - retention) <= 1e-3)
        }
      }
    }
  }
}
