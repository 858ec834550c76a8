import GRDB
import RabbleQuestions
import RabbleScheduling

/// Cards that are suspended or buried, and leeches. The table `held` has the cards that are not asked
/// now; it follows from the events.
package struct SuspensionStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// Suspends, buries or restores a card.
  ///
  /// - Parameters:
  ///   - card: the card.
  ///   - state: what it is from now on.
  ///   - cause: the event that is undone when this one is, where one command concerns many cards.
  ///   - moment: the present.
  /// - Returns: the event's identity.
  /// - Throws: ``StorageError``.
  @discardableResult
  package func suspend(
    _ card: CardID, _ state: Suspension, with cause: EventID? = nil, at moment: Moment
  ) throws -> EventID {
    try suspend(card, state, because: nil, with: cause, at: moment)
  }

  /// Suspends, buries or restores a card; `review` is the answer that did it, if it was one.
  @discardableResult
  func suspend(
    _ card: CardID, _ state: Suspension, because review: EventID?, with cause: EventID? = nil,
    at moment: Moment
  ) throws -> EventID {
    let (name, until): (String, Int?) =
      switch state {
      case .active: ("active", nil)
      case .suspended: ("suspended", nil)
      case .buried(let day): ("buried", day.number)
      }
    let id = try tx.append(
      to: SuspensionEvent.table, at: moment,
      [
        "utc_offset": moment.utcOffset, "question": card.question, "direction": card.direction,
        "state": name, "until_day": until, "review": review, "cause": cause,
      ])
    try hold(card)
    return id
  }

  /// How many more cards were suspended, buried or restored with an event.
  package func count(with event: EventID) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count(*) FROM suspension WHERE cause = ?", arguments: [event]) ?? 0
  }

  /// The cards that are suspended or buried now, most recent first.
  package func cards(at moment: Moment) throws -> [SuspendedCard] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT e.question, e.direction, e.until_day, e.time, e.utc_offset,
          e.review IS NOT NULL AS is_leech
        FROM held h JOIN suspension e ON e.id = (\(Self.newest))
        WHERE h.until_day IS NULL OR h.until_day > ? ORDER BY e.id DESC
        """, arguments: [moment.day.number]
    ).map { row in
      SuspendedCard(
        card: try CardID(row), until: try Self.untilDay(row), since: try Moment(row),
        isLeech: try row.decode(forColumn: "is_leech"))
    }
  }

  /// The leeches, by the presets of their groups; those with the most lapses first.
  package func leeches() throws -> [Leech] {
    let book = try tx.presets.book()
    let fewest = book.presets.map(\.leech.threshold).min() ?? 1
    return try Row.fetchAll(
      db,
      sql: """
        SELECT s.question, s.direction, s.lapses, w.deck, w.group_title, w.prompt, w.answer, s.wording
        FROM schedule s JOIN wording w ON w.id = s.wording
        WHERE s.lapses >= ? ORDER BY s.lapses DESC, w.group_title, w.deck, w.position
        """, arguments: [fewest]
    ).map { row in
      Leech(
        card: try CardID(row), lapses: try row.decode("lapses", in: LogBounds.count),
        group: book.name(
          of: try GroupName(row),
          since: try row.decode(forColumn: "wording")),
        prompt: try row.decode(forColumn: "prompt"), answer: try row.decode(forColumn: "answer"))
    }.filter { book.preset(forGroup: $0.group).leech.isLeech(lapses: $0.lapses) }
  }

  // MARK: - Held cards

  /// The SQL condition that the card of a question `q` in the direction `direction` is held on the day
  /// `?1`.
  static func isHeld(direction: String) -> String {
    """
    EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = \(direction)
      AND (h.until_day IS NULL OR h.until_day > ?1))
    """
  }

  /// The same for a card that was never answered, which may also wait until it is known whether its question
  /// is another one that was edited.
  static func isNewHeld(direction: String) -> String {
    "(\(isHeld(direction: direction)) OR q.id IN (\(IdentityStore.waiting)))"
  }

  /// The query of the cards that are suspended or buried on a day.
  private static let heldOnDay =
    "SELECT question, direction FROM held WHERE until_day IS NULL OR until_day > ?"

  /// The cards that are suspended or buried on this day, or wait until their question is known.
  func held(on day: StudyDay) throws -> Set<CardID> {
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: Self.heldOnDay), arguments: [day.number])
    var cards: Set<CardID> = []
    while let row = try rows.next() { cards.insert(try CardID(row)) }
    return try cards.union(tx.identities.waitingCards)
  }

  /// All cards that are suspended or buried, those too whose day has come.
  func all() throws -> [CardID: Suspension] {
    let rows = try Row.fetchCursor(db, sql: "SELECT question, direction, until_day FROM held")
    var cards: [CardID: Suspension] = [:]
    while let row = try rows.next() { cards[try CardID(row)] = try Self.state(row) }
    return cards
  }

  /// How a card is held, by the column `until_day`.
  private static func state(_ row: Row) throws -> Suspension {
    try untilDay(row).map { .buried(until: $0) } ?? .suspended
  }

  /// Reads the column `until_day`: the day from which a card is asked again.
  fileprivate static func untilDay(_ row: Row) throws -> StudyDay? {
    try row.decodeIfPresent("until_day", in: LogBounds.day).map { StudyDay(number: $0) }
  }

  /// Whether a card is suspended or buried.
  package func state(of card: CardID) throws -> Suspension {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT until_day FROM held WHERE question = ? AND direction = ?"),
      arguments: [card.question, card.direction])
    return try row.map(Self.state) ?? .active
  }

  /// Whether a card was suspended or buried before an event.
  package func state(of card: CardID, before event: EventID) throws -> Suspension {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT e.state, e.until_day FROM suspension e WHERE e.question = ? AND e.direction = ?
            AND e.id < ? AND \(SuspensionEvent.counts("e")) ORDER BY e.id DESC LIMIT 1
          """), arguments: [card.question, card.direction, event])
    return try row.map(SuspensionEvent.state) ?? .active
  }

  /// Computes from the events whether a card is held.
  func hold(_ card: CardID) throws {
    let arguments: StatementArguments = [card.question, card.direction]
    try db.cachedStatement(sql: "DELETE FROM held WHERE question = ? AND direction = ?")
      .execute(arguments: arguments)
    try db.cachedStatement(
      sql: "INSERT INTO held \(Self.fromEvents) AND h.question = ? AND h.direction = ?"
    ).execute(arguments: arguments)
  }

  /// Computes from the events whether cards are held: of many, for all cards at once.
  func hold(_ cards: Set<CardID>) throws {
    if cards.count > tx.thresholds.cardsFromElsewhere { return try rebuild() }
    for card in cards { try hold(card) }
  }

  /// Computes for all cards whether they are held.
  fileprivate func rebuild() throws {
    try db.execute(sql: "DELETE FROM held")
    try db.execute(sql: "INSERT INTO held \(Self.fromEvents)")
  }

  /// How many cards are held and should not be, or the reverse.
  fileprivate func cardsWronglyHeld() throws -> Int {
    let kept = "SELECT question, direction, until_day FROM held"
    return try db.countDifferences(Self.fromEvents, kept)
  }

  /// The newest suspension of a card `h` that was not undone.
  private static let newest = """
    SELECT e.id FROM suspension e WHERE e.question = h.question AND e.direction = h.direction
      AND \(SuspensionEvent.counts("e")) ORDER BY e.id DESC LIMIT 1
    """

  /// The cards that are held, from the events.
  private static let fromEvents = """
    SELECT h.question, h.direction, e.until_day
    FROM (SELECT DISTINCT question, direction FROM suspension) h
      JOIN suspension e ON e.id = (\(newest))
    WHERE e.state <> 'active'
    """
}

extension Transaction {
  /// Cards that are suspended or buried, and leeches.
  package var suspensions: SuspensionStore { SuspensionStore(tx: self) }
}

/// A card that is suspended or buried.
package struct SuspendedCard: Hashable, Sendable {
  /// The card.
  package let card: CardID
  /// The day from which it is asked again; `nil` when the learner must restore it.
  package let until: StudyDay?
  /// Since when.
  package let since: Moment
  /// Whether it was suspended because it is a leech.
  package let isLeech: Bool
}

/// A card that the learner keeps forgetting.
package struct Leech: Hashable, Sendable {
  /// The card.
  package let card: CardID
  /// How often it was forgotten.
  package let lapses: Int
  /// The group it was last asked in.
  package let group: GroupName
  /// The question's prompt when it was last asked.
  package let prompt: String
  /// The question's answer when it was last asked.
  package let answer: String
}

// MARK: - Events

/// A card was suspended, buried or restored, by the learner or by an answer that made it a leech.
enum SuspensionEvent: UndoableEventKind {
  static let table = "suspension"
  static let fields: [EventField] = [
    .utcOffset, .question, .direction(), .text("state"),
    .integer("until_day", in: LogBounds.day, isRequired: false),
    .identity("review", isRequired: false, in: "target", of: ReviewEvent.table), .cause,
  ]
  static let columns = "e.id, e.question, e.direction, e.state, e.until_day, e.time, e.utc_offset"
  static let hasCause = true
  /// What an answer did is undone with the answer.
  static let isOwn = "e.review IS NULL AND e.cause IS NULL"

  static func counts(_ event: String) -> String {
    UndoneStore.isMissing("\(event).id", "\(event).cause", "\(event).review")
  }

  /// Reads the columns `state` and `until_day`.
  static func state(_ row: Row) throws -> Suspension {
    let name: String = try row.decode(forColumn: "state")
    return switch (name, try SuspensionStore.untilDay(row)) {
    case ("active", nil): .active
    case ("suspended", nil): .suspended
    case ("buried", let day?): .buried(until: day)
    default: throw LogFault("the state “\(name)” of a suspension")
    }
  }

  static func event(_ row: Row) throws -> (
    id: EventID, card: CardID, state: Suspension, moment: Moment
  ) {
    let state = try state(row)
    return (try row.decode(forColumn: "id"), try CardID(row), state, try Moment(row))
  }

  static func entry(_ event: (id: EventID, card: CardID, state: Suspension, moment: Moment))
    -> UndoableEvent
  {
    .suspension(event.id, event.card, event.state, event.moment)
  }

  static func replay(
    _ events: [(id: EventID, card: CardID, state: Suspension, moment: Moment)], _ tx: Transaction
  ) throws -> Int {
    for event in events { try tx.suspensions.hold(event.card) }
    return 0
  }

  static func rebuild(_ tx: Transaction) throws { try tx.suspensions.rebuild() }

  static func check(_ tx: Transaction) throws -> [LogFinding] {
    let cards = try tx.suspensions.cardsWronglyHeld()
    return cards > 0 ? [.suspensionsDiffer(cards: cards)] : []
  }
}
