/// The order in which a session asks its cards. In every order, a card in its steps comes when its
/// minute has come.
public enum StudyOrder: Sendable, Hashable {
  /// Most overdue first, cards of one day shuffled; new cards in deck order, interleaved evenly.
  case due
  /// In deck order.
  case sequential
  /// Shuffled; the same seed gives the same order.
  case random(seed: UInt64)
}

extension StudyOrder {
  /// Some of the entries, none of them in its steps, in the order to ask them, whatever order they
  /// come in.
  func arranged(_ indices: [Int], of entries: [QueueEntry], on day: StudyDay) -> [Int] {
    switch self {
    case .sequential: return indices.inPlace(of: entries)
    case .random(let seed): return indices.shuffled(entries, with: seed) { _ in 0 }
    case .due:
      let salt = UInt64(bitPattern: Int64(day.number))
      return indices.filter { entries[$0].due != nil }.shuffled(entries, with: salt) { $0.dueDay }
        .mixedEvenly(with: indices.filter { entries[$0].due == nil }.inPlace(of: entries))
    }
  }
}

extension QueueEntry {
  /// The number of the day it is due on; 0 for a card without one.
  fileprivate var dueDay: Int {
    if case .on(let day) = due { day.number } else { 0 }
  }
}

/// Indices of entries: numbers are moved, not entries, as there may be thousands.
extension [Int] {
  /// In the order of the decks.
  fileprivate func inPlace(of entries: [QueueEntry]) -> [Int] {
    sorted { entries[$0].deckPosition < entries[$1].deckPosition }
  }

  /// By rank, those of one rank shuffled by card and salt. Two cards keep their order whatever other
  /// cards there are.
  fileprivate func shuffled(
    _ entries: [QueueEntry], with salt: UInt64, rank: (QueueEntry) -> Int
  ) -> [Int] {
    map { index in
      let entry = entries[index]
      return (rank: rank(entry), key: UInt64(mixing: entry.card, with: salt), index: index)
    }
    .sorted { first, second in
      if first.rank != second.rank { return first.rank < second.rank }
      if first.key != second.key { return first.key < second.key }
      return entries[first.index].deckPosition < entries[second.index].deckPosition
    }
    .map(\.index)
  }

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
