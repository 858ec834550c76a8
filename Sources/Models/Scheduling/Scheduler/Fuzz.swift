import RabbleMemory
import RabbleQuestions

/// The fuzz range of an interval: the days a card may be due on, so that cards learned together drift
/// apart. The ranges are Anki's.
struct Fuzz: Hashable {
  /// The first day, counted from the review.
  let lower: Int
  /// The last day, counted from the review.
  let upper: Int

  /// The range around an interval: 1 day to either side, and a share of a day more for each day of the
  /// interval; none below 2.5 days.
  ///
  /// - Parameters:
  ///   - interval: days, not rounded.
  ///   - minimum: the shortest interval allowed, at least 1.
  ///   - maximum: the longest interval allowed; it wins over the minimum.
  init(around interval: Double, minimum: Int, maximum: Int) {
    let minimum = min(minimum, maximum)
    let interval = min(max(interval, Double(minimum)), Double(maximum))
    let delta = Self.delta(interval)
    let lower = Int((interval - delta).rounded())
    let upper = Int((interval + delta).rounded())
    self.lower = min(max(lower, minimum), maximum)
    let bounded = min(max(upper, minimum), maximum)
    let isPoint = bounded == self.lower && bounded > 2 && bounded < maximum
    self.upper = isPoint ? bounded + 1 : bounded
  }

  /// The interval for a factor of 0 up to but not including 1, each day equally likely; a factor of 1
  /// or more leads past the range.
  func interval(_ factor: Double) -> Int {
    lower + Int(factor * Double(1 + upper - lower))
  }

  private static func delta(_ interval: Double) -> Double {
    guard interval >= 2.5 else { return 0 }
    return 1
      + 0.15 * (min(interval, 7) - 2.5)
      + 0.1 * max(min(interval, 20) - 7, 0)
      + 0.05 * max(interval - 20, 0)
  }
}

// MARK: - Decisions

/// How an interval of the model became whole days.
struct IntervalDecision {
  /// Days with fractions, as the model has them.
  let exact: Double
  /// The fuzz range above the days of the next lower grade; `nil` for an interval without fuzz.
  let fuzzRange: Fuzz?
  /// The days it became.
  let days: Int
  /// Whether they were chosen by how busy the days are, and not by chance.
  let isBalanced: Bool
}

extension Scheduler {
  /// The whole days to the next review of a card that an answer leads to a day. What the lower grades
  /// would give is decided first, since a better grade must give more.
  ///
  /// - Parameters:
  ///   - intervals: what the model says.
  ///   - answer: the answer.
  ///   - balancer: what chooses a day of the fuzz range, if anything does; chance does otherwise.
  /// - Returns: the decision for the answer's grade; 1…`maximumInterval` days.
  func decision(
    _ intervals: ModelIntervals, _ answer: Answer, _ balancer: LoadBalancer? = nil
  ) -> IntervalDecision {
    let factor = answer.fuzzPosition ?? answer.fuzzFactor
    var grade = intervals.lowest
    var decision = decision(intervals.exact[grade], above: 0, grade, answer, factor, balancer)
    while grade < answer.grade, let better = Grade(rawValue: grade.rawValue + 1) {
      grade = better
      decision = self.decision(
        intervals.exact[grade], above: decision.days, grade, answer, factor, balancer)
    }
    return decision
  }

  /// The days of a grade, above those of the next lower one: "hard" may give as many as "again", each
  /// other grade gives at least a day more.
  private func decision(
    _ exact: Double, above lower: Int, _ grade: Grade, _ answer: Answer, _ factor: Double,
    _ balancer: LoadBalancer?
  ) -> IntervalDecision {
    let least = max(1, grade == .hard ? lower : lower + 1)
    guard let range = fuzzRange(exact, least: least, grade, answer) else {
      let days = min(max(Int(bounded(exact).rounded()), least), maximumInterval)
      return IntervalDecision(exact: exact, fuzzRange: nil, days: days, isBalanced: false)
    }
    let chosen = balancer?.day(in: range, chance: factor)
    return IntervalDecision(
      exact: exact, fuzzRange: range,
      days: min(chosen ?? range.interval(factor), maximumInterval), isBalanced: chosen != nil)
  }

  /// Where in the fuzz range of an interval, without regard to lower grades, the days lie: the middle
  /// of their share. `nil` for an interval without fuzz.
  func fuzzPosition(of decision: IntervalDecision, _ answer: Answer) -> Double? {
    fuzzRange(decision.exact, least: 1, answer.grade, answer).map { range in
      (Double(decision.days - range.lower) + 0.5) / Double(1 + range.upper - range.lower)
    }
  }

  /// The fuzz range of an interval. As in Anki, that of a lapse has none, and one out of the steps is
  /// rounded before.
  ///
  /// - Parameters:
  ///   - exact: days with fractions, as the model has them.
  ///   - least: the fewest days it may become.
  ///   - grade: the grade it is for.
  ///   - answer: the answer.
  /// - Returns: the days; `nil` for an interval without fuzz.
  func fuzzRange(_ exact: Double, least: Int, _ grade: Grade, _ answer: Answer) -> Fuzz? {
    let isReview = answer.current?.phase == .review
    guard !(isReview && grade == .again) else { return nil }
    let bounded = bounded(exact)
    return Fuzz(
      around: isReview ? bounded : bounded.rounded(),
      minimum: isReview ? max(least, keptInterval(exact, answer)) : least,
      maximum: maximumInterval)
  }

  private func bounded(_ exact: Double) -> Double { min(max(exact, 1), Double(maximumInterval)) }

  /// The lowest day that fuzz may lead to without a step back from the last interval: an interval that
  /// grows stays above the last, one whose range includes the last does not fall below it.
  private func keptInterval(_ exact: Double, _ answer: Answer) -> Int {
    let last = min(max(answer.current?.interval ?? 0, 1), maximumInterval)
    if exact.rounded() > Double(last) { return last + 1 }
    return Fuzz(around: exact, minimum: 1, maximum: maximumInterval).upper >= last ? last : 1
  }
}

// MARK: - Chance

extension Answer {
  /// 0 up to but not including 1, the same for each grade this answer could have had.
  var fuzzFactor: Double {
    UInt64(mixing: card, with: UInt64(bitPattern: Int64(current?.repetitions ?? 0))).unitFraction
  }
}

extension UInt64 {
  /// The same number for the same card and salt, on every device and in every run.
  package init(mixing card: CardID, with salt: UInt64) {
    let bits = card.question.bits
    let direction: UInt64 =
      switch card.direction {
      case .recognition: 0
      case .production: 1
      case .reading: 2
      case .listening: 4
      case .cloze(let key): key.utf8.reduce(3) { ($0 ^ UInt64($1)).mixed }
      }
    let high = (UInt64(truncatingIfNeeded: bits >> 64) ^ direction).mixed
    let low = (UInt64(truncatingIfNeeded: bits) ^ high).mixed
    self = (low ^ salt.mixed).mixed
  }
}
