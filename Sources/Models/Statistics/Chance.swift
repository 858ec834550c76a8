import RabbleQuestions

/// Whether a share of correct answers differs from the one that was expected by more than chance.
package enum Chance: Hashable, Sendable {
  /// There are fewer answers than ``fewest``.
  case tooFew
  /// The expected share is in the 95% confidence interval.
  case within
  /// Fewer are correct than chance explains.
  case below
  /// More are correct than chance explains.
  case above

  /// With fewer answers an interval is told, and no advice is given.
  package static let fewest = 30

  /// Compares a share with the one that was expected, 0…1; `nil` without an answer.
  package init?(_ score: Score, expecting expected: Double) {
    guard let interval = WilsonInterval(score) else { return nil }
    self =
      score.total < Self.fewest
      ? .tooFew
      : expected > interval.upper ? .below : expected < interval.lower ? .above : .within
  }

  /// Compares two shares; `nil` where one of them is a share of nothing.
  package init?(_ one: Score, comparedWith other: Score) {
    guard let interval = WilsonInterval.ofDifference(one, other) else { return nil }
    self =
      min(one.total, other.total) < Self.fewest
      ? .tooFew : interval.upperBound < 0 ? .below : interval.lowerBound > 0 ? .above : .within
  }
}

/// The 95% confidence interval of a share, after E. B. Wilson, "Probable inference, the law of
/// succession, and statistical inference" (1927).
package struct WilsonInterval: Hashable, Sendable {
  /// The quantile of the normal distribution for 95%.
  private static let quantile = 1.959_963_984_540_054
  /// Its lower end, 0…1.
  package let lower: Double
  /// Its upper end, 0…1.
  package let upper: Double

  /// The interval of the share of correct answers; `nil` without an answer.
  package init?(_ score: Score) {
    guard let share = score.runningPercentage else { return nil }
    let count = Double(score.total)
    let square = Self.quantile * Self.quantile
    let center = share + square / (2 * count)
    let spread =
      Self.quantile * ((share * (1 - share) + square / (4 * count)) / count).squareRoot()
    lower = max(0, (center - spread) / (1 + square / count))
    upper = min(1, (center + spread) / (1 + square / count))
  }
}

extension WilsonInterval {
  /// The 95% confidence interval of the difference of two shares, after R. G. Newcombe, "Interval estimation for the
  /// difference between independent proportions" (1998), method 10.
  ///
  /// - Parameters:
  ///   - one: the first share.
  ///   - other: the share that is subtracted from it.
  /// - Returns: its ends, -1…1; `nil` where one of them is a share of nothing.
  package static func ofDifference(_ one: Score, _ other: Score) -> ClosedRange<Double>? {
    guard let a = WilsonInterval(one), let b = WilsonInterval(other),
      let p = one.runningPercentage, let q = other.runningPercentage
    else { return nil }
    func root(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }
    let difference = p - q
    return difference - root(p - a.lower, b.upper - q)...difference + root(a.upper - p, q - b.lower)
  }
}
