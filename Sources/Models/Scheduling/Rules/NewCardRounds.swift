/// Which of a group's new cards are taken.
package enum NewCardKind: Hashable, Sendable {
  /// Those of questions of which no card was answered.
  case first
  /// Those of questions of which another card was answered and has left its learning steps.
  case further
  /// All of them.
  case any
}

/// How many new cards groups may give a day while others have some, and how many they have given.
package struct NewCardShares: Sendable {
  private let shares: [Int64: Int]
  private var counts: [Int64: Int] = [:]
  /// How many shares a group may give by now.
  private var rounds = 1

  /// Begins a day.
  ///
  /// - Parameter shares: how many new cards a group gives a day, 1 or more, by the group's identity.
  package init(_ shares: [Int64: Int]) { self.shares = shares }

  /// The share of a group; `nil` for one that gives as many as the day has room for.
  package subscript(group: Int64) -> Int? { shares[group] }

  /// Lets each group give another share.
  package mutating func widen() { rounds += 1 }

  /// Whether a group's share of the day has room for another card.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - introduced: how many cards of it the day has brought before; asked for once.
  /// - Returns: whether it has.
  /// - Throws: what `introduced` throws.
  package mutating func hasRoom(
    _ group: Int64, introduced: () throws -> Int
  ) rethrows -> Bool {
    guard let share = shares[group] else { return true }
    let count = try counts[group] ?? introduced()
    counts[group] = count
    return count < share.multipliedSaturating(by: rounds)
  }

  /// Counts a card.
  package mutating func count(_ group: Int64) { counts[group]? += 1 }
}

/// What a day takes its new cards from: the groups of a log, or those of a simulated learner.
package protocol NewCardTaking {
  /// A group that has new cards.
  associatedtype Group
  /// What may go wrong.
  associatedtype Failure: Error

  /// Whether the day may bring more new cards.
  var hasRoom: Bool { get }

  /// The most new cards a day from a group while others have some; `nil` for no such share.
  func share(of group: Group) -> Int?

  /// Whether a card of the group was answered or taken as known.
  mutating func hasStarted(_ group: Group) throws(Failure) -> Bool

  /// Lets each group with a share give another one.
  mutating func widenShares()

  /// Takes cards of a group that is not locked, as far as the day has room.
  ///
  /// - Parameters:
  ///   - kind: which of them.
  ///   - group: the group.
  ///   - rank: its place among all groups.
  ///   - most: how many, besides all other limits.
  /// - Returns: how many.
  /// - Throws: when the groups can't be read.
  mutating func take(
    _ kind: NewCardKind, of group: Group, rank: Int, most: Int
  ) throws(Failure) -> Int
}

extension NewCardTaking {
  /// Takes the new cards of a day: of groups with a share, some that go on with a question that was
  /// started; then from one group after the other what its share allows, new questions before those that were
  /// started; and what the shares leave of the day goes round again.
  ///
  /// - Parameters:
  ///   - groups: the groups, in the order in which they give new cards.
  ///   - further: how many cards may go on with a question that was started.
  /// - Throws: when the groups can't be read.
  package mutating func takeDay(from groups: [Group], further: Int) throws(Failure) {
    let shared = groups.indices.filter { share(of: groups[$0]) != nil }
    var room = further
    for rank in shared where room > 0 {
      guard try hasStarted(groups[rank]) else { continue }
      room -= try take(.further, of: groups[rank], rank: rank, most: room)
    }
    for (rank, group) in groups.enumerated() where hasRoom {
      _ = try take(share(of: group) == nil ? .any : .first, of: group, rank: rank, most: .max)
    }
    for rank in shared where hasRoom {
      _ = try take(.any, of: groups[rank], rank: rank, most: .max)
    }
    var isGoingRound = !shared.isEmpty
    while isGoingRound, hasRoom {
      isGoingRound = false
      widenShares()
      for rank in shared where hasRoom {
        if try take(.any, of: groups[rank], rank: rank, most: .max) > 0 { isGoingRound = true }
      }
    }
  }
}
