/// The reviews that a model is fitted to: which there are, and how much each counts.
struct TrainingSet: Sendable {
  let histories: ReviewHistories
  /// How many of each card's reviews are used, the last of them an item; 0 for a card that is not.
  let lengths: [Int32]
  /// How much each review counts as something to predict; 0 for those that only lead to others.
  let weights: [Float]
  /// How many there are to predict.
  let itemCount: Int

  /// The sum of all weights.
  let totalWeight: Double

  /// Takes the first items of a log, in the order of time.
  ///
  /// An item is a review on a later day than the card's previous one. The newer it is, the more it
  /// counts. Outliers are excluded.
  ///
  /// - Parameters:
  ///   - histories: the log.
  ///   - items: its items.
  ///   - limit: how many of them, at most; histories are cut behind the last one.
  ///   - recency: how much the i-th of n counts, by i/(n-1).
  init(
    _ histories: ReviewHistories, items: ItemOrder, limit: Int,
    recency: (Double) -> Double = Self.recency
  ) {
    self.histories = histories
    let limit = min(limit, items.count)
    let lastRank = items.rank(ofItem: limit)
    let removed = Outliers(histories, before: lastRank)
    var lengths = [Int32](repeating: 0, count: histories.cardCount)
    var weights = [Float](repeating: 0, count: histories.count)
    var count = 0
    var total = 0.0
    for card in histories.cardNumbers {
      let range = histories.range(of: card)
      if removed.contains(card, of: histories) { continue }
      for index in range.dropFirst() {
        guard histories.ranks[index] < lastRank else { break }
        guard histories.elapsedDays(at: index) > 0 else { continue }
        lengths[card] = Int32(index - range.lowerBound + 1)
        let ordinal = Double(items.ordinals[Int(histories.ranks[index])])
        let weight = Float(recency(limit > 1 ? ordinal / Double(limit - 1) : 1))
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

  /// How much the i-th of n items counts, by i/(n-1): the first half as much as the last.
  ///
  /// fsrs-rs begins with a quarter. A half predicts later reviews as well, and leaves more evidence.
  private static func recency(_ age: Double) -> Double { 0.5 + 0.5 * age * age * age }
}

/// The cards whose second day of study came after so unusual a time that it says more about the
/// learner's habits than about memory.
///
/// For each first grade, cards are grouped by the days until their first review on a later day. The
/// rarest groups are removed while they are less than 5% of the cards, or fewer than 20; then those
/// of fewer than six cards or of more than 100 days (365 after "easy").
///
/// Source: `filter_outlier` of fsrs-rs 6.6.2.
struct Outliers {
  private struct Group: Hashable {
    let grade: UInt8
    let days: Int
  }

  /// A first grade with fewer cards has no outliers: 20 of them would be more than a tenth.
  private static let fewestCards = 200

  private var removed: Set<Group> = []

  /// Finds the outliers among the reviews before a rank in the order of time.
  init(_ histories: ReviewHistories, before lastRank: Int32) {
    var sizes: [Group: Int] = [:]
    for card in histories.cardNumbers {
      guard let index = Self.firstItem(card, histories), histories.ranks[index] < lastRank else {
        continue
      }
      sizes[Self.group(card, index, histories), default: 0] += 1
    }
    for grade in Grade.allCases {
      let groups = sizes.filter { $0.key.grade == grade.rawValue }
        .sorted { ($0.value, -$0.key.days) < ($1.value, -$1.key.days) }
      let total = groups.reduce(0) { $0 + $1.value }
      guard total >= Self.fewestCards else { continue }
      let allowance = max(20, total / 20)
      let longest = grade == .easy ? 365 : 100
      var gone = 0
      for (group, size) in groups {
        if gone + size < allowance {
          gone += size
          removed.insert(group)
        } else if size < 6 || group.days > longest {
          removed.insert(group)
        }
      }
    }
  }

  /// Whether a card is an outlier.
  func contains(_ card: Int, of histories: ReviewHistories) -> Bool {
    guard let index = Self.firstItem(card, histories) else { return false }
    return removed.contains(Self.group(card, index, histories))
  }

  /// A card's first review on a later day than the one before.
  static func firstItem(_ card: Int, _ histories: ReviewHistories) -> Int? {
    histories.range(of: card).dropFirst().first { histories.elapsedDays(at: $0) > 0 }
  }

  private static func group(_ card: Int, _ index: Int, _ histories: ReviewHistories) -> Group {
    Group(
      grade: histories.grades[histories.range(of: card).lowerBound],
      days: histories.elapsedDays(at: index))
  }
}
