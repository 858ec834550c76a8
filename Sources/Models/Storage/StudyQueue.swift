import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// The cards of these groups that there are to study: all in their steps, those due today, and
  /// as many new ones as today still allows; of one question's cards never two new or due ones
  /// (``SiblingRule``).
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
      var rule = NewCardRule(
        perDay: newPerDay, introduced: try introduced(db, on: moment.day),
        asking: started.questions)
      let unseen = try db.makeStatement(
        sql: """
          SELECT q.id, c.direction, c.position, c.siblings FROM card c INDEXED BY card_new
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          WHERE c.deck_group = ? AND c.is_new = 1
          ORDER BY c.position, c.ordinal
          """)
      var open = OpenGroups(
        db, prerequisites, scheduler: { try self.scheduler(db, forGroup: $0) }, at: moment)
      let held = try HeldCards.fetch(db, on: moment.day)
      for (rank, group) in groups.enumerated() where rule.hasRoom {
        let rows = try Row.fetchCursor(unseen, arguments: [group.id])
        while rule.hasRoom, let row = try rows.next(), try open.contains(group) {
          let card = CardID(
            question: row[0], direction: Direction(rawValue: row[1]) ?? .recognition)
          let isTaken = try rule.takes(
            card, isSuspended: held.contains(card), isSibling: row[3] != 0
          ) { try isHeldBySibling(db, card, at: moment) }
          guard isTaken else { continue }
          entries.append(
            QueueEntry(card: card, deckPosition: StartedCards.deckPosition(rank, row[2]), due: nil))
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

/// The cards of some groups that have been answered before and are in their steps or due.
struct StartedCards {
  /// Those that may be asked today, in no particular order.
  private(set) var entries: [QueueEntry] = []
  /// How many of each group are due and wait for another day, because another card of their question
  /// comes today or was answered today.
  private(set) var waiting: [Int64: Int] = [:]
  /// The questions with several cards of which one is here.
  private(set) var questions: Set<QuestionID> = []

  private struct Found {
    let entry: QueueEntry
    let group: Int64
  }

  /// Reads them.
  ///
  /// - Parameters:
  ///   - db: the log.
  ///   - groups: the groups, in the order in which their cards have their places.
  ///   - moment: the present.
  /// - Throws: `DatabaseError` when the log can't be read.
  init(_ db: Database, of groups: [StoredGroup], at moment: Moment) throws {
    let ranks = Dictionary(groups.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let held = try HeldCards.fetch(db, on: moment.day)
    let (placed, others) = try Self.read(db, ranks, at: moment)
    entries = held.isEmpty ? placed : placed.filter { !held.contains($0.card) }
    var siblings: [QuestionID: [Found]] = [:]
    let places = try db.cachedStatement(
      sql: """
        SELECT deck_group, position, sole IS NULL FROM question
        WHERE id = ? AND (sole IS NULL OR sole = ?)
        """)
    for (card, due) in others where !held.contains(card) {
      try places.forEach(db) {
        $0.add(card.question)
        $0.add(card.direction.rawValue)
      } _: { row in
        let group = row.integer(0)
        guard let rank = ranks[group] else { return }
        let entry = QueueEntry(
          card: card, deckPosition: Self.deckPosition(rank, row.number(1)), due: due)
        if row.integer(2) == 0 {
          entries.append(entry)
        } else {
          siblings[card.question, default: []].append(Found(entry: entry, group: group))
        }
      }
    }
    for (question, found) in siblings {
      let standings = try SiblingRule.Standing.fetch(db, question: question, without: held)
      let asked = SiblingRule.asked(of: standings, at: moment)
      for card in found {
        if asked.contains(card.entry.card) {
          entries.append(card.entry)
        } else if standings.contains(where: { $0.card == card.entry.card }) {
          waiting[card.group, default: 0] += 1
        }
      }
    }
    questions = Set(siblings.keys)
  }

  /// The cards in their steps or due: those with one place in the decks as they are asked, and those
  /// whose places are not known yet.
  private static func read(_ db: Database, _ ranks: [Int64: Int], at moment: Moment) throws -> (
    placed: [QueueEntry], others: [(card: CardID, due: Due)]
  ) {
    let started = try db.cachedStatement(
      sql: """
        SELECT question, direction, NULL, due_time, deck_group, position FROM schedule
        WHERE due_time IS NOT NULL
        UNION ALL
        SELECT question, direction, due_day, NULL, deck_group, position FROM schedule
        WHERE due_day <= ?
        """)
    // Bound and read in place: there may be thousands of rows.
    var placed: [QueueEntry] = []
    var others: [(card: CardID, due: Due)] = []
    try started.forEach(db) {
      $0.add(moment.day.number)
    } _: { row in
      let card = CardID(
        question: QuestionID(bits: row.bits(0)),
        direction: Direction(rawValue: row.text(1)) ?? .recognition)
      let due: Due = row.isNull(2) ? .at(row.integer(3)) : .on(StudyDay(number: row.number(2)))
      if row.isNull(4) {
        others.append((card, due))
      } else if let rank = ranks[row.integer(4)] {
        placed.append(
          QueueEntry(card: card, deckPosition: deckPosition(rank, row.number(5)), due: due))
      }
    }
    return (placed, others)
  }

  /// The place of a card over all groups: the group's rank, then the position in it.
  static func deckPosition(_ rank: Int, _ position: Int) -> Int { rank << 32 | position }
}

extension SiblingRule.Standing {
  /// Where the cards of a question stand that some deck has, in the order of their introduction;
  /// those that are held are never due.
  static func fetch(_ db: Database, question: QuestionID, without held: Set<CardID>) throws
    -> [SiblingRule.Standing]
  {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT c.direction, s.due_day, s.due_time, s.last_time, s.last_offset
          FROM question q
            JOIN card c ON c.deck_group = q.deck_group AND c.position = q.position
            LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
          WHERE q.id = ? ORDER BY c.deck_group, c.position, c.ordinal
          """), arguments: [question])
    var standings: [SiblingRule.Standing] = []
    while let row = try rows.next() {
      let card = CardID(
        question: question, direction: Direction(rawValue: row[0]) ?? .recognition)
      guard !standings.contains(where: { $0.card == card }) else { continue }
      let dueDay: Int? = row[1]
      let dueTime: Int64? = row[2]
      let last: Int64? = row[3]
      standings.append(
        SiblingRule.Standing(
          card: card,
          due: dueDay.map { .on(StudyDay(number: $0)) } ?? dueTime.map { .at($0) },
          lastAnswered: last.map { Moment(milliseconds: $0, utcOffset: row[4]).day },
          isSuspended: held.contains(card)))
    }
    return standings
  }
}
