/// The items of a log, which are its reviews on a later day than the card's review before, in the
/// order of time.
struct ItemOrder {
  /// For each place in the order of time, how many items come before.
  let ordinals: [Int32]
  /// How many items there are.
  let count: Int

  init(_ histories: ReviewHistories) {
    var ordinals = [Int32](repeating: 0, count: histories.count)
    for card in histories.cards {
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

  /// The place in the order of time of the item with this number; that after the last review when
  /// there are not so many.
  func rank(ofItem number: Int) -> Int32 {
    guard number < count else { return Int32(ordinals.count) }
    // The last place that has so many items before it is the item's own.
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
