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
