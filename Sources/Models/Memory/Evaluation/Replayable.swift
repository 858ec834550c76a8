/// What a replay needs of a model; a generic function over it is compiled for each.
protocol Replayable: Sendable {
  func initialState(_ grade: Grade) -> MemoryState
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState
  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double
}

extension FSRS6: Replayable {
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    nextState(state, grade: grade, elapsedDays: elapsed.wholeDays)
  }

  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    retrievability(state, elapsedDays: Double(elapsed.wholeDays))
  }
}

extension FSRS7: Replayable {
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    nextState(state, grade: grade, elapsedDays: elapsed.days)
  }

  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    retrievability(state, elapsedDays: elapsed.days)
  }
}
