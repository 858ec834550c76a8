import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// A card with its schedule, as deck and log have it now.
  ///
  /// - Parameters:
  ///   - id: the card.
  ///   - groups: where to look for its question.
  ///   - moment: the present.
  /// - Returns: the card; `nil` when none of the groups has it.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func card(_ id: CardID, in groups: [StoredGroup], at moment: Moment)
    throws(StorageError) -> CardStanding?
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
        return CardStanding(
          card: card, schedule: try CardProgress.fetch(db, card: id)?.schedule,
          preset: try presets(db).preset(forGroup: group.title),
          accepted: try acceptances(db, of: id), suspension: try suspension(db, of: id),
          isHeldBySibling: try isHeldBySibling(db, id, at: moment))
      }
      return nil
    }
  }
}

extension StudyLog {
  /// What a card has been through, for an explanation of its schedule.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func history(of card: Card) throws(StorageError) -> CardHistory {
    try read { db in
      let recorded = try Row.fetchAll(
        db,
        sql: RecordedReview.query(
          where: "r.question = ? AND r.direction = ? AND \(RecordedReview.counts)", order: "r.id"),
        arguments: [card.id.question, card.id.direction.rawValue]
      ).map(RecordedReview.init(row:))
      let group = recorded.last?.group ?? card.group
      let book = try presets(db)
      return CardHistory(
        reviews: recorded.map(\.review), preset: book.preset(forGroup: group),
        siblings: try SiblingRule.Standing.fetch(db, question: card.id.question, without: [])
          .filter { $0.card != card.id },
        ownRetention: book.retention(ofGroup: group))
    }
  }

  /// The questions of these groups with their cards, in their order.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func questions(of groups: [StoredGroup]) throws(StorageError) -> [StoredQuestion] {
    try read { db in
      let questions = try db.makeStatement(
        sql: "SELECT * FROM question WHERE deck_group = ? ORDER BY position")
      let cards = try db.makeStatement(
        sql: "SELECT position, direction FROM card WHERE deck_group = ? ORDER BY position, ordinal")
      return try groups.flatMap { group in
        var directions: [Int: [Direction]] = [:]
        for row in try Row.fetchAll(cards, arguments: [group.id]) {
          directions[row[0], default: []].append(Direction(rawValue: row[1]) ?? .recognition)
        }
        return try Row.fetchAll(questions, arguments: [group.id]).map { row in
          StoredQuestion(
            id: row["id"], question: try QuestionRow(row: row).question, group: group,
            directions: directions[row["position"]] ?? [])
        }
      }
    }
  }
}

extension StudyLog {
  /// Whether a card `c` has not been answered yet.
  static let newness = """
    NOT EXISTS (SELECT 1 FROM schedule s JOIN question q ON q.id = s.question
      WHERE q.deck_group = c.deck_group AND q.position = c.position AND s.direction = c.direction)
    """

  /// Marks a card as new or as seen, in every deck that has it.
  func setNew(_ db: Database, _ card: CardID, _ isNew: Bool) throws {
    try db.cachedStatement(
      sql: """
        UPDATE card SET is_new = ?1 WHERE direction = ?3 AND (deck_group, position) IN
          (SELECT deck_group, position FROM question WHERE id = ?2)
        """
    ).run(db) {
      $0.add(isNew ? 1 : 0)
      $0.add(card.question)
      $0.add(card.direction.rawValue)
    }
  }

  /// What the questions to rename have in common.
  enum Key: String {
    /// The identity they go by.
    case id
    /// The text they have.
    case content
  }

  /// Gives questions of the decks the identity they go on under, and their cards its histories.
  func rename(_ db: Database, _ key: Key, _ value: QuestionID, to known: QuestionID) throws {
    try db.execute(
      sql: "UPDATE question SET id = ? WHERE \(key.rawValue) = ?", arguments: [known, value])
    try db.execute(
      sql: """
        UPDATE card AS c SET is_new = \(Self.newness) WHERE (deck_group, position) IN
          (SELECT deck_group, position FROM question WHERE id = ?)
        """, arguments: [known])
  }

  /// A question in a deck that was read, with the cards it should have.
  struct MiscountedQuestion {
    let id: QuestionID
    let group: Int64
    let position: Int
    let directions: [Direction]
  }

  /// The questions whose cards are not those that their decks give them. What was read by an older
  /// version of this program does not count: it is read again.
  func questionsWithOtherCards(_ db: Database) throws -> [MiscountedQuestion] {
    let groups = try Row.fetchAll(
      db,
      sql: """
        SELECT g.id, g.title, g.more FROM deck_group g JOIN deck d ON d.id = g.deck
        WHERE d.signature <> ''
        """)
    let cards = try db.makeStatement(
      sql: """
        SELECT position, direction, siblings FROM card WHERE deck_group = ?
        ORDER BY position, ordinal
        """)
    let questions = try db.makeStatement(
      sql: "SELECT * FROM question WHERE deck_group = ? ORDER BY position")
    var found: [MiscountedQuestion] = []
    for row in groups {
      let id: Int64 = row["id"]
      let group = try GroupRow(title: row["title"], more: row["more"])
      var kept: [Int: [(direction: String, siblings: Int)]] = [:]
      for card in try Row.fetchAll(cards, arguments: [id]) {
        kept[card[0], default: []].append((card[1], card[2]))
      }
      let rows = try Row.fetchCursor(questions, arguments: [id])
      while let row = try rows.next() {
        let directions = try QuestionRow(row: row).question
          .askedDirections(byDefault: group.directions)
        let position: Int = row["position"]
        let cards = kept[position] ?? []
        let isRight =
          cards.map(\.direction) == directions.map(\.rawValue)
          && cards.allSatisfy { $0.siblings == directions.count - 1 }
        if !isRight {
          found.append(
            MiscountedQuestion(
              id: row["id"], group: id, position: position, directions: directions))
        }
      }
    }
    return found
  }

  /// Whether another card of the same question holds a card back today.
  func isHeldBySibling(_ db: Database, _ card: CardID, at moment: Moment) throws -> Bool {
    let standings = try SiblingRule.Standing.fetch(
      db, question: card.question, without: HeldCards.fetch(db, on: moment.day))
    guard standings.count > 1 else { return false }
    return !SiblingRule.asked(of: standings, at: moment).contains(card)
      && standings.contains { $0.card != card && $0.lastAnswered != nil }
  }
}

/// Puts the cards of questions into their table.
struct CardWriter {
  private let isSeen: Statement
  private let insert: Statement

  init(_ db: Database) throws {
    isSeen = try db.makeStatement(
      sql: "SELECT 1 FROM schedule WHERE question = ? AND direction = ?")
    insert = try db.makeStatement(
      sql: """
        INSERT INTO card (deck_group, position, ordinal, direction, is_new, siblings)
        VALUES (?, ?, ?, ?, ?, ?)
        """)
  }

  /// Writes a card for each of these directions.
  func write(
    _ directions: [Direction], of question: QuestionID, group: Int64, position: Int
  ) throws {
    for (ordinal, direction) in directions.enumerated() {
      let name = direction.rawValue
      let isNew = try Int.fetchOne(isSeen, arguments: [question, name]) == nil
      try insert.execute(arguments: [
        group, position, ordinal, name, isNew, directions.count - 1,
      ])
    }
  }
}
