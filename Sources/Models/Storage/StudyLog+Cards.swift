import GRDB
import RabbleQuestions
import RabbleScheduling

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
    let standings = try Siblings.Standing.fetch(
      db, question: card.question, without: HeldCards.fetch(db, on: moment.day))
    guard standings.count > 1 else { return false }
    return !Siblings.asked(of: standings, at: moment).contains(card)
      && standings.contains { $0.card != card && $0.lastAnswered != nil }
  }
}
