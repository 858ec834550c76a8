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
  ///   - newPerDay: how many new cards a day may bring, over all groups.
  ///   - moment: the present.
  /// - Returns: the cards, in no particular order.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func queue(of groups: [StoredGroup], newPerDay: Int, at moment: Moment)
    throws(StorageError) -> [QueueEntry]
  {
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
      for (rank, group) in groups.enumerated() where allowance > 0 {
        let rows = try Row.fetchCursor(unseen, arguments: [group.id])
        while allowance > 0, let row = try rows.next() {
          let card = CardID(
            question: row[0], direction: Direction(rawValue: row[1]) ?? .recognition)
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

  /// A card with its schedule, as deck and log have it now.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - groups: where to look for its question.
  ///   - moment: the present.
  /// - Returns: the card, with `nil` for the schedule when it is new, the answers the learner
  ///   decided are right as well, and whether it waits for another day because another card of its
  ///   question comes today or was answered today; `nil` when none of the groups has it.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func card(_ id: CardID, in groups: [StoredGroup], at moment: Moment)
    throws(StorageError) -> (
      card: Card, schedule: Schedule?, accepted: [String], isHeld: Bool
    )?
  {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT q.*, g.title, g.more AS group_more, d.path FROM question q
            JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
            JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
          WHERE q.id = ? AND c.direction = ?
          """, arguments: [id.question, id.direction.rawValue])
      for group in groups {
        guard
          let row = rows.first(where: { $0["title"] == group.title && $0["path"] == group.deck })
        else { continue }
        let card = Card(
          id: id, question: try QuestionRow(row: row).question, group: group.title,
          position: row["position"],
          settings: try GroupRow(title: group.title, more: row["group_more"]).settings)
        return (
          card, try CardProgress.fetch(db, card: id)?.schedule, try acceptances(db, of: id),
          try isHeldBySibling(db, id, at: moment)
        )
      }
      return nil
    }
  }

  /// When the next card of these groups that is not due yet will be.
  ///
  /// - Returns: the due time, or `nil` when no card will ever be due.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func nextDue(of groups: [StoredGroup], newPerDay: Int, at moment: Moment)
    throws(StorageError) -> Due?
  {
    try read { db in
      let ids = groups.map { String($0.id) }.joined(separator: ",")
      func earliest(_ column: String, after bound: Int64) throws -> Int64? {
        try Int64.fetchOne(
          db,
          sql: """
            SELECT s.\(column) FROM schedule s WHERE s.\(column) > ? AND EXISTS
              (SELECT 1 FROM question q
                JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
                  AND c.direction = s.direction
                WHERE q.id = s.question AND q.deck_group IN (\(ids)))
            ORDER BY s.\(column) LIMIT 1
            """, arguments: [bound])
      }
      if let time = try earliest("due_time", after: moment.milliseconds) { return .at(time) }
      let today = moment.day.number
      let unseen = try Int.fetchOne(
        db,
        sql: """
          SELECT 1 FROM card INDEXED BY card_new
          WHERE is_new = 1 AND deck_group IN (\(ids)) LIMIT 1
          """)
      let comesTomorrow =
        unseen != nil && newPerDay > 0
        ? true : try !StartedCards(db, of: groups, at: moment).waiting.isEmpty
      if comesTomorrow { return .on(StudyDay(number: today + 1)) }
      return try earliest("due_day", after: Int64(today)).map { .on(StudyDay(number: Int($0))) }
    }
  }

  private func introduced(_ db: Database, on day: StudyDay) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM schedule WHERE introduced_day = ?", arguments: [day.number])
      ?? 0
  }
}
