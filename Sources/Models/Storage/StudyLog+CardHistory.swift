import GRDB
import RabbleQuestions
import RabbleScheduling

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
        siblings: try Siblings.Standing.fetch(db, question: card.id.question, without: [])
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
