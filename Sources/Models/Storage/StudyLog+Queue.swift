import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The cards of these groups that there are to study: all in their steps, those due today, and
  /// as many new ones as today still allows; of one question's cards never two new or due ones
  /// (``Siblings``).
  ///
  /// - Parameters:
  ///   - groups: the groups, in the order in which new cards are taken from them.
  ///   - prerequisites: what must be known before a group gives new cards.
  ///   - newPerDay: how many new cards a day may bring, over all groups.
  ///   - moment: the present.
  /// - Returns: the cards, in no particular order.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func queue(
    of groups: [StoredGroup], after prerequisites: Prerequisites = Prerequisites(),
    newPerDay: Int, at moment: Moment
  ) throws(StorageError) -> [QueueEntry] {
    try read { db in
      let started = try StartedCards(db, of: groups, at: moment)
      var entries = started.entries
      var allowance = newPerDay - (try introduced(db, on: moment.day))
      let unseen = try db.makeStatement(
        sql: """
          SELECT q.id, c.direction, c.position, c.siblings FROM card c INDEXED BY card_new
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ? AND c.is_new = 1
          ORDER BY c.position, c.ordinal
          """)
      var met = started.questions
      var open = OpenGroups(
        db, prerequisites, scheduler: { try self.scheduler(db, forGroup: $0) }, at: moment)
      let held = try HeldCards.fetch(db, on: moment.day)
      for (rank, group) in groups.enumerated() where allowance > 0 {
        let rows = try Row.fetchCursor(unseen, arguments: [group.id])
        while allowance > 0, let row = try rows.next(), try open.contains(group) {
          let card = CardID(
            question: row[0], direction: Direction(rawValue: row[1]) ?? .recognition)
          if !held.isEmpty, held.contains(card) { continue }
          if row[3] != 0 {
            guard met.insert(card.question).inserted,
              try !isHeldBySibling(db, card, at: moment)
            else { continue }
          }
          entries.append(
            QueueEntry(card: card, place: StartedCards.place(rank, row[2]), due: nil))
          allowance -= 1
        }
      }
      return entries
    }
  }

  /// When the next card of these groups that is not due yet will be. New cards come tomorrow where
  /// what they build on is known.
  ///
  /// - Returns: the due time, or `nil` when no card will ever be due.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func nextDue(
    of groups: [StoredGroup], after prerequisites: Prerequisites = Prerequisites(),
    newPerDay: Int, at moment: Moment
  ) throws(StorageError) -> Due? {
    try read { db in
      let today = moment.day.number
      let ids = groups.map { String($0.id) }.joined(separator: ",")
      func earliest(_ column: String, after bound: Int64) throws -> Int64? {
        try Int64.fetchOne(
          db,
          sql: """
            SELECT s.\(column) FROM schedule s WHERE s.\(column) > ?2 AND EXISTS
              (SELECT 1 FROM question q
                JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
                  AND c.direction = s.direction
                WHERE q.id = s.question AND q.deck_group IN (\(ids))
                  AND NOT \(HeldCards.condition(direction: "s.direction")))
            ORDER BY s.\(column) LIMIT 1
            """, arguments: [today, bound])
      }
      if let time = try earliest("due_time", after: moment.milliseconds) { return .at(time) }
      let comesTomorrow =
        try newPerDay > 0 && givesNewCards(db, groups, prerequisites, at: moment)
        || !StartedCards(db, of: groups, at: moment).waiting.isEmpty
      if comesTomorrow { return .on(StudyDay(number: today + 1)) }
      return try earliest("due_day", after: Int64(today)).map { .on(StudyDay(number: Int($0))) }
    }
  }

  /// Whether one of these groups has new cards and all it builds on is known.
  private func givesNewCards(
    _ db: Database, _ groups: [StoredGroup], _ prerequisites: Prerequisites, at moment: Moment
  ) throws -> Bool {
    let unseen = try db.makeStatement(
      sql: """
        SELECT EXISTS (
          SELECT 1 FROM card c INDEXED BY card_new
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ?2 AND c.is_new = 1
            AND NOT \(HeldCards.condition(direction: "c.direction")))
        """)
    var open = OpenGroups(
      db, prerequisites, scheduler: { try self.scheduler(db, forGroup: $0) }, at: moment)
    for group in groups
    where try Bool.fetchOne(
      unseen, arguments: [moment.day.number, group.id]) == true
    {
      if try open.contains(group) { return true }
    }
    return false
  }

  private func introduced(_ db: Database, on day: StudyDay) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM schedule WHERE introduced_day = ?", arguments: [day.number])
      ?? 0
  }
}
