/// The reviews of a log by card, each card's in the order of time: what the optimizer and the
/// evaluation work on. A million reviews take 25 MB.
///
///     let histories = ReviewHistories(reviews)
///     let model = Optimizer(histories).fit().model
public struct ReviewHistories: Sendable {
  /// Where each card's reviews begin, and the end of the last card's.
  let starts: [Int32]
  let grades: [UInt8]
  let days: [Int32]
  let milliseconds: [Int64]
  let durations: [Int32]
  /// The rank of each review among all reviews in the order of time, from 0.
  let ranks: [Int32]

  /// How many reviews there are.
  public var count: Int { grades.count }
  /// How many cards there are.
  public var cardCount: Int { starts.count - 1 }
  /// The cards' numbers.
  var cardNumbers: Range<Int> { 0..<cardCount }

  /// Collects reviews, in any order; those of one card at one time stay in the order given.
  ///
  /// - Complexity: O(n) when they come in the order of time, else O(n log n).
  public init(_ reviews: some Sequence<LoggedReview>) {
    var builder = Builder()
    for review in reviews { builder.append(review) }
    self = builder.histories()
  }

  init(
    starts: [Int32], grades: [UInt8], days: [Int32], milliseconds: [Int64], durations: [Int32],
    ranks: [Int32]
  ) {
    self.starts = starts
    self.grades = grades
    self.days = days
    self.milliseconds = milliseconds
    self.durations = durations
    self.ranks = ranks
  }

  /// The indices of a card's reviews.
  func range(of card: Int) -> Range<Int> { Int(starts[card])..<Int(starts[card + 1]) }

  /// The grade of a review.
  func grade(at index: Int) -> Grade {
    guard let grade = Grade(rawValue: Int(grades[index])) else {
      preconditionFailure("Reviews are collected with a grade.")
    }
    return grade
  }

  /// The days by which the date changed before a review that is not a card's first.
  func elapsedDays(at index: Int) -> Int { max(Int(days[index]) - Int(days[index - 1]), 0) }

  /// The cards' numbers in parts of about as many reviews each, whose number depends on the reviews
  /// alone.
  func parts(reviews: Int, atMost most: Int) -> [Range<Int>] {
    let partCount = min(max(count / reviews, 1), most)
    var result: [Range<Int>] = []
    var start = 0
    for part in 1...partCount {
      let target = count * part / partCount
      var end = start
      while end < cardCount, Int(starts[end + 1]) <= target { end += 1 }
      if part == partCount { end = cardCount }
      result.append(start..<end)
      start = end
    }
    return result
  }
}

/// One review of a log, as the optimizer and the evaluation need it.
public struct LoggedReview: Hashable, Sendable {
  /// Which card, by any number that no other card has.
  public let card: Int
  /// How well it was remembered.
  public let grade: Grade
  /// When, in milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64
  /// The learner's day, by number; only differences matter.
  public let day: Int
  /// How long the answer took, in milliseconds; 0 when unknown.
  public let duration: Int

  /// Makes a review.
  public init(card: Int, grade: Grade, milliseconds: Int64, day: Int, duration: Int = 0) {
    self.card = card
    self.grade = grade
    self.milliseconds = milliseconds
    self.day = day
    self.duration = duration
  }
}

// MARK: - Collecting

extension ReviewHistories {
  /// Collects reviews one by one.
  public struct Builder {
    private var cardNumbers: [Int: Int32] = [:]
    private var cards: [Int32] = []
    private var counts: [Int32] = []
    private var grades: [UInt8] = []
    private var days: [Int32] = []
    private var milliseconds: [Int64] = []
    private var durations: [Int32] = []
    private var isSorted = true

    /// Begins with no review.
    public init() {}

    /// Adds a review.
    public mutating func append(_ review: LoggedReview) {
      let card = cardNumbers[review.card] ?? Int32(counts.count)
      if Int(card) == counts.count {
        cardNumbers[review.card] = card
        counts.append(0)
      }
      if let last = milliseconds.last, last > review.milliseconds { isSorted = false }
      counts[Int(card)] += 1
      cards.append(card)
      grades.append(UInt8(review.grade.rawValue))
      days.append(Int32(clamping: review.day))
      milliseconds.append(review.milliseconds)
      durations.append(Int32(clamping: review.duration))
    }

    /// Removes the reviews that were added under these numbers, counted from 0.
    private mutating func remove(_ numbers: Set<Int>) {
      func kept<Element>(_ list: [Element]) -> [Element] {
        list.indices.filter { !numbers.contains($0) }.map { list[$0] }
      }
      for number in numbers { counts[Int(cards[number])] -= 1 }
      cards = kept(cards)
      grades = kept(grades)
      days = kept(days)
      milliseconds = kept(milliseconds)
      durations = kept(durations)
    }

    /// The reviews by card.
    public func histories() -> ReviewHistories { sortedHistories().histories }

    /// The reviews by card, without those of a card at a time at which it has an earlier one; and the
    /// numbers under which these were added, counted from 0, in order.
    package mutating func uniqueHistories() -> (ReviewHistories, duplicates: [Int]) {
      let (histories, sources) = sortedHistories()
      var duplicates: Set<Int> = []
      for card in histories.cardNumbers {
        for index in histories.range(of: card).dropFirst()
        where histories.milliseconds[index] == histories.milliseconds[index - 1] {
          duplicates.insert(Int(sources[index]))
        }
      }
      guard !duplicates.isEmpty else { return (histories, []) }
      remove(duplicates)
      return (self.histories(), duplicates.sorted())
    }

    /// The reviews by card, and for each one the number under which it was added.
    private func sortedHistories() -> (histories: ReviewHistories, sources: [Int32]) {
      var starts = [Int32](repeating: 0, count: counts.count + 1)
      for card in counts.indices { starts[card + 1] = starts[card] + counts[card] }
      let order = isSorted ? nil : timeOrder()
      var next = starts
      var places = [Int32](repeating: 0, count: cards.count)
      for rank in cards.indices {
        let index = order.map { Int($0[rank]) } ?? rank
        let card = Int(cards[index])
        places[Int(next[card])] = Int32(rank)
        next[card] += 1
      }
      let ranks = places
      // From here on they hold where each review was in the input.
      if let order { for place in places.indices { places[place] = order[Int(places[place])] } }
      let histories = ReviewHistories(
        starts: starts,
        grades: places.map { grades[Int($0)] },
        days: places.map { days[Int($0)] },
        milliseconds: places.map { milliseconds[Int($0)] },
        durations: places.map { durations[Int($0)] },
        ranks: ranks)
      return (histories, places)
    }

    /// The indices of the reviews in the order of time.
    private func timeOrder() -> [Int32] {
      milliseconds.indices.map { Int32($0) }.sorted {
        let (left, right) = (milliseconds[Int($0)], milliseconds[Int($1)])
        return left == right ? $0 < $1 : left < right
      }
    }
  }
}

// MARK: - Items

/// The items of a log in the order of time: its reviews on a later day than the card's previous one.
struct ItemOrder {
  /// For each rank in the order of time, how many items come before.
  let ordinals: [Int32]
  /// How many items there are.
  let count: Int

  init(_ histories: ReviewHistories) {
    var ordinals = [Int32](repeating: 0, count: histories.count)
    for card in histories.cardNumbers {
      for index in histories.range(of: card).dropFirst() where histories.elapsedDays(at: index) > 0
      {
        ordinals[Int(histories.ranks[index])] = 1
      }
    }
    var count: Int32 = 0
    for rank in ordinals.indices {
      let isItem = ordinals[rank]
      ordinals[rank] = count
      count += isItem
    }
    self.ordinals = ordinals
    self.count = Int(count)
  }

  /// The rank of the item with this number; the one after the last review when there are fewer.
  func rank(ofItem number: Int) -> Int32 {
    guard number < count else { return Int32(ordinals.count) }
    // The last rank with that many items before it is the item's own.
    var range = ordinals.startIndex..<ordinals.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if Int(ordinals[middle]) <= number {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return Int32(range.lowerBound - 1)
  }
}
