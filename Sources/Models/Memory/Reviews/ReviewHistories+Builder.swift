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

    /// How many reviews were added.
    public var count: Int { grades.count }

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

    /// Takes out the reviews that were added under these numbers, counted from 0.
    mutating func remove(_ numbers: Set<Int>) {
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

    /// What was collected, by card.
    public func histories() -> ReviewHistories { sortedHistories().histories }

    /// What was collected, by card, and for each review the number under which it was added.
    func sortedHistories() -> (histories: ReviewHistories, sources: [Int32]) {
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
      // From here on a place holds where its review was in the input.
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
