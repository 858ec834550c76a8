extension MemoryModel {
  /// The memory after a card's first review.
  public func initialState(_ grade: Grade) -> MemoryState {
    switch self {
    case .fsrs6(let model): model.initialState(grade)
    case .fsrs7(let model): model.initialState(grade)
    }
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the review before.
  ///   - grade: how well the answer came.
  ///   - elapsed: the time since the review before.
  /// - Returns: the memory right after this review.
  public func nextState(_ state: MemoryState, grade: Grade, elapsed: Elapsed) -> MemoryState {
    switch self {
    case .fsrs6(let model): model.nextState(state, grade: grade, elapsed: elapsed)
    case .fsrs7(let model): model.nextState(state, grade: grade, elapsed: elapsed)
    }
  }

  /// The memory after a whole history.
  ///
  /// - Parameter history: each review's grade with the time since the review before, which is not
  ///   looked at for the first.
  /// - Returns: the memory after the last review; `nil` when there is none.
  public func replay(_ history: some Sequence<(grade: Grade, elapsed: Elapsed)>) -> MemoryState? {
    var state: MemoryState?
    for review in history {
      state =
        state.map { nextState($0, grade: review.grade, elapsed: review.elapsed) }
        ?? initialState(review.grade)
    }
    return state
  }

  /// How likely a card is remembered.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - elapsedDays: the days since then, with fractions if known; less than 0 reads as 0.
  /// - Returns: a probability, 0…1.
  public func retrievability(_ state: MemoryState, elapsedDays: Double) -> Double {
    switch self {
    case .fsrs6(let model): model.retrievability(state, elapsedDays: elapsedDays)
    case .fsrs7(let model): model.retrievability(state, elapsedDays: elapsedDays)
    }
  }

  /// How likely a card is remembered when it is reviewed after this time, as the model reckons
  /// it: FSRS-6 by whole days, FSRS-7 by days with fractions.
  public func retrievability(_ state: MemoryState, elapsed: Elapsed) -> Double {
    switch self {
    case .fsrs6(let model): model.retrievability(state, elapsed: elapsed)
    case .fsrs7(let model): model.retrievability(state, elapsed: elapsed)
    }
  }

  /// The days after which a card is remembered with the wished probability, with fractions.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - retention: the wished probability, greater than 0, less than 1.
  /// - Returns: days; for FSRS-7 at least ``FSRS7/minimumInterval``, at most 36500.
  public func interval(_ state: MemoryState, retention: Double) -> Double {
    switch self {
    case .fsrs6(let model): model.interval(stability: state.stability, retention: retention)
    case .fsrs7(let model): model.interval(state, retention: retention)
    }
  }

  /// The days after which a card is remembered with a probability of 0.9: what people are shown as
  /// the stability, whichever the model.
  public func ninetyPercentDays(_ state: MemoryState) -> Double {
    switch self {
    case .fsrs6: state.stability
    case .fsrs7(let model): model.interval(state, retention: 0.9, atLeast: 0)
    }
  }

  /// The memory of a card that was scheduled by SM-2 so far.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days.
  ///   - easeFactor: SM-2's factor, 2.5 for a new card; FSRS-7 does without.
  ///   - retention: the probability of remembering that the interval was made for, less than 1.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, easeFactor: Double, retention: Double) -> MemoryState {
    switch self {
    case .fsrs6(let model):
      model.state(interval: interval, easeFactor: easeFactor, retention: retention)
    case .fsrs7(let model): model.state(interval: interval, retention: retention)
    }
  }
}
