/// The forgetting curve of one memory: the mean of two powers, R = (1-s) (1 + x t)^-a + s (1 + y t)^-b.
struct CurveShape {
  /// x and a.
  let fastRate: Double
  let fastDecay: Double
  /// y and b.
  let slowRate: Double
  let slowDecay: Double
  /// s.
  let slowShare: Double
}

/// The forgetting curves of many cards, laid out so that eight are worked out at once.
struct CurveColumns: Sendable {
  private let isMixed: Bool
  private var count = 0
  private var days: [Lanes] = []
  private var fastRates: [Lanes] = []
  private var fastDecays: [Lanes] = []
  private var slowRates: [Lanes] = []
  private var slowDecays: [Lanes] = []
  private var slowShares: [Lanes] = []
  /// 1 for a card, 0 for none.
  private var weights: [Lanes] = []

  /// - Parameter isMixed: whether any slow share is less than 1.
  init(isMixed: Bool) {
    self.isMixed = isMixed
  }

  /// Adds a card.
  mutating func append() {
    if count % Lanes.width == 0 {
      days.append(.zero)
      slowRates.append(.zero)
      slowDecays.append(.zero)
      weights.append(.zero)
      if isMixed {
        fastRates.append(.zero)
        fastDecays.append(.zero)
        slowShares.append(.zero)
      }
    }
    weights[count / Lanes.width][count % Lanes.width] = 1
    count += 1
  }

  /// Sets a card's curve as of a day.
  mutating func set(_ card: Int, to shape: CurveShape, day: Int) {
    let (group, lane) = (card / Lanes.width, card % Lanes.width)
    days[group][lane] = Float(day)
    slowRates[group][lane] = Float(shape.slowRate)
    slowDecays[group][lane] = Float(shape.slowDecay)
    if isMixed {
      fastRates[group][lane] = Float(min(shape.fastRate, 1e30))
      fastDecays[group][lane] = Float(shape.fastDecay)
      slowShares[group][lane] = Float(shape.slowShare)
    }
  }

  /// The sum of all retrievabilities on a day.
  func known(on day: Int) -> Double {
    var total = 0.0
    for group in weights.indices {
      let elapsed = Float(day) - days[group]
      let slow = (-slowDecays[group] * (elapsed * slowRates[group] + 1).logarithm).exponential
      var recalled = slow
      if isMixed {
        let fast = (-fastDecays[group] * (elapsed * fastRates[group] + 1).logarithm).exponential
        recalled = fast + (slow - fast) * slowShares[group]
      }
      total += Double((recalled * weights[group]).sum())
    }
    return total
  }
}

extension MemoryModel {
  /// The forgetting curve after a review.
  func curve(of state: MemoryState) -> CurveShape {
    switch self {
    case .fsrs6(let model):
      CurveShape(
        fastRate: 0, fastDecay: 0, slowRate: model.constants.curveFactor / state.stability,
        slowDecay: -model.constants.decay, slowShare: 1)
    case .fsrs7(let model):
      FSRS7.Curve(state, fast: model.fastStability(of: state), model.constants).shape
    }
  }
}

extension FSRS7.Curve {
  /// The curve without the margin that keeps it from 0 and 1.
  fileprivate var shape: CurveShape {
    CurveShape(
      fastRate: fastRate, fastDecay: -fastDecay, slowRate: slowRate, slowDecay: -slowDecay,
      slowShare: slowShare)
  }
}
