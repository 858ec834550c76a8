/// Collects predictions and what became of them; sums only, so that tallies can be added up.
struct EvaluationTally: Sendable {
  /// Items that are alike in some way.
  private struct Bin {
    var count = 0
    var remembered = 0
    var predicted = 0.0

    mutating func add(_ other: Bin) {
      count += other.count
      remembered += other.remembered
      predicted += other.predicted
    }
  }

  private static let rankCount = 1 << 15
  private static let stepCount = 20

  private var loss = 0.0
  private var weightedLoss = 0.0
  private var weight = 0.0
  private var bins = [Bin](repeating: Bin(), count: EvaluationBins.count)
  private var steps = [Bin](repeating: Bin(), count: stepCount)
  /// How many were remembered and forgotten, by foretold probability.
  private var remembered = [UInt32](repeating: 0, count: rankCount)
  private var forgotten = [UInt32](repeating: 0, count: rankCount)

  /// Adds a prediction.
  ///
  /// - Parameters:
  ///   - probability: the foretold probability of remembering.
  ///   - isRemembered: whether it was remembered.
  ///   - weight: how much it counts in the weighted loss.
  ///   - bin: which items it is compared with, from ``EvaluationBins``.
  mutating func add(_ probability: Double, isRemembered: Bool, weight: Double, bin: Int) {
    let given = isRemembered ? probability : 1 - probability
    let loss = -logarithm(max(given, 1e-15))
    self.loss += loss
    weightedLoss += weight * loss
    self.weight += weight
    bins[bin].count += 1
    bins[bin].predicted += probability
    let step = min(Int(probability * Double(Self.stepCount)), Self.stepCount - 1)
    steps[step].count += 1
    steps[step].predicted += probability
    let rank = min(Int(probability * Double(Self.rankCount)), Self.rankCount - 1)
    if isRemembered {
      bins[bin].remembered += 1
      steps[step].remembered += 1
      remembered[rank] += 1
    } else {
      forgotten[rank] += 1
    }
  }

  /// Adds what another tally has collected.
  mutating func add(_ other: EvaluationTally) {
    loss += other.loss
    weightedLoss += other.weightedLoss
    weight += other.weight
    for index in bins.indices { bins[index].add(other.bins[index]) }
    for index in steps.indices { steps[index].add(other.steps[index]) }
    for index in remembered.indices {
      remembered[index] += other.remembered[index]
      forgotten[index] += other.forgotten[index]
    }
  }

  var evaluation: Evaluation {
    let count = steps.reduce(0) { $0 + $1.count }
    let squares = bins.reduce(0.0) { sum, bin in
      guard bin.count > 0 else { return sum }
      let difference = (bin.predicted - Double(bin.remembered)) / Double(bin.count)
      return sum + difference * difference * Double(bin.count)
    }
    return Evaluation(
      count: count,
      logLoss: count > 0 ? loss / Double(count) : 0,
      recentLogLoss: weight > 0 ? weightedLoss / weight : 0,
      binnedError: count > 0 ? (squares / Double(count)).squareRoot() : 0,
      areaUnderCurve: areaUnderCurve,
      calibration: steps.indices.compactMap { calibration($0) })
  }

  private var areaUnderCurve: Double {
    var (lower, pairs, wins) = (0.0, 0.0, 0.0)
    for index in forgotten.indices {
      let (right, wrong) = (Double(remembered[index]), Double(forgotten[index]))
      wins += right * (lower + wrong / 2)
      lower += wrong
      pairs += right
    }
    return pairs * lower > 0 ? wins / (pairs * lower) : 0.5
  }

  private func calibration(_ step: Int) -> Evaluation.CalibrationBin? {
    let bin = steps[step]
    guard bin.count > 0 else { return nil }
    let width = 1 / Double(Self.stepCount)
    return Evaluation.CalibrationBin(
      range: Double(step) * width..<Double(step + 1) * width,
      count: bin.count, predicted: bin.predicted / Double(bin.count),
      remembered: Double(bin.remembered) / Double(bin.count))
  }
}
