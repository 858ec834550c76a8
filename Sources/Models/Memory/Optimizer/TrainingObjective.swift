/// The training on one set of items: the loss that is minimized, and in which coordinates.
struct Training {
  let totalWeight: Double
  /// The cards in parts, each of which one thread replays.
  let parts: [ReviewTree]

  init(_ set: TrainingSet) {
    totalWeight = set.totalWeight
    let ranges = set.histories.parts(reviews: 50_000, atMost: 8)
    let memories = ranges.map { ReviewTreeMemory(set, cards: $0) }
    parts = Parallel.map(ranges.count) {
      ReviewTree(set, cards: ranges[$0], in: memories[$0])
    }
  }

  /// What a search has found.
  struct Found {
    /// Parameters within their bounds.
    let parameters: [Double]
    /// By how much the items' weighted log loss is less than with the defaults, less the price of their
    /// distance from the defaults.
    let gain: Double

    init(_ parameters: [Double], gain: Double) {
      self.parameters = parameters
      self.gain = gain
    }
  }

  /// The most probable parameters: those with the least loss, including the price of their distance
  /// from the defaults. Where they would gain too little to leave the defaults, the search ends as soon
  /// as that is seen.
  ///
  /// - Parameters:
  ///   - start: where the search begins; at the defaults without it.
  ///   - progress: called before each time the loss is computed, with how often that was done
  ///     as a share of what is expected, 0…1; what it throws ends the training.
  /// - Returns: the parameters, and how much they gain.
  /// - Throws: what `progress` throws.
  func fit<Failure: Error>(
    from start: [Double]?, _ progress: (Double) throws(Failure) -> Void
  ) throws(Failure) -> Found {
    let coordinates = ParameterCoordinates(weight: totalWeight)
    let origin = Prior.defaults.map { _ in 0.0 }
    var count = 0.0
    func value(at point: [Double], _ parts: [ReviewTree]) throws(Failure) -> LossGradient {
      try progress(min(count / Self.expectedEvaluations, 1))
      count += Double(parts.count) / Double(self.parts.count)
      let parameters = coordinates.parameters(at: point)
      let value = loss(parameters, of: parts)
      return LossGradient(
        loss: value.loss, gradient: coordinates.gradient(value.gradient, at: parameters))
    }
    let before = try value(at: origin, parts)
    var minimizer = BoundedMinimizer(bounds: coordinates.bounds)
    var point = start.map(coordinates.point) ?? origin
    var known = start == nil ? before : nil
    if start == nil, parts.count > 1 {
      // Of many cards a part says roughly where to search, at a part of the cost.
      minimizer.tolerance = Self.roughTolerance * totalWeight
      point = try minimizer.minimize(from: point) { point throws(Failure) in
        try value(at: point, Array(parts.prefix(1)))
      }.point
      known = nil
    }
    minimizer.tolerance = max(Self.tolerance, Self.leastTolerance * totalWeight)
    minimizer.goal = before.loss - Prior.doubt / 2
    let minimum = try minimizer.minimize(from: point, knowing: known) { point throws(Failure) in
      try value(at: point, parts)
    }
    return Found(coordinates.parameters(at: minimum.point), gain: before.loss - minimum.loss)
  }

  /// About how many times the loss is computed.
  private static let expectedEvaluations = 20.0
  /// The search ends when steps win less than this, as a natural logarithm of a probability. The items
  /// leave half a unit a parameter uncertain.
  private static let tolerance = 0.05
  /// What a step of a search on a part of the cards has to win, and on all of them, an item's log loss: of
  /// a million items nobody can tell the sixth decimal.
  private static let roughTolerance = 1e-5
  private static let leastTolerance = 1e-6

  /// The loss of all items, including what the distance from the defaults costs: the negative logarithm of
  /// the parameters' probability. Of some parts of the cards, as if the others were like them.
  func loss(_ parameters: [Double], of parts: [ReviewTree]) -> LossGradient {
    let values = Parallel.map(parts.count) { MemoryModel.Kernel(parts[$0]).evaluate(parameters) }
    let share = Double(parts.count) / Double(self.parts.count)
    var result = LossGradient(loss: 0, gradient: parameters.map { _ in 0 })
    for value in values {
      result.loss += value.loss / share
      for index in parameters.indices { result.gradient[index] += value.gradient[index] / share }
    }
    for index in parameters.indices {
      let (distance, slope) = Prior.distance(of: parameters[index], at: index)
      result.loss += distance * distance / 2
      result.gradient[index] += distance * slope
    }
    return result
  }
}

/// What is known of learners before their first review, and how much it takes to believe otherwise.
enum Prior {
  /// The parameters of a learner about whom nothing is known.
  static let defaults = MemoryModel.defaultParameters
  /// The bounds within which the parameters are searched.
  static let bounds = MemoryModel.searchedBounds
  /// How far each parameter, or the logarithm of w0…w3, is from its default among learners (a standard
  /// deviation).
  static let spreads = MemoryModel.parameterTable.map(\.spread)
  /// How far each parameter, or the logarithm of w0…w3, is from the truth after one item: divided by the
  /// root of the items' number, how far after many.
  static let scales = MemoryModel.parameterTable.map(\.scale)
  /// Twice the gain that leaves the defaults in place (``Fit/share``). Chosen by learners whose memory is the
  /// defaults, with cards of different difficulty: theirs grows with every log that is fitted, and
  /// rarely passes this. The more parameters, the more chance finds.
  static let doubt = 8.0

  /// How much the i-th of n items counts, by i/(n-1): the first half as much as the last.
  ///
  /// fsrs-rs begins with a quarter. A half predicts later reviews as well, and leaves more evidence.
  static func recency(_ age: Double) -> Double { 0.5 + 0.5 * age * age * age }

  /// How many spreads a parameter is away from its default, and the derivative of that.
  static func distance(of parameter: Double, at index: Int) -> (distance: Double, slope: Double) {
    let spread = spreads[index]
    guard index < 4 else { return ((parameter - defaults[index]) / spread, 1 / spread) }
    return (logarithm(parameter / defaults[index]) / spread, 1 / (parameter * spread))
  }

  /// The parameters a share of the way from the defaults to others; w0…w3 by their logarithms.
  static func shrunk(_ parameters: [Double], to share: Double) -> [Double] {
    parameters.indices.map { index in
      let (parameter, start) = (parameters[index], defaults[index])
      guard index < 4 else { return start + share * (parameter - start) }
      return start * power(parameter / start, share)
    }
  }
}

/// The coordinates in which parameters are searched. A unit is about how uncertain a parameter is, by what is
/// known of learners and by the number of items, so that the loss curves by about 1 along each of them. They
/// are such that the stabilities after a first review can't decrease with the
/// grade: the first is ln w0, the next three are how much ln w1…w3 exceed their predecessors.
private struct ParameterCoordinates {
  private let start = Prior.defaults
  let scales: [Double]
  private let parameterBounds = Prior.bounds
  /// The bounds of the coordinates.
  let bounds: [ClosedRange<Double>]

  /// The defaults are the origin.
  ///
  /// - Parameter weight: the number of items, each as much as it counts.
  init(weight: Double) {
    scales = zip(Prior.spreads, Prior.scales).map { spread, scale in
      1 / (1 / (spread * spread) + weight / (scale * scale)).squareRoot()
    }
    let (start, scales, parameterBounds) = (start, scales, parameterBounds)
    bounds = start.indices.map { index in
      let bounds = parameterBounds[index]
      let scale = scales[index]
      switch index {
      case 0:
        return logarithm(bounds.lowerBound / start[0]) / scale...logarithm(
          bounds.upperBound / start[0]) / scale
      case 1..<4:
        let least = logarithm(start[index - 1] / start[index]) / scale
        return min(least, 0)...logarithm(bounds.upperBound / bounds.lowerBound) / scale
      default:
        return min(
          (bounds.lowerBound - start[index]) / scale, 0)...max(
            (bounds.upperBound - start[index]) / scale, 0)
      }
    }
  }

  /// The parameters at a point.
  func parameters(at point: [Double]) -> [Double] {
    var logStability = 0.0
    return start.indices.map { index in
      var parameter = start[index] + scales[index] * point[index]
      if index < 4 {
        logStability += scales[index] * point[index]
        parameter = start[index] * exponential(logStability)
      }
      return parameterBounds[index].clamp(parameter)
    }
  }

  /// The point of parameters, within the bounds.
  func point(of parameters: [Double]) -> [Double] {
    var logStability = 0.0
    return start.indices.map { index in
      var coordinate = (parameters[index] - start[index]) / scales[index]
      if index < 4 {
        let logRatio = logarithm(parameters[index] / start[index])
        coordinate = (logRatio - logStability) / scales[index]
        logStability = logRatio
      }
      return bounds[index].clamp(coordinate)
    }
  }

  /// The derivatives with respect to the coordinates, from those with respect to the parameters.
  func gradient(_ gradient: [Double], at parameters: [Double]) -> [Double] {
    var result = zip(gradient, scales).map { $0 * $1 }
    var sum = 0.0
    for index in (0..<4).reversed() {
      sum += gradient[index] * parameters[index]
      result[index] = sum * scales[index]
    }
    return result
  }
}
