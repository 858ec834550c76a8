import GRDB
import RabbleMemory
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

extension StudyLog {
  /// How much of each group is known.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func knowledge(of groups: [StoredGroup], at moment: Moment) throws(StorageError)
    -> [GroupKnowledge]
  {
    try read { db in
      try groups.map {
        try GroupKnowledge.fetch(
          db, of: $0, scheduler: scheduler(db, forGroup: $0.title), at: moment)
      }
    }
  }

  /// Whether any card of these groups has been answered.
  ///
  /// - Throws: ``StorageError`` when the log can't be read.
  public func hasBegun(_ groups: [StoredGroup]) throws(StorageError) -> Bool {
    try read { db in
      let ids = groups.map { String($0.id) }.joined(separator: ",")
      return try db.makeStatement(
        sql: """
          SELECT 1 FROM card INDEXED BY card_begun
          WHERE deck_group IN (\(ids)) AND is_new = 0 LIMIT 1
          """
      ).first(db) { _ in true } ?? false
    }
  }
}

/// Tells which groups give new cards, working out no more than is asked for.
struct OpenGroups {
  private let db: Database
  private let prerequisites: Prerequisites
  private let scheduler: (_ group: String) throws -> Scheduler
  private let moment: Moment
  private var known: [Int64: Bool] = [:]

  init(
    _ db: Database, _ prerequisites: Prerequisites,
    scheduler: @escaping (_ group: String) throws -> Scheduler, at moment: Moment
  ) {
    self.db = db
    self.prerequisites = prerequisites
    self.scheduler = scheduler
    self.moment = moment
  }

  /// Whether all that a group builds on is known.
  mutating func contains(_ group: StoredGroup) throws -> Bool {
    for needed in prerequisites[group] {
      let isKnown =
        try known[needed.id]
        ?? GroupKnowledge.fetch(
          db, of: needed, scheduler: scheduler(needed.title), at: moment
        ).isKnown
      known[needed.id] = isKnown
      if !isKnown { return false }
    }
    return true
  }
}

extension GroupKnowledge {
  /// Reads what is known of a group.
  static func fetch(
    _ db: Database, of group: StoredGroup, scheduler: Scheduler, at moment: Moment
  ) throws -> GroupKnowledge {
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT q.position, s.stability, s.difficulty, s.last_time, s.last_offset, s.fast_stability
          FROM question q JOIN schedule s ON s.question = q.id
          WHERE q.deck_group = ? AND s.phase <> 0
          """), arguments: [group.id])
    var sums: [Int: (sum: Double, count: Double)] = [:]
    while let row = try rows.next() {
      let retrievability = scheduler.retrievability(
        of: MemoryState(stability: row[1], difficulty: row[2], fastStability: row[5]),
        since: Moment(milliseconds: row[3], utcOffset: row[4]), at: moment)
      let before = sums[row[0]] ?? (0, 0)
      sums[row[0]] = (before.sum + retrievability, before.count + 1)
    }
    return GroupKnowledge(
      questions: group.questions, retrievabilities: sums.values.map { $0.sum / $0.count })
  }
}
