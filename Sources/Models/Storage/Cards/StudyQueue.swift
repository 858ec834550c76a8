import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Which cards there are to study, and when the next ones are due.
package struct StudyQueue {
  let tx: Transaction
  private var db: Database { tx.db }

  /// The cards of these groups that there are to study: all in their steps, those due today, and as
  /// many new ones as today still allows; of one question's cards never two new or due ones
  /// (``SiblingRule``).
  ///
  /// - Parameters:
  ///   - groups: the groups, in the order in which new cards are taken from them.
  ///   - prerequisites: what must be known before a group gives new cards.
  ///   - newPerDay: how many new cards a day may bring, over all groups.
  ///   - limits: how many new cards a day may bring from some of the groups.
  ///   - shares: how many new cards a group gives a day while others have some, 1 or more, where a
  ///     course has its groups learned side by side.
  ///   - daysAhead: the days by which a card may come before it is due.
  ///   - only: the cards that may be asked; `nil` for all.
  ///   - moment: the present.
  /// - Returns: the cards, in no particular order.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func entries(
    of groups: [StoredGroup], after prerequisites: Prerequisites = Prerequisites(),
    newPerDay: Int, limits: [GroupLimit] = [], shares: [Int64: Int] = [:], daysAhead: Int = 0,
    only: Set<CardID>? = nil, at moment: Moment
  ) throws -> [QueueEntry] {
    let started = try StartedCards(tx, of: groups, daysAhead: daysAhead, at: moment)
    let asked =
      only.map { only in started.entries.filter { only.contains($0.card) } }
      ?? started.entries
    let rule = NewCardRule(
      perDay: newPerDay, introduced: try introduced(on: moment.day), asking: started.questions)
    guard rule.hasRoom else { return asked }
    var new = NewCards(
      tx, rule, UnlockedGroups(tx, prerequisites, at: moment), limits: limits, shares: shares,
      held: try tx.suspensions.held(on: moment.day), only: only, at: moment)
    let shared = Set(groups.lazy.map(\.id).filter { shares[$0] != nil })
    let further =
      shared.isEmpty
      ? 0
      : NewCardRule.further(perDay: newPerDay) - (try introducedFurther(in: shared, on: moment.day))
    try new.takeDay(from: groups, further: further)
    return asked + new.entries
  }

  /// When the next card of these groups that is not due yet will be. New cards come tomorrow where
  /// what they build on is known, and so does what a limit of the day holds back.
  ///
  /// - Returns: the due date, or `nil` when no card will ever be due.
  package func nextDue(
    of groups: [StoredGroup], after prerequisites: Prerequisites = Prerequisites(),
    holdingBack: Bool = false, newPerDay: Int, at moment: Moment
  ) throws -> Due? {
    let today = moment.day.number
    let ids = groups.map { String($0.id) }.joined(separator: ",")
    func earliest(_ column: String, after bound: Int64) throws -> Int64? {
      try Int64.fetchOne(
        db,
        sql: """
          SELECT s.\(column) FROM schedule s WHERE s.\(column) > ?2 AND EXISTS
            (SELECT 1 FROM question q
              JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
                AND c.direction = s.direction
              WHERE q.id = s.question AND q.deck_group IN (\(ids))
                AND NOT \(SuspensionStore.isHeld(direction: "s.direction")))
          ORDER BY s.\(column) LIMIT 1
          """, arguments: [today, bound])
    }
    if let time = try earliest("due_time", after: moment.milliseconds) {
      guard LogBounds.time.contains(time) else { throw LogFault("\(time) in the column due_time") }
      return .at(time)
    }
    let comesTomorrow =
      try holdingBack || newPerDay > 0 && givesNewCards(groups, prerequisites, at: moment)
      || !StartedCards(tx, of: groups, at: moment).waiting.isEmpty
    if comesTomorrow { return .on(StudyDay(number: today + 1)) }
    guard let day = try earliest("due_day", after: Int64(today)).map(Int.init) else { return nil }
    guard LogBounds.day.contains(day) else { throw LogFault("\(day) in the column due_day") }
    return .on(StudyDay(number: day))
  }

  /// Whether one of these groups has new cards and all it builds on is known.
  private func givesNewCards(
    _ groups: [StoredGroup], _ prerequisites: Prerequisites, at moment: Moment
  ) throws -> Bool {
    let unseen = try db.makeStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM deck_card c INDEXED BY card_new
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ?2 AND c.is_new = 1
            AND NOT \(SuspensionStore.isNewHeld(direction: "c.direction")))
        """)
    var unlocked = UnlockedGroups(tx, prerequisites, at: moment)
    for group in groups
    where try Bool.fetchOne(unseen, arguments: [moment.day.number, group.id]) == true {
      if try unlocked.contains(group) { return true }
    }
    return false
  }

  /// Every card of some groups that is neither suspended nor buried, in deck order, whether or not it is
  /// due: what a session that changes no schedule can ask.
  ///
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func all(of groups: [StoredGroup], at moment: Moment) throws -> [QueueEntry] {
    let cards = try db.makeStatement(
      sql: """
        SELECT q.id AS question, c.direction, c.position FROM deck_card c
          JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
        WHERE c.deck_group = ? ORDER BY c.position, c.ordinal
        """)
    let held = try tx.suspensions.held(on: moment.day)
    var entries: [QueueEntry] = []
    for (rank, group) in groups.enumerated() {
      let rows = try Row.fetchCursor(cards, arguments: [group.id])
      while let row = try rows.next() {
        let card = try CardID(row)
        guard !held.contains(card) else { continue }
        let place = QueueEntry.deckPosition(
          rank, try row.decode("position", in: LogBounds.position))
        entries.append(QueueEntry(card: card, deckPosition: place, due: .on(moment.day)))
      }
    }
    return entries
  }

  /// What the cards of a session may be ranked by.
  package enum Rank: Sendable {
    /// Those first that are most likely still known, so that in a backlog the least is lost.
    case retrievability
    /// Those first that were learned first.
    case added
  }

  /// Some entries, each with its rank.
  ///
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func ranked(
    _ entries: [QueueEntry], by rank: Rank, of groups: [StoredGroup], at moment: Moment
  ) throws -> [QueueEntry] {
    let introduced = try db.makeStatement(
      sql: "SELECT introduced_day FROM schedule WHERE question = ? AND direction = ?")
    let memory = try db.makeStatement(
      sql: """
        SELECT stability, difficulty, last_time, last_offset FROM schedule
        WHERE question = ? AND direction = ?
        """)
    let schedulers = try groups.map { try tx.presets.scheduler(forGroup: $0.name) }
    return try entries.map { entry in
      guard entry.due != nil else { return entry }
      let arguments: StatementArguments = [entry.card.question, entry.card.direction]
      var ranked = entry
      switch rank {
      case .added:
        ranked.rank = Double(try Int.fetchOne(introduced, arguments: arguments) ?? 0)
      case .retrievability:
        guard let row = try Row.fetchOne(memory, arguments: arguments) else { return entry }
        ranked.rank = -schedulers[entry.groupRank].retrievability(
          of: try MemoryState(row), since: try Moment(row, "last_time", "last_offset"),
          at: moment)
      }
      return ranked
    }
  }

  fileprivate func introduced(in groups: Set<Int64>, on day: StudyDay) throws -> Int {
    // Most starts are the first of their day: nothing is to be counted by groups.
    guard try introduced(on: day) > 0 else { return 0 }
    return try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM schedule s WHERE s.introduced_day = ? AND s.repetitions > 0 AND EXISTS
          (SELECT 1 FROM question q WHERE q.id = s.question AND q.deck_group IN (\(groups.sqlList)))
        """, arguments: [day.number]) ?? 0
  }

  /// How many cards of some groups were answered for the first time on a day that was not the first of
  /// their question.
  private func introducedFurther(in groups: Set<Int64>, on day: StudyDay) throws -> Int {
    guard try introduced(on: day) > 0 else { return 0 }
    return try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM schedule s WHERE s.introduced_day = ?1 AND s.repetitions > 0
          AND EXISTS (SELECT 1 FROM schedule t
            WHERE t.question = s.question AND t.introduced_day < ?1)
          AND EXISTS (SELECT 1 FROM question q
            WHERE q.id = s.question AND q.deck_group IN (\(groups.sqlList)))
        """, arguments: [day.number]) ?? 0
  }

  /// How many of these cards some groups have.
  package func count(_ cards: Set<CardID>, in groups: Set<Int64>) throws -> Int {
    let isThere = try db.makeStatement(
      sql: """
        SELECT EXISTS
          (SELECT 1 FROM question q WHERE q.id = ? AND q.deck_group IN (\(groups.sqlList)))
        """)
    return try cards.count {
      try Bool.fetchOne(isThere, arguments: [$0.question]) == true
    }
  }

  /// How many cards were answered for the first time on a day; those taken as known are none.
  package func introduced(on day: StudyDay) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: "SELECT count(*) FROM schedule WHERE introduced_day = ? AND repetitions > 0"),
      arguments: [day.number])
      ?? 0
  }
}

/// The most new cards, or reviews, that a day may bring from some groups together.
package struct GroupLimit: Sendable {
  /// The groups, by their rows.
  package let groups: Set<Int64>
  /// How many they may bring.
  package let most: Int

  /// Limits some groups.
  package init(_ most: Int, of groups: Set<Int64>) {
    self.most = most
    self.groups = groups
  }
}

extension Transaction {
  /// Which cards there are to study.
  package var queue: StudyQueue { StudyQueue(tx: self) }
}

/// The new cards of a day, as they are chosen from one group after the other.
private struct NewCards: NewCardTaking {
  private let tx: Transaction
  private var rule: NewCardRule
  private var unlocked: UnlockedGroups
  private let limits: [GroupLimit]
  private var shares: NewCardShares
  private let held: Set<CardID>
  private let only: Set<CardID>?
  private let moment: Moment
  /// How many more cards each limit allows.
  private var rooms: [Int: Int] = [:]
  private var taken: Set<CardID> = []
  private(set) var entries: [QueueEntry] = []

  init(
    _ tx: Transaction, _ rule: NewCardRule, _ unlocked: UnlockedGroups, limits: [GroupLimit],
    shares: [Int64: Int], held: Set<CardID>, only: Set<CardID>?, at moment: Moment
  ) {
    self.only = only
    self.tx = tx
    self.rule = rule
    self.unlocked = unlocked
    self.limits = limits
    self.shares = NewCardShares(shares)
    self.held = held
    self.moment = moment
  }

  var hasRoom: Bool { rule.hasRoom }

  mutating func hasStarted(_ group: StoredGroup) throws -> Bool {
    try unlocked.hasStarted(group)
  }

  func share(of group: StoredGroup) -> Int? { shares[group.id] }

  mutating func widenShares() { shares.widen() }

  mutating func take(_ kind: NewCardKind, of group: StoredGroup, rank: Int, most: Int) throws
    -> Int
  {
    let own = limits.indices.filter { limits[$0].groups.contains(group.id) }
    for limit in own where rooms[limit] == nil {
      rooms[limit] =
        try limits[limit].most - tx.queue.introduced(in: limits[limit].groups, on: moment.day)
    }
    let rows = try Row.fetchCursor(
      tx.db.cachedStatement(sql: Self.query(kind)), arguments: [group.id])
    var count = 0
    while count < most, rule.hasRoom, own.allSatisfy({ rooms[$0, default: 0] > 0 }),
      let row = try rows.next(), try unlocked.contains(group),
      try shares.hasRoom(
        group.id, introduced: { try tx.queue.introduced(in: [group.id], on: moment.day) })
    {
      let card = try CardID(row)
      let isTaken =
        try !taken.contains(card) && only?.contains(card) != false
        && rule.takes(
          card, isSuspended: held.contains(card), isSibling: row.decode(forColumn: "siblings")
        ) { try tx.cards.isHeldBySibling(card, at: moment) }
      guard isTaken else { continue }
      for limit in own { rooms[limit, default: 0] -= 1 }
      shares.count(group.id)
      count += 1
      taken.insert(card)
      entries.append(
        QueueEntry(
          card: card,
          deckPosition: QueueEntry.deckPosition(
            rank, try row.decode("position", in: LogBounds.position)),
          due: nil))
    }
    return count
  }

  /// The new cards of a group in their order.
  private static func query(_ kind: NewCardKind) -> String {
    let condition =
      switch kind {
      case .any: ""
      case .first:
        "AND NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = q.id)"
      case .further:
        """
        AND EXISTS (SELECT 1 FROM schedule s WHERE s.question = q.id)
        AND NOT EXISTS (SELECT 1 FROM schedule s WHERE s.question = q.id AND s.phase = 0)
        """
      }
    return """
      SELECT q.id AS question, c.direction, c.position, c.siblings
      FROM deck_card c INDEXED BY card_new
        JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
      WHERE c.deck_group = ? AND c.is_new = 1 \(condition)
      ORDER BY c.position, c.ordinal
      """
  }
}
