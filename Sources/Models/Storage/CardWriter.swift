import GRDB
import RabbleQuestions

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
