import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The cards of these groups that there are to study: all in their steps, those due today, and
  /// as many new ones as today still allows.
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
      let ranks = Dictionary(groups.enumerated().map { ($1.id, $0) }) { first, _ in first }
      var entries: [QueueEntry] = []
      let started = try Row.fetchCursor(
        db,
        sql: """
          SELECT s.question, s.direction, s.due_day, s.due_time, q.deck_group, q.position
          FROM schedule s JOIN question q ON q.id = s.question WHERE s.due_time IS NOT NULL
          UNION ALL
          SELECT s.question, s.direction, s.due_day, NULL, q.deck_group, q.position
          FROM schedule s JOIN question q ON q.id = s.question WHERE s.due_day <= ?
          """, arguments: [moment.day.number])
      // By number, not by name: there may be thousands of rows.
      while let row = try started.next() {
        guard let rank = ranks[row[4]] else { continue }
        let dueDay: Int? = row[2]
        entries.append(
          QueueEntry(
            card: CardID(
              question: row[0], direction: Direction(rawValue: row[1]) ?? .recognition),
            place: place(rank, row[5]),
            due: dueDay.map { .on(StudyDay(number: $0)) } ?? .at(row[3])))
      }
      var allowance = newPerDay - (try introduced(db, on: moment.day))
      let unseen = try db.makeStatement(
        sql: """
          SELECT id, position FROM question INDEXED BY question_new
          WHERE deck_group = ? AND is_new = 1
          ORDER BY position LIMIT ?
          """)
      var open = OpenGroups(db, prerequisites, scheduler: scheduler, at: moment)
      for (rank, group) in groups.enumerated() where allowance > 0 {
        let rows = try Row.fetchAll(unseen, arguments: [group.id, allowance])
        guard try !rows.isEmpty && open.contains(group) else { continue }
        for row in rows {
          entries.append(
            QueueEntry(
              card: CardID(question: row["id"]), place: place(rank, row["position"]), due: nil))
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
  /// - Returns: the card, with `nil` for the schedule when it is new, and the answers the learner
  ///   decided are right as well; `nil` when none of the groups has it.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func card(_ id: CardID, in groups: [StoredGroup]) throws(StorageError) -> (
    card: Card, schedule: Schedule?, accepted: [String]
  )? {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT q.*, g.title, d.path FROM question q
          JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck WHERE q.id = ?
          """, arguments: [id.question])
      for group in groups {
        guard
          let row = rows.first(where: { $0["title"] == group.title && $0["path"] == group.deck })
        else { continue }
        let card = Card(
          id: id, question: try QuestionRow(row: row).question, group: group.title,
          position: row["position"])
        return (
          card, try CardProgress.fetch(db, card: id)?.schedule,
          try acceptances(db, of: id.question)
        )
      }
      return nil
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
      let ids = groups.map { String($0.id) }.joined(separator: ",")
      func earliest(_ column: String, after bound: Int64) throws -> Int64? {
        try Int64.fetchOne(
          db,
          sql: """
            SELECT s.\(column) FROM schedule s WHERE s.\(column) > ? AND EXISTS
              (SELECT 1 FROM question q WHERE q.id = s.question AND q.deck_group IN (\(ids)))
            ORDER BY s.\(column) LIMIT 1
            """, arguments: [bound])
      }
      if let time = try earliest("due_time", after: moment.milliseconds) { return .at(time) }
      let today = moment.day.number
      if newPerDay > 0, try givesNewCards(db, groups, prerequisites, at: moment) {
        return .on(StudyDay(number: today + 1))
      }
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
          SELECT 1 FROM question INDEXED BY question_new WHERE deck_group = ? AND is_new = 1)
        """)
    var open = OpenGroups(db, prerequisites, scheduler: scheduler, at: moment)
    for group in groups where try Bool.fetchOne(unseen, arguments: [group.id]) == true {
      if try open.contains(group) { return true }
    }
    return false
  }

  private func introduced(_ db: Database, on day: StudyDay) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM schedule WHERE introduced_day = ?", arguments: [day.number])
      ?? 0
  }

  private func place(_ rank: Int, _ position: Int) -> Int { rank << 32 | position }
}
