import Foundation
import RabbleMemory
import Testing

/// What the reference implementation in double precision makes of the same histories.
struct FSRS7PeerTests {
  struct Histories: Decodable {
    struct ParameterSet: Decodable {
      let params: [Double]
      let cases: [History]
    }

    struct History: Decodable {
      /// Each review as its grade, 1…4, and the days since the review before.
      let reviews: [[Double]]
      let r_before: [Double?]
      /// Slow stability, fast stability, difficulty.
      let states: [[Double]]
      /// For the retentions 0.7, 0.8, 0.9 and 0.95: the exact root, and Newton's seventh step.
      let intervals: [[[Double]]]
    }

    let `default`: ParameterSet
    let sets: [ParameterSet]
  }

  private func sets() throws -> [Histories.ParameterSet] {
    let histories = try JSONDecoder().decode(
      Histories.self, from: fixture("fsrs7_sequences.json"))
    return [histories.default] + histories.sets
  }

  private func model(_ set: Histories.ParameterSet) throws -> FSRS7 {
    try FSRS7(parameters: set.params)
  }

  private func states(of history: Histories.History, _ model: FSRS7) -> [MemoryState] {
    var result: [MemoryState] = []
    for review in history.reviews {
      guard let grade = Grade(rawValue: Int(review[0])) else { continue }
      result.append(
        result.last.map { model.nextState($0, grade: grade, elapsedDays: review[1]) }
          ?? model.initialState(grade))
    }
    return result
  }

  @Test func `the default parameters are the reference's`() throws {
    #expect(try sets()[0].params == FSRS7.defaultParameters)
  }

  @Test func `histories agree with the reference to nine digits`() throws {
    var compared = 0
    for set in try sets() {
      let model = try model(set)
      for history in set.cases {
        for (state, expected) in zip(states(of: history, model), history.states) {
          #expect(relativeDistance(state.stability, expected[0]) <= 1e-9)
          #expect(relativeDistance(try #require(state.fastStability), expected[1]) <= 1e-9)
          #expect(relativeDistance(state.difficulty, expected[2]) <= 1e-9)
          compared += 1
        }
      }
    }
    #expect(compared > 2000)
  }

  @Test func `the retrievability before each review agrees`() throws {
    for set in try sets() {
      let model = try model(set)
      for history in set.cases {
        let states = states(of: history, model)
        for index in states.indices.dropFirst() {
          let actual = model.retrievability(
            states[index - 1], elapsedDays: history.reviews[index][1])
          #expect(relativeDistance(actual, try #require(history.r_before[index])) <= 1e-9)
        }
      }
    }
  }

  @Test func `intervals are the exact roots`() throws {
    for set in try sets() {
      let model = try model(set)
      for history in set.cases {
        for (state, intervals) in zip(states(of: history, model), history.intervals) {
          for (retention, interval) in zip([0.7, 0.8, 0.9, 0.95], intervals) {
            let days = model.interval(state, retention: retention, atLeast: 0)
            let distance = relativeDistance(days, interval[0])
            // A flat stretch of the curve leaves the root itself uncertain.
            let recalled = model.retrievability(state, elapsedDays: days)
            #expect(distance <= 1e-9 || abs(recalled - retention) <= 1e-14)
          }
        }
      }
    }
  }
}
