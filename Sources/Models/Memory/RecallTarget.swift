/// How likely a card should still be recalled when it comes again: equally likely for every card, or the
/// more likely the more stable its memory is.
///
///     let target = RecallTarget(level: 0.9, slope: 0.1)
///     target.recall(atStability: 10)          // 0.88
///     target.recall(atStability: 1000)        // 0.92
///
/// With a slope b, the target of a card of stability S is the logistic function of a + b ln S. It lets young
/// memories, which cost the most reviews, fade a little further, and keeps old ones a little better. The curve
/// is placed so that it costs no knowledge: a learner of 10 new cards a day with the default parameters
/// expects to recall as many cards, as the mean of 730 days, as with the level as the target of all.
public struct RecallTarget: Sendable, Hashable {
  /// The slopes there can be: with any of them the interval grows with the stability.
  public static let slopes = 0.0...0.2
  /// The least and the greatest target where there is a slope.
  public static let range = 0.55...0.999

  /// The target of every card where the slope is 0; with another slope, the fixed target that would lead to
  /// the same knowledge.
  public let level: Double
  /// How much the logit of the target rises with the natural logarithm of the stability; 0 for one target
  /// for all.
  public let slope: Double
  /// `a`: the logit of the target at a stability of one day.
  private let intercept: Double

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - level: a probability, 0.01…0.999; one out of range becomes the nearest within, 0.9 when it is not a
  ///     number.
  ///   - slope: 0…0.2; one out of range becomes the nearest within, 0 when it is not a number.
  public init(level: Double, slope: Double = 0) {
    let level = level.isNaN ? 0.9 : min(max(level, 0.01), 0.999)
    let slope = slope.isNaN ? 0 : Self.slopes.clamp(slope)
    self.init(
      level: level, slope: slope,
      pivot: Self.placements.pivot(level: level, slope: slope))
  }

  /// Makes a target whose curve has its level at another place.
  ///
  /// - Parameters:
  ///   - level: a probability between 0 and 1.
  ///   - slope: within ``slopes``.
  ///   - pivot: the natural logarithm of the stability, in days, whose target is the level.
  package init(level: Double, slope: Double, pivot: Double) {
    self.level = level
    self.slope = slope
    intercept = logarithm(level / (1 - level)) - slope * pivot
  }

  /// The target of a card.
  ///
  /// - Parameter stability: the card's stability in days, greater than 0.
  /// - Returns: a probability; the level, exactly, where the slope is 0.
  public func recall(atStability stability: Double) -> Double {
    guard slope > 0 else { return level }
    return Self.range.clamp(
      1 / (1 + exponential(-intercept - slope * logarithm(stability))))
  }
}

extension FSRS6 {
  /// The days until the probability of recall of a card of this stability has fallen to its target.
  ///
  /// - Parameters:
  ///   - stability: the stability in days.
  ///   - target: the target.
  /// - Returns: days, not rounded.
  public func interval(stability: Double, target: RecallTarget) -> Double {
    interval(stability: stability, retention: target.recall(atStability: stability))
  }
}

// MARK: - Where the curve is

extension RecallTarget {
  /// Found by simulation, each within 0.01: the learner of ``RecallTarget``, with the usual habits of answering.
  private static let placements = Placements(
    slopes: [0, 0.1, 0.2],
    pivots: [
      (0.60, [1.51, 1.48, 1.60]),
      (0.70, [2.60, 2.43, 2.21]),
      (0.80, [3.52, 3.33, 3.05]),
      (0.85, [3.86, 3.75, 3.51]),
      (0.90, [4.33, 4.21, 4.03]),
      (0.95, [4.80, 4.71, 4.59]),
      (0.97, [4.99, 4.90, 4.81]),
      (0.99, [5.06, 5.02, 4.96]),
    ])

  /// The natural logarithm of the stability whose target is the level, by level and slope.
  private struct Placements {
    let slopes: [Double]
    let pivots: [(level: Double, bySlope: [Double])]

    /// Between the rows and columns there are, and beyond the last ones, as if on a line.
    func pivot(level: Double, slope: Double) -> Double {
      let column = Place(of: slope, in: slopes)
      let row = Place(of: level, in: pivots.map(\.level))
      return row.value { row in column.value { pivots[row].bySlope[$0] } }
    }
  }

  /// A place between two numbers of an ascending list, or beyond its ends.
  private struct Place {
    let lower: Int
    /// The share of the way to the next number.
    let share: Double

    init(of number: Double, in list: [Double]) {
      lower = list.indices.dropLast().last { list[$0] <= number } ?? 0
      share = (number - list[lower]) / (list[lower + 1] - list[lower])
    }

    func value(_ value: (Int) -> Double) -> Double {
      value(lower) + share * (value(lower + 1) - value(lower))
    }
  }
}
