/// The memory model FSRS-7: two stabilities, a slow and a fast one, whose forgetting curves are
/// mixed, and days with fractions throughout, so that minutes need no separate rules.
///
///     let model = FSRS7()
///     let first = model.initialState(.good)                                  // 3.9221 days
///     let second = model.nextState(first, grade: .good, elapsedDays: 0.01)
///     let days = model.interval(second, retention: 0.9)
///
/// Every stability it returns lies in 0.0001…36500 days, every difficulty in 1…10, for any input.
///
/// Source: the open-spaced-repetition project, FSRS-7; the formulas as in fsrs-rs (c9562d6) and
/// ts-fsrs (74f1cf8).
public struct FSRS7: Sendable, Hashable {
  /// The smallest and the largest stability, in days.
  public static let stabilityRange = 0.0001...Double(MemoryModel.longestInterval)
  /// The smallest and the largest difficulty.
  public static let difficultyRange = 1.0...10.0
  /// The shortest interval and the longest, in days, that the forgetting curve is searched for.
  private static let intervalRange = 1e-9...Double(MemoryModel.longestInterval)
  /// The share of the slow stability that the fast one has at first, and at most after an "again".
  static let fastShare = 0.8

  /// The 34 parameters the model runs with, each within its bounds.
  public let parameters: [Double]

  /// What the formulas need of the parameters, computed once and not once a review.
  let constants: Constants

  /// Makes a model with the default parameters.
  public init() {
    self.init(validParameters: Self.defaultParameters)
  }

  /// Makes a model with a learner's own parameters.
  ///
  /// - Parameter parameters: the 34 parameters, w0 first, each within its ``parameterBounds``, and w0…w3 and
  ///   w25, w26 not falling.
  /// - Throws: `ParametersError` when there are not 34 parameters, or one is not a finite number or out
  ///   of its bounds.
  public init(parameters: [Double]) throws(ParametersError) {
    try ParametersError.check(parameters, bounds: Self.parameterBounds)
    for index in [1, 2, 3, 26] where parameters[index] < parameters[index - 1] {
      throw .outOfBounds(
        index: index, value: parameters[index],
        bounds: parameters[index - 1]...Self.parameterBounds[index].upperBound)
    }
    self.init(validParameters: parameters)
  }

  /// Makes a model with finite parameters, 34 of them, each moved to the nearer bound if necessary.
  init(clamping parameters: [Double]) {
    self.init(validParameters: Self.clamped(parameters))
  }

  private init(validParameters: [Double]) {
    parameters = validParameters
    constants = Constants(validParameters)
  }

  /// The memory after a card's first review: S = w[G-1], f = 0.8 S, D = D0(G).
  public func initialState(_ grade: Grade) -> MemoryState {
    let stability = Self.stabilityRange.clamp(constants.initialStability[grade])
    return MemoryState(
      stability: stability,
      difficulty: Self.difficultyRange.clamp(constants.initialDifficulty[grade]),
      fastStability: Self.stabilityRange.clamp(Self.fastShare * stability))
  }

  /// The memory after a later review.
  ///
  /// - Parameters:
  ///   - state: the memory after the previous review.
  ///   - grade: how well the answer came.
  ///   - elapsedDays: the days since the previous review, with fractions; less than 0 reads as 0.
  /// - Returns: the memory right after this review.
  public func nextState(_ state: MemoryState, grade: Grade, elapsedDays: Double) -> MemoryState {
    nextState(state, grade: grade, recall: recall(state, elapsedDays: elapsedDays))
  }

  /// The memory after a later review of a card that was remembered with these probabilities.
  func nextState(_ state: MemoryState, grade: Grade, recall: Recall) -> MemoryState {
    let slow = Self.stabilityRange.clamp(
      constants.slow.next(
        state.stability, grade: grade, difficulty: state.difficulty,
        retrievability: recall.mixed))
    let fast = constants.fast.next(
      fastStability(of: state), grade: grade, difficulty: state.difficulty,
      retrievability: recall.fast)
    return MemoryState(
      stability: slow,
      difficulty: nextDifficulty(state.difficulty, grade: grade, retrievability: recall.mixed),
      fastStability: Self.stabilityRange.clamp(
        grade == .again ? min(fast, Self.fastShare * slow) : fast))
  }

  /// The fast stability; that of a fresh card for a state without one.
  func fastStability(of state: MemoryState) -> Double {
    state.fastStability ?? Self.stabilityRange.clamp(Self.fastShare * state.stability)
  }
}

// MARK: - The forgetting curve

extension FSRS7 {
  /// How likely a card is remembered, by the fast curve alone and by both mixed.
  struct Recall {
    let fast: Double
    let mixed: Double
  }

  /// How likely a card is remembered: the mean of a fast and a slow forgetting curve, weighted by
  /// the two stabilities and the difficulty.
  ///
  ///     a = -clamp(w23 f^(w33-.3))   Rf = (1 + (w25^(1/a) - 1) t/f)^a
  ///     b = -clamp(w24)              Rs = (1 + (w26^(1/b) - 1) e^((D-5)(w32-.3)) t/S)^b
  ///     p = w27 f^-w29               q = w28 S^w30 e^((D-5)(w31-.5))
  ///     R = (p Rf + q Rs)/(p + q) · (1 - 2e-5) + 1e-5
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - elapsedDays: the days since then, with fractions; less than 0 reads as 0.
  /// - Returns: a probability, 1e-5…1 - 1e-5.
  public func retrievability(_ state: MemoryState, elapsedDays: Double) -> Double {
    recall(state, elapsedDays: elapsedDays).mixed
  }

  func recall(_ state: MemoryState, elapsedDays: Double) -> Recall {
    Curve(state, fast: fastStability(of: state), constants).recall(after: max(elapsedDays, 0))
  }

  /// The forgetting curve of one state: everything that does not depend on the time.
  struct Curve {
    let fastDecay: Double
    let fastRate: Double
    let slowDecay: Double
    let slowRate: Double
    private let fastShare: Double
    let slowShare: Double

    /// What keeps the logarithm of a probability finite.
    private static let margin = 1e-5
    /// The largest exponent of e in the fast curve's factor.
    private static let steepest = 60.0

    init(_ state: MemoryState, fast: Double, _ constants: Constants) {
      let slow = max(state.stability, FSRS7.stabilityRange.lowerBound)
      let fast = max(fast, FSRS7.stabilityRange.lowerBound)
      let difficulty = state.difficulty - 5
      fastDecay = -FSRS7.decayRange.clamp(
        constants.fastDecay * power(fast, constants.fastDecayStability))
      fastRate = (exponential(min(constants.fastBase / fastDecay, Self.steepest)) - 1) / fast
      slowDecay = constants.slowDecay
      slowRate =
        constants.slowFactor * exponential(difficulty * constants.slowDifficulty) / slow
      let p = constants.fastWeight * power(fast, constants.fastWeightStability)
      let q =
        constants.slowWeight * power(slow, constants.slowWeightStability)
        * exponential(difficulty * constants.slowWeightDifficulty)
      fastShare = p / (p + q)
      slowShare = q / (p + q)
    }

    /// How likely the card is remembered after days, 0 or more.
    func recall(after days: Double) -> Recall {
      let fast = power(1 + fastRate * days, fastDecay)
      let slow = power(1 + slowRate * days, slowDecay)
      let mixed = fastShare * fast + slowShare * slow
      return Recall(fast: fast, mixed: mixed * (1 - 2 * Self.margin) + Self.margin)
    }

    /// dR/d(ln t) after days, negative or 0.
    func slope(after days: Double) -> Double {
      let fast =
        fastDecay * fastRate * days * power(1 + fastRate * days, fastDecay - 1)
      let slow =
        slowDecay * slowRate * days * power(1 + slowRate * days, slowDecay - 1)
      return (fastShare * fast + slowShare * slow) * (1 - 2 * Self.margin)
    }
  }
}

// MARK: - Intervals

extension FSRS7 {
  /// The shortest useful interval, in days: a minute. With the default parameters a card would
  /// otherwise be due seconds after a first "again".
  public static let minimumInterval = 1.0 / 1440

  /// Whether a card is due again on the day it was answered. FSRS-7 needs no steps for that: the
  /// interval itself says so, unless the card was due after days and was remembered, which always
  /// gives at least a day.
  ///
  /// And it waits until tomorrow once it was remembered ``enoughRecalls`` times in a row.
  ///
  /// - Parameters:
  ///   - interval: in days with fractions.
  ///   - restOfDay: how much of the learner's day is left, in days.
  ///   - isRecall: whether the card was due after days and was remembered.
  ///   - recalls: how often in a row it was remembered today.
  /// - Returns: whether it is, at the minute its interval ends; otherwise it is due on a later day.
  public static func comesBackToday(
    after interval: Double, restOfDay: Double, isRecall: Bool, recalls: Int
  ) -> Bool {
    !isRecall && interval < restOfDay && recalls < enoughRecalls
  }

  /// After how many recalls in a row a card waits until tomorrow.
  ///
  /// A "good" right after another teaches the model nothing: with the default parameters a forgotten new
  /// card that is asked every three seconds would need 122 until its interval passes the day. Asked when it
  /// is due, the probability of recall on the next day is .52 after the "again", .74 after the first "good" and .83
  /// after the second; a third adds .07, which tomorrow's review gives as well.
  public static let enoughRecalls = 2

  /// The days until the probability of recall has fallen to a desired retention: R(t) = r, solved by
  /// Newton's method on ln t within a shrinking bracket, to the last digits of a `Double`.
  ///
  /// - Parameters:
  ///   - state: the memory after the last review.
  ///   - retention: the desired retention, 0…1.
  ///   - minimum: the shortest interval to return, in days.
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

  /// The memory of a card that SM-2 has scheduled so far: D = 5, f = 0.8 S, and the stability S with
  /// which the interval ends at the desired retention.
  ///
  /// - Parameters:
  ///   - interval: the current interval in days.
  ///   - retention: the desired retention the interval was made for.
  /// - Returns: the memory as of the last review.
  public func state(interval: Double, retention: Double) -> MemoryState {
    func state(_ stability: Double) -> MemoryState {
      MemoryState(
        stability: stability, difficulty: 5,
        fastStability: Self.stabilityRange.clamp(Self.fastShare * stability))
    }
    var low = logarithm(Self.stabilityRange.lowerBound)
    var high = logarithm(Self.stabilityRange.upperBound)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      let recalled = retrievability(state(exponential(middle)), elapsedDays: interval)
      if recalled < retention { low = middle } else { high = middle }
    }
    return state(Self.stabilityRange.clamp(exponential((low + high) / 2)))
  }

  /// Where a function that decreases with t passes 0.
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

// MARK: - Stability

extension FSRS7 {
  /// How one of the two stabilities changes with a review; eight parameters w[k]…w[k+7] from k = 7 for
  /// the slow one and k = 15 for the fast one.
  struct Growth: Sendable, Hashable {
    /// e^(w[k] - 1.5).
    let recallScale: Double
    /// -w[k+1].
    let recallSaturation: Double
    /// w[k+2].
    let recallSurprise: Double
    /// w[k+3].
    let forgetScale: Double
    /// w[k+4].
    let forgetStability: Double
    /// w[k+5].
    let forgetSurprise: Double
    /// 1, but w[k+6] if hard and w[k+7] if easy; from again to easy.
    let gradeGain: PerGrade

    init(_ w: [Double], from k: Int) {
      recallScale = exponential(w[k] - 1.5)
      recallSaturation = -w[k + 1]
      recallSurprise = w[k + 2]
      forgetScale = w[k + 3]
      forgetStability = w[k + 4]
      forgetSurprise = w[k + 5]
      gradeGain = PerGrade(1, w[k + 6], 1, w[k + 7])
    }

    /// The stability x after a review:
    ///
    ///     L = min(x, w[k+3] ((x+1)^w[k+4] - 1) e^((1-ρ) w[k+5]))        after "again"
    ///     max(L, x (1 + e^(w[k]-1.5) (11-D) x^-w[k+1] (e^((1-ρ) w[k+2]) - 1) · grade))   otherwise
    ///
    /// - Parameters:
    ///   - stability: x, in days.
    ///   - grade: how well the answer came.
    ///   - difficulty: D before the review.
    ///   - retrievability: ρ, how likely the answer was.
    /// - Returns: days, not yet clamped.
    func next(
      _ stability: Double, grade: Grade, difficulty: Double, retrievability: Double
    ) -> Double {
      let surprise = 1 - retrievability
      guard grade == .again else {
        // No factor of the gain is negative, so this is never less than L, which is at most x.
        let gain =
          recallScale * (11 - difficulty) * power(stability, recallSaturation)
          * (exponential(surprise * recallSurprise) - 1) * gradeGain[grade]
        return stability * (1 + gain)
      }
      return min(
        stability,
        forgetScale * (power(stability + 1, forgetStability) - 1)
          * exponential(surprise * forgetSurprise))
    }
  }
}

// MARK: - Difficulty

extension FSRS7 {
  /// The share of the way to the difficulty of a first "easy" that every review moves.
  static let meanReversion = 0.01
  /// What is added to the retrievability, so that an "again" that was certain to come counts too.
  static let expectedLapse = 0.1

  /// After a later review: D' = 0.01 D0(4) + 0.99 (D + (10-D)/9 · (-w6 (G-3)) [· (R + 0.1)]), the
  /// last factor for "again" only: an expected lapse makes a card less difficult than a surprising
  /// one.
  func nextDifficulty(_ difficulty: Double, grade: Grade, retrievability: Double) -> Double {
    var step = constants.difficultyStep[grade]
    if grade == .again { step *= retrievability + Self.expectedLapse }
    let stepped = difficulty + (10 - difficulty) / 9 * step
    return Self.difficultyRange.clamp(
      Self.meanReversion * constants.initialDifficulty[.easy]
        + (1 - Self.meanReversion) * stepped)
  }
}

// MARK: - Constants

extension FSRS7 {
  /// What the formulas need of the parameters, computed once.
  struct Constants: Sendable, Hashable {
    /// w0…w3: the slow stability after the first review.
    let initialStability: PerGrade
    /// D0(G) = w4 - e^(w5 (G-1)) + 1: the difficulty after the first review, not yet clamped.
    let initialDifficulty: PerGrade
    /// -w6 (G-3).
    let difficultyStep: PerGrade

    /// w7…w14.
    let slow: Growth
    /// w15…w22.
    let fast: Growth

    /// w23.
    let fastDecay: Double
    /// w33 - 0.3.
    let fastDecayStability: Double
    /// ln w25.
    let fastBase: Double

    /// b = -clamp(w24, 0.01, 0.95).
    let slowDecay: Double
    /// w26^(1/b) - 1.
    let slowFactor: Double
    /// w32 - 0.3.
    let slowDifficulty: Double

    /// w27.
    let fastWeight: Double
    /// -w29.
    let fastWeightStability: Double
    /// w28.
    let slowWeight: Double
    /// w30.
    let slowWeightStability: Double
    /// w31 - 0.5.
    let slowWeightDifficulty: Double

    init(_ w: [Double]) {
      initialStability = PerGrade(w[0], w[1], w[2], w[3])
      initialDifficulty = PerGrade { w[4] - exponential(w[5] * (Double($0.rawValue) - 1)) + 1 }
      difficultyStep = PerGrade { -w[6] * (Double($0.rawValue) - 3) }
      slow = Growth(w, from: 7)
      fast = Growth(w, from: 15)
      fastDecay = w[23]
      fastDecayStability = w[33] - 0.3
      fastBase = logarithm(w[25])
      slowDecay = -FSRS7.decayRange.clamp(w[24])
      slowFactor = power(w[26], 1 / slowDecay) - 1
      slowDifficulty = w[32] - 0.3
      fastWeight = w[27]
      fastWeightStability = -w[29]
      slowWeight = w[28]
      slowWeightStability = w[30]
      slowWeightDifficulty = w[31] - 0.5
    }
  }

  /// The smallest and the largest exponent of a forgetting curve.
  static let decayRange = 0.01...0.95
}
