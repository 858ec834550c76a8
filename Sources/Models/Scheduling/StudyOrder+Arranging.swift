extension StudyOrder {
  /// Where the entries, none of them in its steps, stand in the order to ask them: their indices. It
  /// depends on the cards, not on the order they are given in.
  func arranged(_ entries: [QueueEntry], on day: StudyDay) -> [Int] {
    switch self {
    case .sequential: return entries.inPlace(entries.indices)
    case .random(let seed): return entries.shuffled(entries.indices, with: seed) { _ in 0 }
    case .due:
      let salt = UInt64(bitPattern: Int64(day.number))
      let reviews = entries.indices.filter { entries[$0].due != nil }
      let new = entries.indices.filter { entries[$0].due == nil }
      return entries.shuffled(reviews, with: salt) { $0.dueDay }
        .mixedEvenly(with: entries.inPlace(new))
    }
  }
}

extension QueueEntry {
  /// The number of the day it is due on; 0 for a card without one.
  fileprivate var dueDay: Int {
    if case .on(let day) = due { day.number } else { 0 }
  }
}

extension [QueueEntry] {
  /// These of the entries in the order of the decks.
  fileprivate func inPlace(_ indices: some Sequence<Int>) -> [Int] {
    indices.sorted { self[$0].place < self[$1].place }
  }

  /// These of the entries by rank, those of one rank shuffled by card and salt. Two cards keep their
  /// order whatever other cards there are.
  fileprivate func shuffled(
    _ indices: some Sequence<Int>, with salt: UInt64, rank: (QueueEntry) -> Int
  ) -> [Int] {
    // Numbers are sorted, not entries: there may be thousands.
    indices.map { (rank: rank(self[$0]), key: UInt64(mixing: self[$0].card, with: salt), index: $0) }
      .sorted { first, second in
        if first.rank != second.rank { return first.rank < second.rank }
        if first.key != second.key { return first.key < second.key }
        return self[first.index].place < self[second.index].place
      }
      .map(\.index)
  }
}

extension [Int] {
  /// These indices and others, each in their order, the fewer ones spread evenly among the more.
  fileprivate func mixedEvenly(with others: [Int]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(count + others.count)
    var index = 0
    var otherIndex = 0
    while index < count || otherIndex < others.count {
      // Each stands in the middle of its equal share: (index + ½)/count.
      let isOwnTurn =
        otherIndex == others.count
        || (index < count && (2 * index + 1) * others.count <= (2 * otherIndex + 1) * count)
      if isOwnTurn {
        result.append(self[index])
        index += 1
      } else {
        result.append(others[otherIndex])
        otherIndex += 1
      }
    }
    return result
  }
}
