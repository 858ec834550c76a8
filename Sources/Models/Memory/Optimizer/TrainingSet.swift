/// The reviews that a fit learns from: which there are, and how much each counts.
struct TrainingSet {
  let histories: ReviewHistories
  /// How many of each card's reviews are seen, the last of them an item; 0 leaves a card out.
  let lengths: [Int32]
  /// How much each review counts as something to predict; 0 for those that only lead to others.
  let weights: [Float]
  /// How many there are to predict.
  let itemCount: Int

  /// The sum of all weights.
  let totalWeight: Double

  /// Takes the first items of a log, in the order of time.
  ///
  /// An item is a review on a later day than the card's review before. The newer it is, the more it
  /// counts.
  ///
  /// - Parameters:
  ///   - histories: the log.
  ///   - items: its items.
  ///   - limit: how many of them, at most; histories are cut behind the last one.
  ///   - isFiltered: whether outliers are left out.
  ///   - recency: how much the i-th of n counts, by i/(n-1).
  init(
    _ histories: ReviewHistories, items: ItemOrder, limit: Int, isFiltered: Bool,
    recency: (Double) -> Double
  ) {
    self.histories = histories
    let limit = min(limit, items.count)
    let lastRank = items.rank(ofItem: limit)
    let removed = isFiltered ? Outliers(histories, before: lastRank) : nil
    var lengths = [Int32](repeating: 0, count: histories.cardCount)
    var weights = [Float](repeating: 0, count: histories.count)
    var count = 0
    var total = 0.0
    for card in histories.cards {
      let range = histories.range(of: card)
      if let removed, removed.contains(card, of: histories) { continue }
      for index in range.dropFirst() {
        guard histories.ranks[index] < lastRank else { break }
        guard histories.elapsedDays(at: index) > 0 else { continue }
        lengths[card] = Int32(index - range.lowerBound + 1)
        let place = Double(items.ordinals[Int(histories.ranks[index])])
        let weight = Float(recency(limit > 1 ? place / Double(limit - 1) : 1))
        weights[index] = weight
        count += 1
        total += Double(weight)
      }
    }
    self.lengths = lengths
    self.weights = weights
    itemCount = count
    totalWeight = total
  }
}
