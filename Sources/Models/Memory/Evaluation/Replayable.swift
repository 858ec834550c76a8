/// What a replay needs of a model; a generic function over it is compiled for each.
protocol Replayable: Sendable {
  func initialState(_ grade: Grade) -> MemoryState
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState
  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double

  /// How likely a card is remembered at a review, and its memory after it: both for little more than
  /// either costs.
  func review(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed
  ) -> (recalled: Double, next: MemoryState)
}

extension FSRS6: Replayable {
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    nextState(state, grade: grade, elapsedDays: elapsed.wholeDays)
  }

  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    retrievability(state, elapsedDays: Double(elapsed.wholeDays))
  }

  func review(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed
  ) -> (recalled: Double, next: MemoryState) {
    let recalled = retrievability(state, elapsed: elapsed)
    let next = nextState(
      state, grade: grade, elapsedDays: elapsed.wholeDays, recalled: recalled)
    return (recalled, next)
  }
}

extension FSRS7: Replayable {
  func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    nextState(state, grade: grade, elapsedDays: elapsed.days)
  }

  func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    retrievability(state, elapsedDays: elapsed.days)
  }

  func review(
    _ state: MemoryState, grade: Grade, elapsed: Elapsed
  ) -> (recalled: Double, next: MemoryState) {
    let recall = recall(state, elapsedDays: elapsed.days)
    return (recall.mixed, nextState(state, grade: grade, recall: recall))
  }
}
