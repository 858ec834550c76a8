import RabbleQuestions

/// Which of the cards that are ready a session asks, and in which order.
public struct QueueOptions: Sendable, Hashable {
  /// Where new cards come among those that are due.
  public enum NewCards: String, Sendable, Hashable, CaseIterable {
    /// Before them.
    case before
    /// Spread evenly among them.
    case among
    /// After them.
    case after
  }

  /// The order of the cards.
  package var order: StudyOrder
  /// Where new cards come; only in the orders that have a place of their own for them.
  package var newCards: NewCards
  /// The most cards that are due, those in their steps not counted.
  package var reviewLimits: [ReviewLimit]
  /// The most cards in all, each counted once; `nil` for all. It counts last, after every other limit.
  package var mostCards: Int?
  /// The days by which a card may come before it is due, 0 or more.
  package var daysAhead: Int
  /// The card that limits let through first.
  package var first: CardID?
  /// Whether a card in its steps that was just asked comes early only behind the others in theirs, as in Anki:
  /// its answer has just been seen.
  package var spacesRepeats = false

  /// Makes options; by default those of a session without limits.
  package init(
    order: StudyOrder = .due, newCards: NewCards = .among, reviewLimits: [ReviewLimit] = [],
    mostCards: Int? = nil, daysAhead: Int = 0
  ) {
    self.order = order
    self.newCards = newCards
    self.reviewLimits = reviewLimits
    self.mostCards = mostCards
    self.daysAhead = max(0, daysAhead)
  }

  /// Some of the entries, none of them in its steps, in the order to ask them, whatever order they
  /// come in; without the reviews beyond the limit.
  func arranged(_ indices: [Int], of entries: [QueueEntry], on day: StudyDay) -> [Int] {
    let reviews = indices.filter { entries[$0].due != nil }
    let new = indices.filter { entries[$0].due == nil }.inPlace(of: entries)
    func limited(_ ordered: [Int]) -> [Int] {
      guard !reviewLimits.isEmpty else { return ordered }
      var left = reviewLimits.map(\.most)
      var ordered = ordered
      if let index = ordered.firstIndex(where: { entries[$0].card == first }) {
        ordered.insert(ordered.remove(at: index), at: 0)
      }
      return ordered.filter { index in
        let limits = reviewLimits.indices.filter { reviewLimits[$0].holds(for: entries[index]) }
        guard limits.allSatisfy({ left[$0] > 0 }) else { return false }
        for limit in limits { left[limit] -= 1 }
        return true
      }
    }
    let salt = UInt64(bitPattern: Int64(day.number))
    switch order {
    case .sequential:
      return newCards == .among
        ? (limited(reviews.inPlace(of: entries)) + new).inPlace(of: entries)
        : placed(new, limited(reviews.inPlace(of: entries)))
    case .random(let seed):
      let chosen = limited(reviews.shuffled(entries, with: seed) { _ in 0 })
      return newCards == .among
        ? (chosen + new).shuffled(entries, with: seed) { _ in 0 }
        : placed(new.shuffled(entries, with: seed) { _ in 0 }, chosen)
    case .due: return placed(new, limited(reviews.shuffled(entries, with: salt) { $0.dueDay }))
    case .ranked: return placed(new, limited(reviews.shuffled(entries, with: salt) { $0.rank }))
    }
  }

  private func placed(_ new: [Int], _ reviews: [Int]) -> [Int] {
    switch newCards {
    case .before: new + reviews
    case .among: reviews.mixedEvenly(with: new)
    case .after: reviews + new
    }
  }
}

/// The most due cards that a session asks, of some groups or of all.
package struct ReviewLimit: Sendable, Hashable {
  /// The ranks of the groups (``QueueEntry/groupRank``); `nil` for all groups.
  package let groups: Set<Int>?
  /// How many cards; none for 0 or less.
  package let most: Int

  package init(_ most: Int, of groups: Set<Int>? = nil) {
    self.most = most
    self.groups = groups
  }

  func holds(for entry: QueueEntry) -> Bool { groups?.contains(entry.groupRank) ?? true }
}

/// The order in which a session asks its cards. In every order, a card in its steps comes when its
/// minute has come.
package enum StudyOrder: Sendable, Hashable {
  /// Most overdue first, cards of one day shuffled; new cards in deck order.
  case due
  /// By ``QueueEntry/rank``, the least first; new cards in deck order.
  case ranked
  /// In deck order, new cards among the others.
  case sequential
  /// Shuffled; the same seed gives the same order.
  case random(seed: UInt64)
}

extension QueueEntry {
  /// The number of the day it is due on; 0 for a card without one.
  fileprivate var dueDay: Double {
    if case .on(let day) = due { Double(day.number) } else { 0 }
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
    _ entries: [QueueEntry], with salt: UInt64, rank: (QueueEntry) -> Double
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
