import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Schedules of cards: what their reviews come to. Each is kept in one row and can be computed again
/// from the events (`Replay.swift`).
package struct ScheduleStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// What is kept for a card; `nil` when it was never answered.
  func progress(of card: CardID) throws -> CardProgress? {
    var progress: CardProgress?
    try RawRows(db, cached: Self.fetching, [card.question, card.direction])
      .forEach { progress = try CardProgress($0) }
    return progress
  }

  /// How many cards were answered or taken as known.
  package func count() throws -> Int {
    try Int.fetchOne(tx.db, sql: "SELECT count(*) FROM schedule") ?? 0
  }

  /// When a card is due; `nil` when it was never answered.
  package func due(of card: CardID) throws -> Due? { try schedule(of: card)?.due }

  /// Where a card stands; `nil` for a new card.
  package func schedule(of card: CardID) throws -> Schedule? { try progress(of: card)?.schedule }

  /// When each card is due that was answered or taken as known.
  func dueDates() throws -> [CardID: Due] {
    var dates: [CardID: Due] = [:]
    var directions = DirectionNumbers()
    try RawRows(db, "SELECT question, direction, due_day, due_time FROM schedule").forEach { row in
      dates[try directions.card(row, 0)] = try Due(row, 2)
    }
    return dates
  }

  /// The cards of these groups that have left their steps and are due on this day or before; without
  /// those that are suspended or buried.
  package func due(
    in groups: [StoredGroup], through day: StudyDay, at moment: Moment
  ) throws -> [Rescheduling.Candidate] {
    let book = try tx.presets.book()
    let ids = groups.map { String($0.id) }.joined(separator: ",")
    let rows = try RawRows(
      db,
      """
      SELECT \(Schedule.columns.joined(separator: ", ")), question, direction, wording,
        \(GroupName.ofSchedule)
      FROM schedule
      WHERE due_day <= ? AND EXISTS (SELECT 1 FROM question q
          JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
            AND c.direction = schedule.direction
          WHERE q.id = schedule.question AND q.deck_group IN (\(ids)))
        AND NOT EXISTS (SELECT 1 FROM held h WHERE h.question = schedule.question
          AND h.direction = schedule.direction AND (h.until_day IS NULL OR h.until_day > ?))
      ORDER BY due_day, question, direction
      """, [day.number, moment.day.number])
    let next = CInt(Schedule.columns.count)
    var candidates: [Rescheduling.Candidate] = []
    try rows.forEach { row in
      let group = book.name(
        of: row.group(next + 3), since: EventID(bits: try row.identity(next + 2)))
      let candidate = Rescheduling.Candidate(
        card: try row.card(next), schedule: try Schedule(row),
        preset: book.preset(forGroup: group))
      if let candidate { candidates.append(candidate) }
    }
    return candidates
  }

  /// Puts the row of a card in place of the one there was.
  func save(_ progress: CardProgress, of card: CardID) throws {
    try db.cachedStatement(sql: Self.adding).run(Self.row(progress, of: card), db)
  }

  /// Adds the rows of cards, none of which has one, in the order in which they are kept.
  func save(_ progress: [CardProgress?], of cards: [CardID]) throws {
    let statement = try db.cachedStatement(sql: Self.adding)
    for (card, progress) in zip(cards, progress) {
      if let progress { try statement.run(Self.row(progress, of: card), db) }
    }
  }

  /// Puts the rows of cards in place of those there were, and marks the cards as new or as answered.
  ///
  /// - Parameters:
  ///   - progress: what the events of each card come to; `nil` for a new card.
  ///   - cards: the cards, in the order in which they are kept.
  ///   - before: the cards that have a row, with their due dates.
  /// - Throws: ``StorageError``.
  func replace(
    _ progress: [CardProgress?], of cards: [CardID], startedBefore before: [CardID: Due]
  ) throws {
    let paused = try PausedIndexes(tx, of: ["schedule"], adding: cards.count)
    let (adding, updating) = (
      try db.cachedStatement(sql: Self.adding), try db.cachedStatement(sql: Self.updatingAll)
    )
    let removing = try db.cachedStatement(sql: Self.removing)
    for (card, progress) in zip(cards, progress) {
      let key: [EventValue] = [.init(card.question), .text(card.direction.rawValue)]
      switch (progress, before[card] != nil) {
      case (nil, false): break
      case (nil, true): try removing.run(key, db)
      case (let progress?, false): try adding.run(Self.row(progress, of: card), db)
      case (let progress?, true):
        try updating.run(
          progress.changing + [.init(progress.introduced.number)] + key, db)
      }
    }
    if let paused {
      try renewPlaces()
      try paused.make()
    }
    try tx.cards.renewNewness()
  }

  /// Changes the row of a card; the day of its introduction stays, and its index is left alone.
  func update(_ progress: CardProgress, of card: CardID) throws {
    try db.cachedStatement(sql: Self.updating)
      .run(progress.changing + [.init(card.question), .text(card.direction.rawValue)], db)
  }

  /// Changes the row of a card that was introduced on the same day, as far as it differs, so that its
  /// indexes change no more than they must.
  ///
  /// - Returns: whether there is such a row.
  func replace(_ progress: CardProgress, of card: CardID) throws -> Bool {
    try db.cachedStatement(sql: Self.updating + " AND introduced_day = ?").run(
      progress.changing + [
        .init(card.question), .text(card.direction.rawValue), .init(progress.introduced.number),
      ], db)
    return db.changesCount > 0
  }

  /// Gives all cards the places of their questions, as triggers do card by card.
  func renewPlaces() throws {
    try db.execute(
      sql: """
        UPDATE schedule SET (deck_group, position) = (\(Self.onlyPlace))
        WHERE (deck_group, position) IS NOT (\(Self.onlyPlace))
        """)
  }

  /// Removes the row of a card, which is new again.
  func remove(_ card: CardID) throws {
    try db.cachedStatement(sql: Self.removing)
      .execute(arguments: [card.question, card.direction])
    try tx.cards.setNew(card, true)
  }

  /// A card that gets another schedule.
  struct Rescheduled {
    let card: CardID
    let before: CardProgress
    let after: Schedule
  }

  /// Computes the schedules of the answered cards whose group this condition holds for; the group it was last asked in,
  /// as it was known when its wording was recorded.
  ///
  /// - Parameters:
  ///   - isConcerned: whether the cards of a group that was known by this name at this event are rescheduled.
  ///   - change: the new schedule of a card, from what is kept and from its events; `nil` leaves it as
  ///     it is.
  /// - Returns: the cards that get another one.
  /// - Throws: ``StorageError``.
  func rescheduled(
    where isConcerned: (_ group: GroupName, _ wording: EventID) -> Bool,
    _ change: (CardID, GroupName, CardProgress, RescheduledEvents) throws -> Schedule?
  ) throws -> [Rescheduled] {
    var concerned: [(CardID, GroupName, CardProgress)] = []
    let next = CInt(CardProgress.columns.count)
    try RawRows(
      db,
      """
      SELECT \(CardProgress.columns.joined(separator: ", ")), question, direction, wording,
        \(GroupName.ofSchedule)
      FROM schedule
      """
    ).forEach { row in
      let group = row.group(next + 3)
      let isMeant = isConcerned(group, EventID(bits: try row.identity(next + 2)))
      if isMeant { concerned.append((try row.card(next), group, try CardProgress(row))) }
    }
    let events = try RescheduledEvents(of: concerned.map(\.0), self)
    return try concerned.compactMap { card, group, before in
      guard let after = try change(card, group, before, events), after != before.schedule else {
        return nil
      }
      return Rescheduled(card: card, before: before, after: after)
    }
  }

  /// Keeps new schedules of cards.
  ///
  /// - Returns: how many cards got another due date.
  /// - Throws: ``StorageError``; the transaction is rolled back then.
  func keep(_ rescheduled: [Rescheduled]) throws -> Int {
    let statement = try db.cachedStatement(sql: Self.remembering)
    var moved = 0
    for change in rescheduled {
      let (before, after) = (change.before.schedule, change.after)
      // Most cards keep their day. Then no index changes.
      if after.due == before.due, after.phase == before.phase {
        try statement.execute(arguments: [
          after.memory.stability, after.memory.difficulty, after.interval, after.lapses,
          change.card.question, change.card.direction,
        ])
      } else {
        try update(change.before.with(after), of: change.card)
        if after.due != before.due { moved += 1 }
      }
    }
    return moved
  }

  // Put together once, as they run with every answer.
  private static let fetching =
    "SELECT \(CardProgress.columns.joined(separator: ", ")) FROM schedule WHERE question = ? AND direction = ?"
  private static let adding = """
    INSERT OR REPLACE INTO schedule (\(changing), question, direction, introduced_day)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
  private static let removing = "DELETE FROM schedule WHERE question = ? AND direction = ?"
  private static let updatingAll = """
    UPDATE schedule SET (\(changing), introduced_day) = (
      ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """
  private static let updating = """
    UPDATE schedule SET (\(changing)) = (
      ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """
  private static let remembering = """
    UPDATE schedule SET (stability, difficulty, interval, lapses) = (?, ?, ?, ?)
    WHERE question = ? AND direction = ?
    """
  private static let changing = """
    phase, step, stability, difficulty, due_day, due_time, interval, last_time, last_offset, \
    repetitions, lapses, correct, incorrect, wording, content, again_time, hard_time, good_time, \
    easy_time
    """

  /// The values of a whole row.
  private static func row(_ progress: CardProgress, of card: CardID) -> [EventValue] {
    progress.changing + [
      .init(card.question), .text(card.direction.rawValue), .init(progress.introduced.number),
    ]
  }
}

extension CardID {
  /// Whether its schedule is kept before another's.
  func precedes(_ other: CardID) -> Bool {
    question == other.question
      ? direction.rawValue.utf8.lexicographicallyPrecedes(other.direction.rawValue.utf8)
      : question.bits < other.question.bits
  }
}

extension Transaction {
  /// Schedules of cards.
  package var schedules: ScheduleStore { ScheduleStore(tx: self) }
}

extension ScheduleStore {
  /// Where the decks have the question of a row of `schedule`, if that card is all they have of it:
  /// its group and its position there. No row if no deck has it, or several cards or decks do.
  static let onlyPlace = """
    SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
    GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction
    """
}
