import RabbleMemory
import RabbleQuestions

extension Scheduler {
  /// The whole days to the next review of a card that an answer sends to a day.
  ///
  /// When the buttons are ordered, what the lower ones would give is worked out first.
  ///
  /// - Parameters:
  ///   - intervals: what the model says.
  ///   - answer: the answer.
  /// - Returns: days, 1…`maximumInterval`.
  func wholeDays(_ intervals: ModelIntervals, _ answer: Answer) -> Int {
    let factor = answer.fuzzPosition ?? answer.fuzzFactor
    var days = 0
    for grade in intervals.lowest.rawValue...answer.grade.rawValue {
      let exact = intervals.exact[grade - 1]
      let least = Self.leastDays(above: days, grade)
      if let range = range(exact, least: least, grade, answer) {
        days = min(range.interval(factor), maximumInterval)
      } else {
        days = rounded(exact, least: least)
      }
    }
    return days
  }

  /// The fewest days of a grade above a lower one that gives days: "hard" may give as many as
  /// "again", each other gives a day more.
  static func leastDays(above lower: Int, _ grade: Int) -> Int {
    max(1, grade == Grade.hard.rawValue ? lower : lower + 1)
  }

  /// An interval in whole days that is not spread.
  func rounded(_ exact: Double, least: Int) -> Int {
    min(max(Int(bounded(exact).rounded(rounding)), least), maximumInterval)
  }

  /// The days an interval may be spread over. As in Anki, that of a lapse is not spread, and one out
  /// of the steps is rounded before.
  ///
  /// - Parameters:
  ///   - exact: days with fractions, as the model has them.
  ///   - least: the fewest days it may become.
  ///   - grade: the number of the grade it is for.
  ///   - answer: the answer.
  /// - Returns: the days; `nil` for an interval that is not spread.
  func range(_ exact: Double, least: Int, _ grade: Int, _ answer: Answer) -> Fuzz? {
    let isReview = answer.current?.phase == .review
    guard fuzz, !(isReview && grade == Grade.again.rawValue) else { return nil }
    let bounded = bounded(exact)
    return Fuzz(
      around: isReview ? bounded : bounded.rounded(),
      minimum: isReview ? max(least, keptInterval(exact, answer)) : least,
      maximum: maximumInterval)
  }

  private func bounded(_ exact: Double) -> Double { min(max(exact, 1), Double(maximumInterval)) }

  /// What the spread of an interval must leave, so that it is no step back from the last interval:
  /// one that grows stays above the last, one whose range holds the last does not fall below it.
  private func keptInterval(_ exact: Double, _ answer: Answer) -> Int {
    let last = min(max(answer.current?.interval ?? 0, 1), maximumInterval)
    if exact.rounded() > Double(last) { return last + 1 }
    return Fuzz(around: exact, minimum: 1, maximum: maximumInterval).upper >= last ? last : 1
  }
}

/// The days a card may fall on instead of its exact interval, so that cards learned together drift
/// apart. The ranges are Anki's.
struct Fuzz: Hashable {
  /// The first day, counted from the review.
  let lower: Int
  /// The last day, counted from the review.
  let upper: Int

  /// The range around an interval: 1 day to either side, and with each day of the interval a share
  /// of one more; none below 2.5 days.
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

  /// The interval for a factor of 0 up to but not including 1, each day as likely as the next; a
  /// factor of 1 or more leads past the range.
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

extension UInt64 {
  /// The bits well mixed: a small change of the number changes about half of them (the output
  /// function of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators").
  var mixed: UInt64 {
    var bits = self &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }

  /// The same number for the same card and salt, on every device and in every run.
  init(mixing card: CardID, with salt: UInt64) {
    let bits = card.question.bits
    let direction: UInt64 =
      switch card.direction {
      case .recognition: 0
      case .production: 1
      case .reading: 2
      case .cloze(let key): key.utf8.reduce(3) { ($0 ^ UInt64($1)).mixed }
      }
    let high = (UInt64(truncatingIfNeeded: bits >> 64) ^ direction).mixed
    let low = (UInt64(truncatingIfNeeded: bits) ^ high).mixed
    self = (low ^ salt.mixed).mixed
  }

  /// The number as a fraction, 0 up to but not including 1.
  var unitFraction: Double { Double(self >> 11) * 0x1p-53 }
}
