import Foundation
import RabbleMemory
import Testing

struct MemoryModelTests {
  @Test func `the number of parameters says which model it is`() throws {
    #expect(try MemoryModel(parameters: FSRS6.defaultParameters) == MemoryModel(.fsrs6))
    #expect(try MemoryModel(parameters: FSRS7.defaultParameters) == MemoryModel(.fsrs7))
    #expect(MemoryModel(.fsrs6).kind == .fsrs6 && MemoryModel(.fsrs7).kind == .fsrs7)
    #expect(throws: ParametersError.wrongCount(33, expected: [17, 19, 21, 34])) {
      try MemoryModel(parameters: Array(repeating: 1, count: 33))
    }
  }

  @Test(arguments: FSRS7.parameterBounds.indices)
  func `a parameter of FSRS-7 out of its bounds is refused`(index: Int) {
    for parameter in [-1e9, 1e9, .nan] {
      var parameters = FSRS7.defaultParameters
      parameters[index] = parameter
      let fault: ParametersError =
        parameter.isNaN
        ? .notFinite(index: index)
        : .outOfBounds(index: index, value: parameter, bounds: FSRS7.parameterBounds[index])
      #expect(throws: fault) { try FSRS7(parameters: parameters) }
    }
  }

  @Test func `a better first grade can't have less stability in FSRS-7`() {
    var parameters = FSRS7.defaultParameters
    parameters[2] = 1
    #expect(throws: ParametersError.outOfBounds(index: 2, value: 1, bounds: 2.2395...100)) {
      try FSRS7(parameters: parameters)
    }
  }

  @Test func `FSRS-6 counts days, FSRS-7 hours too`() {
    let short = Elapsed(wholeDays: 1, days: 0.1)
    let long = Elapsed(wholeDays: 1, days: 1.9)
    for (model, differs) in [(MemoryModel(.fsrs6), false), (MemoryModel(.fsrs7), true)] {
      let state = model.initialState(.good)
      let soon = model.nextState(state, grade: .good, elapsed: short)
      let late = model.nextState(state, grade: .good, elapsed: long)
      #expect((soon != late) == differs)
    }
  }

  @Test func `after a first lapse FSRS-7 waits a minute, and not seconds`() {
    let model = MemoryModel(.fsrs7)
    let state = model.initialState(.again)
    #expect(model.ninetyPercentDays(state) < FSRS7.minimumInterval)
    #expect(model.interval(state, retention: 0.9) == FSRS7.minimumInterval)
    #expect(FSRS7.minimumInterval * 1440 == 1)
  }

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
      let state = MemoryModel(.fsrs6).state(
        interval: row.interval, easeFactor: row.ease, retention: row.sm2_retention)
      #expect(relativeDistance(state.stability, row.s) <= 4e-5)
      #expect(abs(state.difficulty - row.d) <= 4e-4)
    }
  }

  @Test(arguments: MemoryModel.Kind.allCases)
  func `a card of SM-2 is at its desired retention after its interval`(kind: MemoryModel.Kind) {
    for interval in [1.0, 10, 300] {
      for retention in [0.8, 0.9, 0.95] {
        let state = MemoryModel(kind).state(
          interval: interval, easeFactor: 2.5, retention: retention)
        let recalled = MemoryModel(kind).retrievability(state, elapsedDays: interval)
        #expect(abs(recalled - retention) < 1e-6)
      }
    }
  }
}
