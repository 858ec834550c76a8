import Foundation
import RabbleMemory
import Testing

/// What released peers make of the same histories: py-fsrs 6.3.2 and fsrs-rs 6.6.2.
struct FSRS6PeerTests {
  static let fixtures = ["fsrs6_default_sequences.json", "fsrs6_random_params.json"]

  @Test(arguments: fixtures)
  func `histories agree with py-fsrs to twelve digits`(fixture: String) throws {
    var compared = 0
    for set in try PeerHistories.load(fixture).sets {
      let model = try FSRS6(parameters: set.params)
      for history in set.cases {
        for (index, state) in states(of: history, model).enumerated() {
          // py-fsrs has no upper bound for the stability; beyond ours the histories part.
          guard history.py.s[index] <= FSRS6.stabilityRange.upperBound else { break }
          #expect(relativeDistance(state.stability, history.py.s[index]) <= 1e-12)
          #expect(relativeDistance(state.difficulty, history.py.d[index]) <= 1e-12)
          compared += 1
        }
      }
    }
    #expect(compared > 2000)
  }

  @Test(arguments: fixtures)
  func `histories agree with fsrs-rs to single precision`(fixture: String) throws {
    for set in try PeerHistories.load(fixture).sets {
      let model = try FSRS6(parameters: set.params)
      for history in set.cases {
        for (index, state) in states(of: history, model).enumerated() {
          #expect(relativeDistance(state.stability, history.rs.s[index]) <= 4e-5)
          #expect(relativeDistance(state.difficulty, history.rs.d[index]) <= 4e-5)
        }
      }
    }
  }

  @Test(arguments: fixtures)
  func `the retrievability before each review agrees with py-fsrs`(fixture: String) throws {
    for set in try PeerHistories.load(fixture).sets {
      let model = try FSRS6(parameters: set.params)
      for history in set.cases {
        let states = states(of: history, model)
        for index in states.indices.dropFirst() {
          guard history.py.s[index - 1] <= FSRS6.stabilityRange.upperBound,
            let expected = history.py.r_before?[index]
          else { break }
          let days = Double(history.reviews[index][1])
          let actual = model.retrievability(states[index - 1], elapsedDays: days)
          #expect(relativeDistance(actual, expected) <= 1e-12)
        }
      }
    }
  }

  @Test(arguments: fixtures)
  func `intervals agree with both peers`(fixture: String) throws {
    for set in try PeerHistories.load(fixture).sets {
      let model = try FSRS6(parameters: set.params)
      for history in set.cases {
        for (retention, intervals) in history.intervals {
          let retention = try #require(Double(retention))
          for (index, state) in states(of: history, model).enumerated() {
            let days = model.interval(stability: state.stability, retention: retention)
            #expect(relativeDistance(days, intervals.rs_raw[index]) <= 4e-5)
            guard history.py.s[index] <= FSRS6.stabilityRange.upperBound else { break }
            #expect(relativeDistance(days, intervals.raw64[index]) <= 2e-12)
          }
        }
      }
    }
  }

  @Test func `the forgetting curve agrees with both peers`() throws {
    struct Curve: Decodable {
      struct Point: Decodable {
        let w20: Double
        let s: Double
        let t: Double
        let r64: Double
        let py: Double?
        let rs: Double
      }
      let retrievability: [Point]
    }
    let data = try fixture("fsrs6_retrievability.json")
    for point in try JSONDecoder().decode(Curve.self, from: data).retrievability {
      let model = try FSRS6(parameters: FSRS6.defaultParameters.dropLast() + [point.w20])
      let state = MemoryState(stability: point.s, difficulty: 5)
      let actual = model.retrievability(state, elapsedDays: point.t)
      #expect(relativeDistance(actual, point.py ?? point.r64) <= 1e-12)
      #expect(relativeDistance(actual, point.rs) <= 4e-5)
    }
  }

  private func states(of history: PeerHistories.History, _ model: FSRS6) -> [MemoryState] {
    var result: [MemoryState] = []
    for review in history.reviews {
      guard let grade = Grade(rawValue: review[0]) else { continue }
      result.append(
        result.last.map { model.nextState($0, grade: grade, elapsedDays: review[1]) }
          ?? model.initialState(grade)
      )
    }
    return result
  }
}
