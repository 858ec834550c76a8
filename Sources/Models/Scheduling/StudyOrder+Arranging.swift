extension StudyOrder {
  /// The entries, none of them in its steps, in the order to ask them. It depends on the cards, not
  /// on the order they are given in.
  func arranged(_ entries: [QueueEntry], on day: StudyDay) -> [QueueEntry] {
    switch self {
    case .sequential: return entries.inPlace
    case .random(let seed): return entries.shuffled(with: seed) { _ in 0 }
    case .due:
      let salt = UInt64(bitPattern: Int64(day.number))
      let reviews = entries.filter { $0.due != nil }.shuffled(with: salt) { $0.dueDay }
      return reviews.mixedEvenly(with: entries.filter { $0.due == nil }.inPlace)
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
  /// The entries in the order of the decks.
  fileprivate var inPlace: [QueueEntry] { sorted { $0.place < $1.place } }

  /// The entries by rank, those of one rank shuffled by card and salt. Two cards keep their order
  /// whatever other cards there are.
  fileprivate func shuffled(with salt: UInt64, rank: (QueueEntry) -> Int) -> [QueueEntry] {
    map { (rank: rank($0), key: UInt64(mixing: $0.card, with: salt), entry: $0) }
      .sorted { ($0.rank, $0.key, $0.entry.place) < ($1.rank, $1.key, $1.entry.place) }
      .map(\.entry)
  }

  /// These entries and others, each in their order, the fewer ones spread evenly among the more.
  fileprivate func mixedEvenly(with others: [QueueEntry]) -> [QueueEntry] {
    var result: [QueueEntry] = []
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
