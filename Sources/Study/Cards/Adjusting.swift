import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import RabbleText

/// Cards that were taken as known.
package struct KnownCards: Hashable, Sendable {
  package struct Group: Hashable, Sendable {
    package let title: String
    /// The number of its cards, 1 or more.
    package internal(set) var cards: Int
  }

  /// How many there are of each group, in the order of the groups.
  package internal(set) var groups: [Group] = []
  /// The first day on which one of them is due, and the last; `nil` when there are none.
  package internal(set) var days: ClosedRange<StudyDay>?
  /// Where there are none, how many new cards are suspended or buried.
  package internal(set) var held = 0
  /// What undoes all of it; `nil` when there are none.
  var event: EventID?

  package var count: Int { groups.reduce(0) { $0 + $1.cards } }

  /// What was done, in a sentence.
  package var description: String {
    guard let days else {
      if held == 0 { return "There are no new cards there." }
      return held == 1
        ? "The only new card there is suspended or buried; `rabble card unsuspend` restores it."
        : "All \(held) new cards there are suspended or buried; `rabble card unsuspend` restores them."
    }
    let names = groups.map { "“\($0.title)”" }
    let list =
      names.count > 2
      ? NumberText.count(names.count, "group") : names.joined(separator: " and ")
    let spread =
      days.lowerBound == days.upperBound
      ? "on \(days.lowerBound.iso8601)"
      : "from \(days.lowerBound.iso8601) to \(days.upperBound.iso8601)"
    return "Marked \(NumberText.count(count, "new card")) of \(list) as known; "
      + "first \(count == 1 ? "review" : "reviews") \(spread)."
  }
}

extension KnownCards {
  /// What was done, as of other changes of cards.
  package var change: CardChange { CardChange(count, description) }
}

extension Library {
  /// The days between which a card is due first that the learner says they know.
  static let firstIntervals = 7...60

  /// Takes all new cards of groups as known. They are due first on days between one week and two
  /// months from now, spread so that no day gets many. One undo makes all of them new again.
  ///
  /// - Parameters:
  ///   - names: groups and courses, by title or an unambiguous prefix.
  ///   - seed: decides between days that are equally busy.
  /// - Returns: what was taken as known.
  /// - Throws: `UnknownGroup`, or an error of the review log.
  package func takeAsKnown(_ names: [String], seed: UInt64 = 1) throws -> KnownCards {
    let now = surroundings.now()
    let groups = try plan(names).groups
    let cards = try log.read { tx in
      try groups.flatMap { try tx.cards.new(in: $0, at: now) }
    }
    var known = try takeAsKnown(
      cards.map { ($0, Self.firstIntervals) }, .known, seed: seed, at: now)
    if cards.isEmpty {
      known.held = try log.read { tx in
        try groups.reduce(0) { try $0 + tx.cards.new(in: $1, areHeld: true, at: now).count }
      }
    }
    return known
  }

  /// Takes new cards as known, each due first within its range of days from now.
  func takeAsKnown(
    _ cards: [(card: Card, days: ClosedRange<Int>)], _ command: Adjustment.Command, seed: UInt64,
    at now: Moment
  ) throws -> KnownCards {
    try log.write { tx in
      let book = try tx.presets.book()
      var schedulers: [GroupName: (scheduler: Scheduler, memories: [Int: MemoryState])] = [:]
      var spread = DaySpread(
        try tx.dueLoad.counts(after: now.day), week: book.usual.week, seed: seed)
      var known: [(card: Card, memory: MemoryState, interval: Int)] = []
      var met: Set<CardID> = []
      for (card, days) in cards where met.insert(card.id).inserted {
        let siblings = try tx.dueLoad.besides(card.id, at: now).siblings
        let day = spread.place(
          card.id,
          on: now.day.advanced(byDays: days.lowerBound)...now.day.advanced(byDays: days.upperBound),
          besides: siblings)
        let interval = day.number - now.day.number
        var (scheduler, memories) =
          schedulers[card.group] ?? (Scheduler(book.preset(forGroup: card.group)), [:])
        let memory = memories[interval] ?? scheduler.memory(dueAfter: interval)
        memories[interval] = memory
        schedulers[card.group] = (scheduler, memories)
        known.append((card, memory, interval))
      }
      var taken = KnownCards()
      taken.event = try tx.adjustments.takeAsKnown(known, command, at: now).id
      var places: [GroupName: Int] = [:]
      for (card, _, interval) in known {
        let day = now.day.advanced(byDays: interval)
        let days = taken.days ?? day...day
        taken.days = min(days.lowerBound, day)...max(days.upperBound, day)
        if let place = places[card.group] {
          taken.groups[place].cards += 1
        } else {
          places[card.group] = taken.groups.count
          taken.groups.append(KnownCards.Group(title: card.groupLabel, cards: 1))
        }
      }
      return taken
    }
  }
}

// MARK: - Rescheduling

/// Cards that get other due days, or would get them.
package struct RescheduledCards: Hashable, Sendable {
  package let command: Adjustment.Command
  package let moves: [Rescheduling.Move]
  /// How many cards are due on each day afterwards that gets some of them, by day.
  package let days: [Day]

  /// A day that gets cards.
  package struct Day: Hashable, Sendable {
    package let day: StudyDay
    /// How many cards it gets.
    package let moved: Int
    /// How many were due on it already.
    package let others: Int
  }

  /// What it comes to, in a sentence; `isDone` when it was done.
  package func description(isDone: Bool) -> String {
    let cards = NumberText.count(moves.count, "card")
    func over(_ days: Int) -> String { NumberText.count(days, "day") }
    switch command {
    case .spread(let days):
      let overdue = NumberText.count(moves.count, "overdue card")
      return "\(isDone ? "Spread" : "Would spread") \(overdue) over \(over(days))."
    case .postpone(let days):
      return "\(isDone ? "Postponed" : "Would postpone") \(cards) by \(over(days))."
    case .advance(let days):
      return "\(isDone ? "Advanced" : "Would advance") \(cards) by up to \(over(days))."
    case .known, .placement, .set, .forget, .imported: return ""
    }
  }

  /// The days, a line each.
  package var lines: [String] {
    let width = days.map { "\($0.moved)".count }.max() ?? 0
    return days.map { day in
      let number = "\(day.moved)"
      let padding = String(repeating: " ", count: width - number.count)
      let others = day.others > 0 ? ", besides \(day.others) due already" : ""
      return "  \(day.day.iso8601)  \(padding)\(number)\(others)"
    }
  }
}

extension Library {
  /// Gives cards other due days; what the memory model knows of them stays, so that the next
  /// answer counts all the time that has passed. Cards that are new, in their steps, suspended or buried
  /// are left alone, and so are the other cards of their questions. One undo gives all back.
  ///
  /// - Parameters:
  ///   - cards: the cards.
  ///   - command: how the days are chosen (`Rescheduling.moves(of:_:counts:at:)`).
  ///   - isDry: whether nothing is changed.
  /// - Returns: what was, or would be, rescheduled.
  /// - Throws: an error of the review log.
  package func reschedule(
    _ cards: [CardID], _ command: Adjustment.Command, isDry: Bool = false
  ) throws -> RescheduledCards {
    let now = surroundings.now()
    let meant = Set(cards)
    func rescheduled(_ tx: Transaction) throws -> RescheduledCards {
      var candidates = try tx.schedules.due(
        in: groups, through: now.day.advanced(byDays: Rescheduling.horizon(of: command)), at: now)
      var counts = try tx.dueLoad.counts(after: now.day)
      counts[now.day] = candidates.count { $0.due == now.day }
      candidates.removeAll { !meant.contains($0.card) }
      let moves = Rescheduling.moves(of: candidates, command, counts: counts, at: now)
      for move in moves where counts[move.from] != nil { counts[move.from, default: 0] -= 1 }
      let days = Dictionary(grouping: moves, by: \.to).sorted { $0.key < $1.key }.map {
        RescheduledCards.Day(
          day: $0.key, moved: $0.value.count, others: max(0, counts[$0.key] ?? 0))
      }
      return RescheduledCards(command: command, moves: moves, days: days)
    }
    if isDry { return try log.read(rescheduled) }
    return try log.write { tx in
      let rescheduled = try rescheduled(tx)
      try tx.adjustments.move(rescheduled.moves.map { ($0.card, $0.to) }, command, at: now)
      return rescheduled
    }
  }
}
