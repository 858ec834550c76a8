/// The stability after a card's first review, fitted to nothing but the first review on a later day:
/// for each first grade the stability whose forgetting curve fits best.
///
/// Source: `pretrain` of fsrs-rs 6.6.2, with the exact minimum in index of a grid.
struct InitialStability {
  /// How many cards waited for some days, and how many of them were remembered or forgotten.
  fileprivate struct Count {
    var days: Double
    var remembered: Double
    var forgotten: Double
  }

  /// How far a stability may be from the start, in days, before it costs as much as a unit of log
  /// loss.
  private static let leeway = 16.0

  private var counts: [[Count]] = [[], [], [], []]

  init(_ set: TrainingSet) {
    var found: [Int: Count] = [:]
    for card in set.histories.cardNumbers where set.lengths[card] > 0 {
      guard let index = Outliers.firstItem(card, set.histories), set.weights[index] > 0 else {
        continue
      }
      let days = set.histories.elapsedDays(at: index)
      let first = Int(set.histories.grades[set.histories.range(of: card).lowerBound]) - 1
      let isRemembered = set.histories.grades[index] > 1
      found[days * 4 + first, default: Count(days: Double(days), remembered: 0, forgotten: 0)]
        .add(isRemembered)
    }
    for (key, count) in found.sorted(by: { $0.key < $1.key }) { counts[key % 4].append(count) }
  }

  /// The best stabilities that don't decrease with the grade.
  ///
  /// - Parameters:
  ///   - start: the four stabilities to begin with, kept where nothing is known.
  ///   - bounds: their bounds.
  ///   - retrievability: the forgetting curve, by stability and days.
  /// - Returns: four stabilities in days.
  func fitted(
    from start: [Double], bounds: [ClosedRange<Double>],
    _ retrievability: (_ stability: Double, _ grade: Grade, _ days: Double) -> Double
  ) -> [Double] {
    var result = start
    for grade in Grade.allCases {
      let index = grade.index
      guard !counts[index].isEmpty else { continue }
      result[index] = Self.least(in: bounds[index]) { stability in
        counts[index].reduce(abs(stability - start[index]) / Self.leeway) { loss, count in
          let recalled = min(max(retrievability(stability, grade, count.days), 1e-6), 1 - 1e-6)
          return loss - count.remembered * logarithm(recalled)
            - count.forgotten * logarithm(1 - recalled)
        }
      }
    }
    // Where a better grade would give less, the grade with fewer cards gives way.
    let sizes = counts.map { $0.reduce(0) { $0 + $1.remembered + $1.forgotten } }
    for (lower, upper) in [(0, 1), (1, 2), (2, 3), (1, 2), (0, 1)]
    where result[lower] > result[upper] {
      if sizes[lower] > sizes[upper] {
        result[upper] = result[lower]
      } else {
        result[lower] = result[upper]
      }
    }
    return result
  }

  /// Where a function with one minimum is least, searched on a logarithmic scale.
  private static func least(
    in range: ClosedRange<Double>, _ function: (Double) -> Double
  ) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (logarithm(range.lowerBound), logarithm(range.upperBound))
    var left = high - ratio * (high - low)
    var right = low + ratio * (high - low)
    var (atLeft, atRight) = (function(exponential(left)), function(exponential(right)))
    while high - low > 1e-3 {
      if atLeft < atRight {
        (high, right, atRight) = (right, left, atLeft)
        left = high - ratio * (high - low)
        atLeft = function(exponential(left))
      } else {
        (low, left, atLeft) = (left, right, atRight)
        right = low + ratio * (high - low)
        atRight = function(exponential(right))
      }
    }
    return range.clamp(exponential((low + high) / 2))
  }
}

extension InitialStability.Count {
  fileprivate mutating func add(_ isRemembered: Bool) {
    if isRemembered { remembered += 1 } else { forgotten += 1 }
  }
}
