import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// Leaves a card out, or has it asked again.
  ///
  /// - Returns: the event's identity.
  /// - Throws: ``StorageError``; then nothing was changed.
  @discardableResult
  public func suspend(_ card: CardID, _ state: Suspension, at moment: Moment) throws(StorageError)
    -> EventID
  {
    try write { db in try suspend(db, card, state, because: nil, at: moment) }
  }

  /// Takes back that a card was left out or was asked again, by adding a retraction.
  ///
  /// - Returns: the card; `nil` when the event did not count.
  /// - Throws: ``StorageError``; then nothing was taken back.
  public func retractSuspension(_ id: EventID, at moment: Moment) throws(StorageError) -> CardID? {
    try write { db -> CardID? in
      let row = try Row.fetchOne(
        db,
        sql: "SELECT question, direction FROM suspension e WHERE id = ? AND \(Self.changeCounts)",
        arguments: [id])
      guard let card = row.map(CardID.init(row:)) else { return nil }
      try insertChangeRetraction(db, of: id, at: moment)
      try hold(db, card)
      return card
    }
  }

  /// The cards that are not asked at present, the latest first.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func suspendedCards(at moment: Moment) throws(StorageError) -> [SuspendedCard] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT e.* FROM held h JOIN suspension e ON e.id = (\(Self.newestSuspension))
          WHERE h.until_day IS NULL OR h.until_day > ? ORDER BY e.id DESC
          """, arguments: [moment.day.number]
      ).map { row in
        let until: Int? = row["until_day"]
        let review: EventID? = row["review"]
        return SuspendedCard(
          card: CardID(row: row), until: until.map { StudyDay(number: $0) },
          since: Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]),
          isLeech: review != nil)
      }
    }
  }

  /// The cards that are forgotten again and again, as the presets of their groups have it; those with
  /// the most lapses first.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func leeches() throws(StorageError) -> [Leech] {
    try read { db in
      let book = try presets(db)
      let fewest = book.presets.map(\.leech.threshold).min() ?? 1
      return try Row.fetchAll(
        db,
        sql: """
          SELECT s.question, s.direction, s.lapses, w.group_title, w.prompt, w.answer
          FROM schedule s JOIN wording w ON w.id = s.wording
          WHERE s.lapses >= ? ORDER BY s.lapses DESC, w.group_title, w.position
          """, arguments: [fewest]
      ).map { row in
        Leech(
          card: CardID(row: row), lapses: row["lapses"], group: row["group_title"],
          prompt: row["prompt"], answer: row["answer"])
      }.filter { book.preset(forGroup: $0.group).leech.isLeech(lapses: $0.lapses) }
    }
  }

  /// Tells of a card that this review has made a leech, and suspends it if its preset has it so. Undo
  /// of the review takes that back.
  func noteLeech(
    _ db: Database, _ id: EventID, _ review: Review, in group: String, _ before: Schedule?,
    _ after: Schedule
  ) throws -> LeechRule.Action? {
    guard after.lapses > before?.lapses ?? 0 else { return nil }
    let rule = try presets(db).preset(forGroup: group).leech
    let action = rule.outcome(before: before?.lapses ?? 0, after: after.lapses)
    if action == .suspend {
      try suspend(db, review.card, .suspended, because: id, at: review.moment)
    }
    return action
  }

  /// The last time the learner left a card out or wanted it back. What an answer did is taken back
  /// with the answer.
  func lastSuspension(_ db: Database) throws -> LastEvent? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT * FROM suspension e WHERE \(Self.changeCounts) AND e.review IS NULL
        ORDER BY e.id DESC LIMIT 1
        """
    ).map { row in
      let until: Int? = row["until_day"]
      let name: String = row["state"]
      return .suspension(
        row["id"], CardID(row: row),
        until.map { .buried(until: StudyDay(number: $0)) }
          ?? (name == "active" ? .active : .suspended),
        Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]))
    }
  }

  @discardableResult
  private func suspend(
    _ db: Database, _ card: CardID, _ state: Suspension, because review: EventID?, at moment: Moment
  ) throws -> EventID {
    let (name, until): (String, Int?) =
      switch state {
      case .active: ("active", nil)
      case .suspended: ("suspended", nil)
      case .buried(let day): ("buried", day.number)
      }
    let id = try nextEvent(db, at: moment)
    try db.execute(
      sql: """
        INSERT INTO suspension
          (id, device, time, utc_offset, question, direction, state, until_day, review)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        id, try device(db, at: moment), moment.milliseconds, moment.utcOffset, card.question,
        card.direction.rawValue, name, until, review,
      ])
    try hold(db, card)
    return id
  }

  /// Whether a suspension `e` still counts: neither taken back itself nor with the answer it was for.
  private static let suspensionCounts = """
    \(changeCounts) AND NOT EXISTS (SELECT 1 FROM retraction t WHERE t.review = e.review)
    """

  /// The newest suspension of a card `h` that counts.
  private static let newestSuspension = """
    SELECT e.id FROM suspension e WHERE e.question = h.question AND e.direction = h.direction
      AND \(suspensionCounts) ORDER BY e.id DESC LIMIT 1
    """

  /// The cards that are held, from the events.
  private static let heldCards = """
    SELECT h.question, h.direction, e.until_day
    FROM (SELECT DISTINCT question, direction FROM suspension) h
      JOIN suspension e ON e.id = (\(newestSuspension))
    WHERE e.state <> 'active'
    """

  /// Whether a card is asked at all.
  func suspension(_ db: Database, of card: CardID) throws -> Suspension {
    try db.cachedStatement(
      sql: "SELECT until_day FROM held WHERE question = ? AND direction = ?"
    ).first(db) {
      $0.add(card.question)
      $0.add(card.direction.rawValue)
    } _: {
      $0.isNull(0) ? .suspended : .buried(until: StudyDay(number: $0.number(0)))
    } ?? .active
  }

  /// Computes from the events whether a card is held.
  func hold(_ db: Database, _ card: CardID) throws {
    let arguments: StatementArguments = [card.question, card.direction.rawValue]
    try db.cachedStatement(sql: "DELETE FROM held WHERE question = ? AND direction = ?")
      .execute(arguments: arguments)
    try db.cachedStatement(
      sql: "INSERT INTO held \(Self.heldCards) AND h.question = ? AND h.direction = ?"
    ).execute(arguments: arguments)
  }

  /// Computes for all cards whether they are held.
  func holdAnew(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM held")
    try db.execute(sql: "INSERT INTO held \(Self.heldCards)")
  }

  /// How many cards are held and should not be, or the reverse.
  func cardsWronglyHeld(_ db: Database) throws -> Int {
    let kept = "SELECT question, direction, until_day FROM held"
    return try Int.fetchOne(
      db,
      sql: """
        SELECT (SELECT count(*) FROM (\(Self.heldCards) EXCEPT \(kept)))
          + (SELECT count(*) FROM (\(kept) EXCEPT \(Self.heldCards)))
        """) ?? 0
  }
}

/// The cards that are not asked on a day because they are suspended or buried.
enum HeldCards {
  /// Whether the card of a question `q` in the direction `c.direction` or `s.direction` is held on
  /// the day `?`.
  static func condition(direction: String) -> String {
    """
    EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = \(direction)
      AND (h.until_day IS NULL OR h.until_day > ?1))
    """
  }

  /// Reads them.
  static func fetch(_ db: Database, on day: StudyDay) throws -> Set<CardID> {
    var cards: Set<CardID> = []
    try db.cachedStatement(
      sql: "SELECT question, direction FROM held WHERE until_day IS NULL OR until_day > ?"
    ).forEach(db) {
      $0.add(day.number)
    } _: {
      cards.insert(CardID(columns: $0))
    }
    return cards
  }
}

/// A card that is not asked at present.
public struct SuspendedCard: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// The day from which it is asked again; `nil` when the learner must want it back.
  public let until: StudyDay?
  /// Since when.
  public let since: Moment
  /// Whether it was suspended because it was forgotten again and again.
  public let isLeech: Bool
}

/// A card that is forgotten again and again.
public struct Leech: Hashable, Sendable {
  /// The card.
  public let card: CardID
  /// How often it was forgotten.
  public let lapses: Int
  /// The title of the group it was last asked in.
  public let group: String
  /// The question's prompt when it was last asked.
  public let prompt: String
  /// The question's answer when it was last asked.
  public let answer: String
}
