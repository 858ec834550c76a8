import GRDB
import RabbleQuestions
import RabbleScheduling

/// The cards of the decks: one row for each direction a question is asked in.
package struct CardStore {
  let tx: Transaction
  var db: Database { tx.db }

  /// The cards of a group that were never answered nor taken as known, in their order; without those
  /// that are suspended or buried, or only those where `areHeld`.
  package func new(in group: StoredGroup, areHeld: Bool = false, at moment: Moment) throws -> [Card]
  {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT \(QuestionRow.columns("q")), c.direction, g.more AS group_more
        FROM deck_card c INDEXED BY card_new
          JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
          JOIN deck_group g ON g.id = c.deck_group
        WHERE c.deck_group = ?2 AND c.is_new = 1
          AND \(areHeld ? "" : "NOT ")\(SuspensionStore.isNewHeld(direction: "c.direction"))
        ORDER BY c.position, c.ordinal
        """, arguments: [moment.day.number, group.id])
    return try rows.map { row in
      let found = try QuestionRow(row)
      let header = try GroupRow(title: group.title, more: row.decode(forColumn: "group_more"))
      return Card(
        id: CardID(question: found.id, direction: try Direction(row)),
        question: found.question, group: group.name, groupLabel: group.label,
        position: found.position,
        settings: header.settings, languages: header.languages)
    }
  }

  /// A card with its schedule, as deck and log have it now.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - groups: where to look for its question.
  ///   - moment: the present.
  /// - Returns: the card; `nil` when none of the groups has it.
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func standing(of id: CardID, in groups: [StoredGroup], at moment: Moment) throws
    -> CardStanding?
  {
    try found(id, in: Places(groups), at: moment)?.standing
  }

  /// Cards with their schedules and the paths of their decks, those that none of the groups has left
  /// out.
  ///
  /// - Throws: ``StorageError`` when the review log can't be read.
  package func standings(of cards: [CardID], in groups: [StoredGroup], at moment: Moment) throws
    -> [(standing: CardStanding, deck: String)]
  {
    let places = Places(groups)
    return try cards.compactMap { try found($0, in: places, at: moment) }
  }

  /// Where to look for cards: what groups are found by when their decks may have been read again, with their
  /// order; of two in one file that are called the same, the first counts.
  private struct Places {
    private struct Key: Hashable {
      let title: String
      let deck: String
    }

    private let places: [Key: (order: Int, group: StoredGroup)]

    init(_ groups: [StoredGroup]) {
      places = Dictionary(
        groups.enumerated().map { (Key(title: $1.title, deck: $1.deck), ($0, $1)) }
      ) { first, _ in first }
    }

    subscript(title: String, deck: String) -> (order: Int, group: StoredGroup)? {
      places[Key(title: title, deck: deck)]
    }
  }

  private func found(_ id: CardID, in places: Places, at moment: Moment) throws
    -> (standing: CardStanding, deck: String)?
  {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(QuestionRow.columns("q")), g.title, g.more AS group_more, d.path FROM question q
            JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
            JOIN deck_group g ON g.id = q.deck_group JOIN deck d ON d.id = g.deck
          WHERE q.id = ? AND c.direction = ?
          """), arguments: [id.question, id.direction])
    let candidates = try rows.compactMap { row in
      places[try row.decode(forColumn: "title"), try row.decode(forColumn: "path")].map {
        (order: $0.order, group: $0.group, row: row)
      }
    }
    guard let (_, group, row) = candidates.min(by: { $0.order < $1.order }) else { return nil }
    let found = try QuestionRow(row)
    let header = try GroupRow(title: group.title, more: row.decode(forColumn: "group_more"))
    let card = Card(
      id: id, question: found.question, group: group.name, groupLabel: group.label,
      position: found.position,
      settings: header.settings, languages: header.languages)
    let standing = CardStanding(
      card: card, schedule: try tx.schedules.progress(of: id)?.schedule,
      preset: try tx.presets.book().preset(forGroup: group.name),
      accepted: try tx.acceptances.answers(of: id), suspension: try tx.suspensions.state(of: id),
      isHeldBySibling: try isHeldBySibling(id, at: moment),
      isInDoubt: try tx.identities.isWaiting(id.question), marks: try tx.marks.marks(of: id))
    return (standing, group.deck)
  }

  /// The kana whose own cards have left their learning steps: cards that show nothing but one kana.
  package var knownKana: Set<Character> {
    get throws {
      let prompts = try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT w.prompt FROM schedule s JOIN wording w ON w.id = s.wording
          WHERE s.phase <> 0 AND length(w.prompt) = 1
          """)
      return Set(prompts.flatMap(\.spelledKana))
    }
  }

  /// What a card has been through, for an explanation of its schedule.
  package func history(of card: Card) throws -> CardHistory {
    let recorded = try tx.reviews.recorded(of: card.id)
    let adjusted = try tx.adjustments.logged(of: card.id)
    let book = try tx.presets.book()
    let group =
      recorded.last.map { book.name(of: $0.group, since: $0.id) }
      ?? adjusted.last?.wording.map { book.name(of: $0.group, since: $0.id) } ?? card.group
    let events =
      recorded.map { ($0.id, CardEvent.review($0.review)) }
      + adjusted.map { ($0.id, CardEvent.adjustment($0.adjustment)) }
    return CardHistory(
      events: events.sorted { $0.0 < $1.0 }.map(\.1), preset: book.preset(forGroup: group),
      siblings: try siblings(of: card.id.question, without: []).filter { $0.card != card.id },
      ownRetention: book.retention(ofGroup: group))
  }

  // MARK: - Siblings

  /// Whether another card of the same question holds a card back today.
  func isHeldBySibling(_ card: CardID, at moment: Moment) throws -> Bool {
    let standings = try siblings(
      of: card.question, without: tx.suspensions.held(on: moment.day))
    guard standings.count > 1 else { return false }
    return !SiblingRule.asked(of: standings, at: moment).contains(card)
      && standings.contains { $0.card != card && $0.lastAnswered != nil }
  }

  /// The cards of a question that some deck has, in the order of their introduction; those that are
  /// held are never due.
  func siblings(of question: QuestionID, without held: Set<CardID>) throws -> [SiblingRule.Standing]
  {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT c.direction, s.due_day, s.due_time, s.last_time, s.last_offset
          FROM question q
            JOIN deck_card c ON c.deck_group = q.deck_group AND c.position = q.position
            LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
          WHERE q.id = ? ORDER BY c.deck_group, c.position, c.ordinal
          """), arguments: [question])
    var standings: [SiblingRule.Standing] = []
    while let row = try rows.next() {
      let card = CardID(question: question, direction: try Direction(row))
      guard !standings.contains(where: { $0.card == card }) else { continue }
      let lastTime = try row.decodeIfPresent("last_time", in: LogBounds.time)
      standings.append(
        SiblingRule.Standing(
          card: card, due: try Due(row),
          lastAnswered: lastTime == nil ? nil : try Moment(row, "last_time", "last_offset").day,
          isSuspended: held.contains(card)))
    }
    return standings
  }

  // MARK: - Newness

  /// Whether a card `c` has not been answered yet.
  private static let isNew = """
    NOT EXISTS (SELECT 1 FROM schedule s JOIN question q ON q.id = s.question
      WHERE q.deck_group = c.deck_group AND q.position = c.position AND s.direction = c.direction)
    """

  /// Marks a card as new or as answered, in every deck that has it.
  func setNew(_ card: CardID, _ isNew: Bool) throws {
    try db.cachedStatement(
      sql: """
        UPDATE deck_card SET is_new = ?1 WHERE direction = ?3 AND (deck_group, position) IN
          (SELECT deck_group, position FROM question WHERE id = ?2)
        """
    ).execute(arguments: [isNew, card.question, card.direction])
  }

  /// Marks the cards of a question that has just got its identity as new or as answered.
  func setNewness(ofQuestion id: QuestionID) throws {
    try db.execute(
      sql: """
        UPDATE deck_card AS c SET is_new = \(Self.isNew) WHERE (deck_group, position) IN
          (SELECT deck_group, position FROM question WHERE id = ?)
        """, arguments: [id])
  }

  /// Marks all cards as new or as answered by their schedules.
  func renewNewness() throws {
    try db.execute(
      sql: "UPDATE deck_card AS c SET is_new = NOT is_new WHERE is_new <> \(Self.isNew)")
  }

  // MARK: - Checking

  /// Recomputes the cards from the questions, and which are new from the schedules. What is kept of a
  /// deck and can't be read is forgotten: the file is read again.
  func rebuild() throws {
    let (questions, unreadable) = try compareDecks()
    for deck in unreadable {
      try db.execute(sql: "DELETE FROM deck WHERE id = ?", arguments: [deck])
    }
    let writer = try CardWriter(db)
    let update = try db.makeStatement(
      sql: "UPDATE question SET sole = ?, folded = ? WHERE deck_group = ? AND position = ?")
    for found in questions {
      try update.execute(arguments: [found.sole, found.folded, found.group, found.position])
      try db.execute(
        sql: "DELETE FROM deck_card WHERE deck_group = ? AND position = ?",
        arguments: [found.group, found.position])
      try writer.write(
        found.directions, of: found.id, group: found.group, position: found.position)
    }
    try db.execute(sql: "UPDATE deck_card AS c SET is_new = \(Self.isNew)")
  }

  /// Compares the cards with the questions and the schedules.
  func check() throws -> [LogFinding] {
    var findings: [LogFinding] = []
    let misplaced =
      try Int.fetchOne(db, sql: "SELECT count(*) FROM deck_card c WHERE is_new <> \(Self.isNew)")
      ?? 0
    if misplaced > 0 { findings.append(.newnessDiffers(cards: misplaced)) }
    let displaced =
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM schedule
          WHERE (deck_group, position) IS NOT (\(ScheduleStore.onlyPlace))
          """) ?? 0
    if displaced > 0 { findings.append(.placesDiffer(cards: displaced)) }
    let (questions, unreadable) = try compareDecks()
    if !unreadable.isEmpty { findings.append(.decksUnreadable(decks: unreadable.count)) }
    let miscounted = questions.count(where: \.isMiscounted)
    if miscounted > 0 { findings.append(.cardsDiffer(questions: miscounted)) }
    let misfolded = questions.count(where: \.isMisfolded)
    if misfolded > 0 { findings.append(.textsDiffer(questions: misfolded)) }
    return findings
  }

  /// Whether what is kept of all decks can be what was read of them.
  func areDecksReadable() throws -> Bool { try compareDecks().unreadable.isEmpty }

  /// A question in a deck that was read, with the cards and the texts for filters that it should have.
  private struct MiskeptQuestion {
    let id: QuestionID
    let group: Int64
    let position: Int
    let directions: [Direction]
    let folded: String
    let isMiscounted: Bool
    let isMisfolded: Bool

    /// The direction of its only card.
    var sole: Direction? { directions.count == 1 ? directions[0] : nil }
  }

  /// Compares what is kept of the decks with itself.
  ///
  /// - Returns: the questions whose cards or texts are not those that their decks give them, and the decks of
  ///   which something can't be what was read. Cards that an older version of this program made do not count:
  ///   their decks are read again.
  private func compareDecks() throws -> (questions: [MiskeptQuestion], unreadable: Set<Int64>) {
    let groups = try Row.fetchAll(
      db,
      sql: """
        SELECT g.id, d.id AS deck, d.signature <> '' AS is_current, g.title, g.more, g.questions
        FROM deck_group g JOIN deck d ON d.id = g.deck
        """)
    var found: [Int64: [MiskeptQuestion]] = [:]
    var unreadable: Set<Int64> = []
    for row in groups {
      let deck: Int64 = try row.decode(forColumn: "deck")
      do {
        let group = try GroupRow(
          title: row.decode(forColumn: "title"), more: row.decode(forColumn: "more"))
        let (questions, count) = try miskept(
          inGroup: row.decode(forColumn: "id"), directions: group.directions)
        if try row.decode(Int.self, forColumn: "questions") != count { unreadable.insert(deck) }
        if try row.decode(forColumn: "is_current") { found[deck, default: []] += questions }
      } catch let error where StorageError.isOfValue(error) {
        unreadable.insert(deck)
      }
    }
    return (found.filter { !unreadable.contains($0.key) }.flatMap(\.value), unreadable)
  }

  /// The questions of a group whose cards or texts are not those it gives them, and how many there are in all.
  private func miskept(inGroup id: Int64, directions: [Direction]?) throws -> (
    questions: [MiskeptQuestion], count: Int
  ) {
    let cards = try db.cachedStatement(
      sql: """
        SELECT position, direction, siblings, ordinal FROM deck_card WHERE deck_group = ?
        ORDER BY position, ordinal
        """)
    var kept: [Int: [(direction: Direction?, siblings: Int)]] = [:]
    for card in try Row.fetchAll(cards, arguments: [id]) {
      let (position, name): (Int, String) = (
        try card.decode(forColumn: "position"), try card.decode(forColumn: "direction")
      )
      let isInOrder = try card.decode(Int.self, forColumn: "ordinal") == kept[position]?.count ?? 0
      kept[position, default: []].append(
        (isInOrder ? Direction(rawValue: name) : nil, try card.decode(forColumn: "siblings")))
    }
    var found: [MiskeptQuestion] = []
    var count = 0
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT \(QuestionRow.columns("q")), q.sole, q.folded FROM question q
          WHERE q.deck_group = ? ORDER BY q.position
          """), arguments: [id])
    while let row = try rows.next() {
      let question = try QuestionRow(row)
      count += 1
      let directions = question.question.askedDirections(byDefault: directions)
      let cards = kept[question.position] ?? []
      let folded = FilterText.fields(of: question.question)
      let sole: String? = try row.decode(forColumn: "sole")
      let isCounted =
        cards.map(\.direction) == directions
        && cards.allSatisfy { $0.siblings == directions.count - 1 }
        && sole == (directions.count == 1 ? directions[0].rawValue : nil)
      let isFolded = try row.decode(String.self, forColumn: "folded") == folded
      if !isCounted || !isFolded {
        found.append(
          MiskeptQuestion(
            id: question.id, group: id, position: question.position, directions: directions,
            folded: folded, isMiscounted: !isCounted, isMisfolded: !isFolded))
      }
    }
    return (found, count)
  }
}

extension Transaction {
  /// The cards of the decks.
  package var cards: CardStore { CardStore(tx: self) }
}

/// Puts the cards of questions into their table.
struct CardWriter {
  /// `nil` when nothing was ever answered.
  private let wasAnswered: Statement?
  private let insert: Statement
  private let insertSole: Statement

  init(_ db: Database) throws {
    let isStarted = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM schedule)") == true
    wasAnswered =
      isStarted
      ? try db.makeStatement(sql: "SELECT 1 FROM schedule WHERE question = ? AND direction = ?")
      : nil
    insert = try db.makeStatement(
      sql: """
        INSERT INTO deck_card (deck_group, position, ordinal, direction, is_new, siblings)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
    insertSole = try db.makeStatement(
      sql: """
        INSERT INTO deck_card (deck_group, position, ordinal, direction, is_new, siblings)
        SELECT deck_group, position, 0, sole, NOT EXISTS
          (SELECT 1 FROM schedule s WHERE s.question = q.id AND s.direction = q.sole), 0
        FROM question q WHERE deck_group = ? AND position BETWEEN ? AND ? AND sole IS NOT NULL
        """)
  }

  /// Writes the cards of those questions in a run that have just one.
  func writeSole(ofGroup group: Int64, _ run: Range<Int>) throws {
    try insertSole.execute(arguments: [group, run.lowerBound, run.upperBound - 1])
  }

  /// Writes a card for each of these directions.
  func write(
    _ directions: [Direction], of question: QuestionID, group: Int64, position: Int
  ) throws {
    for (ordinal, direction) in directions.enumerated() {
      let isNew =
        try wasAnswered.flatMap { try Int.fetchOne($0, arguments: [question, direction]) } == nil
      try insert.execute(arguments: [
        group, position, ordinal, direction, isNew, directions.count - 1,
      ])
    }
  }
}
