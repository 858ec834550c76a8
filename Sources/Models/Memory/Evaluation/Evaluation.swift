/// How well a memory model foretells what a learner remembers.
///
/// What is foretold are the items of a log: each review on a later day than the card's review before.
public struct Evaluation: Sendable, Hashable {
  /// What was foretold and what happened, among items of about the same foretold probability.
  public struct CalibrationBin: Sendable, Hashable {
    /// The probabilities that belong here; the last bin holds 1 too.
    public let range: Range<Double>
    /// How many items there were.
    public let count: Int
    /// The mean of the foretold probabilities.
    public let predicted: Double
    /// The share that was remembered.
    public let remembered: Double
  }

  /// How many items there were.
  public let count: Int
  /// The mean of -ln p, where p is the probability that was given to what happened: 0 at best. It is
  /// 0 when there are no items.
  public let logLoss: Double
  /// The same with the items weighted as fsrs-rs weights them, the newest most: 0.25 + 0.75
  /// (i/(n-1))³ for the i-th of n.
  public let recentLogLoss: Double
  /// How far the mean foretold probability and the share remembered are apart, as a root of mean
  /// squares over bins of items alike in waiting time, number of reviews and number of lapses.
  ///
  /// Source: `RMSE(bins)` of the srs-benchmark.
  public let binnedError: Double
  /// The probability that of two items, one remembered and one not, the remembered one was given
  /// the higher probability (the area under the curve, AUC); 0.5 when all are alike. Probabilities
  /// less than 1/32768 apart count as equal.
  public let areaUnderCurve: Double
  /// Foretold and real in steps of 5%; only bins that hold an item.
  public let calibration: [CalibrationBin]
}

extension ReviewHistories {
  /// How well a model foretells this log, in one pass over each card's reviews.
  public func evaluate(_ model: MemoryModel) -> Evaluation {
    tally(model, items: ItemOrder(self), among: 0..<Int.max).evaluation
  }

  /// How well a model foretells some of the items; the reviews before them are replayed too.
  func tally(
    _ model: MemoryModel, items: ItemOrder, among range: Range<Int>
  ) -> EvaluationTally {
    let parts = Parallel.parts(of: self, reviews: 60_000, most: 8)
    let tallies = Parallel.map(parts.count) { part in
      var tally = EvaluationTally()
      switch model {
      case .fsrs6(let model): replay(model, parts[part], items, range, &tally)
      case .fsrs7(let model): replay(model, parts[part], items, range, &tally)
      }
      return tally
    }
    return tallies.dropFirst().reduce(into: tallies.first ?? EvaluationTally()) { $0.add($1) }
  }

  private func replay(
    _ model: some Replayable, _ cards: Range<Int>, _ items: ItemOrder, _ range: Range<Int>,
    _ tally: inout EvaluationTally
  ) {
    let lastRank = range.upperBound < items.count ? items.rank(ofItem: range.upperBound) : .max
    let bins = EvaluationBins()
    let newest = Double(max(min(range.upperBound, items.count) - 1, 1))
    for card in cards {
      let places = self.range(of: card)
      guard let first = Grade(rawValue: Int(grades[places.lowerBound])) else { continue }
      var state = model.initialState(first)
      var (laterDays, lapses) = (0, 0)
      for index in places.dropFirst() {
        guard ranks[index] < lastRank, let grade = Grade(rawValue: Int(grades[index])) else {
          break
        }
        let elapsed = elapsed(at: index)
        let review = model.review(state, grade: grade, elapsed: elapsed)
        state = review.next
        guard elapsed.wholeDays > 0 else { continue }
        laterDays += 1
        let ordinal = Int(items.ordinals[Int(ranks[index])])
        if ordinal >= range.lowerBound {
          let age = Double(ordinal) / newest
          tally.add(
            review.recalled, isRemembered: grade != .again,
            weight: 0.25 + 0.75 * age * age * age,
            bin: bins.bin(days: elapsed.wholeDays, reviews: laterDays, lapses: lapses))
        }
        if grade == .again { lapses += 1 }
      }
    }
  }
}
