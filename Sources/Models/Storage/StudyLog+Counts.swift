import GRDB
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  /// What there is to study in each group, and how it has gone. A card that waits for another card of
  /// its question to be asked on another day is not due.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func counts(of groups: [StoredGroup], at moment: Moment) throws(StorageError)
    -> [GroupCounts]
  {
    try read { db in
      let held = HeldCards.condition(direction: "c.direction")
      let statement = try db.makeStatement(
        sql: """
          SELECT count(*) AS cards, count(*) FILTER (WHERE c.is_new AND NOT \(held)) AS new,
            count(s.due_time) FILTER (WHERE NOT \(held)) AS learning,
            count(*) FILTER (WHERE s.due_day <= ?1 AND NOT \(held)) AS due,
            total(s.correct) AS correct, total(s.incorrect) AS incorrect
          FROM card c JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
            LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
          WHERE c.deck_group = ?2
          """)
      let waiting = try StartedCards(db, of: groups, at: moment).waiting
      return try groups.map { group in
        let row = try Row.fetchOne(statement, arguments: [moment.day.number, group.id]) ?? Row()
        return GroupCounts(
          title: group.title, questions: group.questions, cards: row["cards"] ?? 0,
          new: row["new"] ?? 0, learning: row["learning"] ?? 0,
          due: (row["due"] ?? 0) - (waiting[group.id] ?? 0),
          score: Score(
            correct: Int(row["correct"] ?? 0.0), incorrect: Int(row["incorrect"] ?? 0.0)))
      }
    }
  }
}

extension StudyLog {
  /// The milliseconds that the latest right answers took, at most this many.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func durationsOfRightAnswers(latest count: Int) throws(StorageError) -> [Int] {
    try read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT r.duration FROM review r
          WHERE r.verdict IN ('correct', 'remark') AND r.grade > 1 AND \(RecordedReview.counts)
          ORDER BY r.id DESC LIMIT ?
          """, arguments: [count])
    }
  }

  /// What a question asks and what answers it: as the decks have it, or as it was answered last.
  ///
  /// - Returns: the two texts, or `nil` for a question that neither decks nor log know.
  /// - Throws: ``StorageError`` when the log can't be read.
  public func text(of id: QuestionID) throws(StorageError) -> (prompt: String, answer: String)? {
    try read { db -> (prompt: String, answer: String)? in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT prompt, answer FROM (
            SELECT prompt, answer, 1 AS rank, NULL AS event FROM question WHERE id = ?1
            UNION ALL SELECT prompt, answer, 2, id FROM wording WHERE question = ?1)
          ORDER BY rank, event DESC LIMIT 1
          """, arguments: [id])
      return row.map { ($0["prompt"], $0["answer"]) }
    }
  }
}
