/// How well a memory model predicts what a learner remembers.
///
/// Predicted are the items of a log: each review on a later day than the card's previous one.
public struct Evaluation: Sendable, Hashable {
  /// Prediction and outcome among items with about the same predicted probability.
  public struct CalibrationBin: Sendable, Hashable {
    /// The probabilities that belong here; the last bin includes 1.
    public let range: Range<Double>
    /// How many items there were.
    public let count: Int
    /// The mean of the predicted probabilities.
    public let predicted: Double
    /// The share that was remembered.
    public let remembered: Double
  }

  /// How many items there were.
  public let count: Int
  /// The mean of -ln p, where p is the probability predicted for what happened: 0 at best, and 0 when
  /// there are no items.
  public let logLoss: Double
  /// The same with the items weighted as in fsrs-rs, the newest most: 0.25 + 0.75 (i/(n-1))³ for the
  /// i-th of n.
  public let recentLogLoss: Double
  /// The distance between the mean predicted probability and the share remembered, as a root mean
  /// square over bins of items with similar waiting time, number of reviews and number of lapses.
  ///
  /// Source: `RMSE(bins)` of the srs-benchmark.
  public let binnedError: Double
  /// The probability that of two items, one remembered and one not, the remembered one had the higher
  /// prediction (the area under the curve, AUC); 0.5 when all are equal. Probabilities
  /// less than 1/32768 apart count as equal.
  public let areaUnderCurve: Double
  /// Prediction and outcome in steps of 5%; only bins with an item.
  public let calibration: [CalibrationBin]
}

// MARK: - Replaying a log

extension ReviewHistories {
  /// How well a model predicts this log, in one pass over each card's reviews.
  public func evaluate(_ model: MemoryModel) -> Evaluation {
    tally(model, items: ItemOrder(self), among: 0..<Int.max).evaluation
  }

  /// How well a model predicts some of the items; the reviews before them are replayed too.
  func tally<Model: FittableModel>(
    _ model: Model, items: ItemOrder, among range: Range<Int>
  ) -> EvaluationTally {
    let parts = parts(reviews: 60_000, atMost: 8)
    let tallies = Parallel.map(parts.count) { part in
      var tally = EvaluationTally()
      replay(model, parts[part], items, range, &tally)
      return tally
    }
    return tallies.dropFirst().reduce(into: tallies.first ?? EvaluationTally()) { $0.add($1) }
  }

  private func replay<Model: FittableModel>(
    _ model: Model, _ cards: Range<Int>, _ items: ItemOrder, _ range: Range<Int>,
    _ tally: inout EvaluationTally
  ) {
    let lastRank = range.upperBound < items.count ? items.rank(ofItem: range.upperBound) : .max
    let bins = EvaluationBins()
    let newest = Double(max(min(range.upperBound, items.count) - 1, 1))
    for card in cards {
      let reviews = self.range(of: card)
      var state = model.initialState(grade(at: reviews.lowerBound))
      var (laterDays, lapses) = (0, 0)
      for index in reviews.dropFirst() {
        guard ranks[index] < lastRank else { break }
        let grade = grade(at: index)
        let days = elapsedDays(at: index)
        let recall = model.retrievability(state, elapsedDays: Double(days))
        state = model.nextState(state, grade: grade, elapsedDays: days, recalled: recall)
        guard days > 0 else { continue }
        laterDays += 1
        let ordinal = Int(items.ordinals[Int(ranks[index])])
        if ordinal >= range.lowerBound {
          let age = Double(ordinal) / newest
          tally.add(
            recall, isRemembered: grade != .again,
            weight: 0.25 + 0.75 * age * age * age,
            bin: bins.bin(days: days, reviews: laterDays, lapses: lapses))
        }
        if grade == .again { lapses += 1 }
      }
    }
  }
}

// MARK: - Sums

/// Collects predictions and outcomes; sums only, so that tallies can be added up.
struct EvaluationTally: Sendable {
  /// Items that have something in common.
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
  /// How many were remembered and forgotten, by predicted probability.
  private var remembered = [UInt32](repeating: 0, count: rankCount)
  private var forgotten = [UInt32](repeating: 0, count: rankCount)

  /// Adds a prediction.
  ///
  /// - Parameters:
  ///   - probability: the predicted probability of recall.
  ///   - isRemembered: whether it was remembered.
  ///   - weight: how much it counts in the weighted loss.
  ///   - bin: the items it is compared with, from ``EvaluationBins``.
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

// MARK: - Bins

/// The items compared with each other in the binned error: those that agree in the whole parts of
/// log₃.₆₂ of the days waited, log₁.₈₉ of the reviews on later days, including this one, and log₁.₇₃
/// of the lapses.
///
/// Source: `r_matrix_index` of fsrs-rs 6.6.2.
struct EvaluationBins: Sendable {
  /// How many bins there are.
  static let count = side * side * side

  private static let side = 16
  private let days = Levels(base: 1.286_474)
  private let reviews = Levels(base: 0.636_577)
  private let lapses = Levels(base: 0.548_121)

  /// The number of an item's bin.
  ///
  /// - Parameters:
  ///   - days: the days waited, at least 1.
  ///   - reviews: the card's reviews on later days, including this one.
  ///   - lapses: how often it was forgotten before.
  /// - Returns: 0 up to but not including ``count``.
  func bin(days: Int, reviews: Int, lapses: Int) -> Int {
    let lapse = lapses == 0 ? 0 : 1 + self.lapses[lapses]
    return
      (min(self.days[days], Self.side - 1) * Self.side
      + min(self.reviews[reviews], Self.side - 1)) * Self.side + min(lapse, Self.side - 1)
  }

  /// The whole parts of a logarithm; those of small numbers are computed once.
  private struct Levels {
    private static let known = 1024
    private let perLogarithm: Double
    private let levels: [UInt8]

    /// - Parameter base: the natural logarithm of the base.
    init(base: Double) {
      let perLogarithm = 1 / base
      self.perLogarithm = perLogarithm
      levels = (0..<Self.known).map { UInt8(Self.level(max($0, 1), perLogarithm)) }
    }

    /// The level of a number that is at least 1.
    subscript(number: Int) -> Int {
      number < Self.known ? Int(levels[number]) : Self.level(number, perLogarithm)
    }

    private static func level(_ number: Int, _ perLogarithm: Double) -> Int {
      Int(logarithm(Double(number)) * perLogarithm)
    }
  }
}
