extension FSRS7 {
  /// The shortest interval worth asking for, in days: a minute. With the default weights a card
  /// would else come back seconds after a first "again".
  public static let minimumInterval = 1.0 / 1440

  /// Whether a card comes back on the day it was answered. FSRS-7 needs no steps for that: the
  /// interval itself says so, unless the card had come back after days and was remembered, which
  /// always gives a day at least.
  ///
  /// - Parameters:
  ///   - interval: in days with fractions.
  ///   - restOfDay: how long the learner's day still is, in days.
  ///   - isRecall: whether the card had come back after days and was remembered.
  /// - Returns: whether it does, at the minute its interval ends; else it comes on a later day.
  public static func comesBackToday(
    after interval: Double, restOfDay: Double, isRecall: Bool
  ) -> Bool {
    !isRecall && interval < restOfDay
  }

  /// The days after which a card is remembered with the wished probability: R(t) = r, solved by
  /// Newton's method on ln t within a shrinking bracket, to the last digits of a `Double`.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - retention: the wished probability, 0…1.
  ///   - minimum: the shortest interval to give, in days; ``minimumInterval`` unless said otherwise.
  /// - Returns: days with fractions, `minimum`…36500.
  public func interval(
    _ state: MemoryState, retention: Double, atLeast minimum: Double = FSRS7.minimumInterval
  ) -> Double {
    let fast = fastStability(of: state)
    let curve = Curve(state, fast: fast, constants)
    let days = Self.root(
      from: max(state.stability, fast), in: Self.intervalRange,
      value: { curve.recall(after: $0).mixed - retention }, slope: curve.slope)
    return max(days, minimum)
  }

  /// The memory of a card that was scheduled by SM-2 so far: D = 5, f = 0.8 S, and the stability S
  /// with which it is remembered as wished after the interval.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days.
  ///   - retention: the probability of remembering that the interval was made for.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, retention: Double) -> MemoryState {
    func state(_ stability: Double) -> MemoryState {
      MemoryState(
        stability: stability, difficulty: 5,
        fastStability: Self.clamped(stability: Self.fastShare * stability))
    }
    var low = logarithm(Self.stabilityRange.lowerBound)
    var high = logarithm(Self.stabilityRange.upperBound)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let recalled = retrievability(state(exponential(middle)), elapsedDays: interval)
      if recalled < retention { low = middle } else { high = middle }
    }
    return state(Self.clamped(stability: exponential((low + high) / 2)))
  }

  /// Where a function that falls with t passes 0.
  ///
  /// - Parameters:
  ///   - start: the first t to try.
  ///   - range: where to look.
  ///   - value: the function.
  ///   - slope: its derivative with respect to ln t.
  /// - Returns: t; an end of the range when the function does not pass 0 within.
  private static func root(
    from start: Double, in range: ClosedRange<Double>,
    value: (Double) -> Double, slope: (Double) -> Double
  ) -> Double {
    var low = logarithm(range.lowerBound)
    var high = logarithm(range.upperBound)
    if !(value(range.lowerBound) > 0) { return range.lowerBound }
    if value(range.upperBound) >= 0 { return range.upperBound }
    var x = min(max(logarithm(start), low), high)
    for _ in 0..<100 {
      let t = exponential(x)
      let difference = value(t)
      if difference == 0 { return t }
      if difference > 0 { low = x } else { high = x }
      let newton = x - difference / slope(t)
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if abs(next - x) <= 1e-15 * max(1, abs(x)) || high - low <= 1e-15 { return exponential(next) }
      x = next
    }
    return exponential(x)
  }
}
