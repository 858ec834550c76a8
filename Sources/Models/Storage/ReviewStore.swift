import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

extension StudyLog {
  func insert(_ db: Database, _ review: Review, wording: EventID, mistakenFor: QuestionID?) throws
    -> EventID
  {
    let id = try nextEvent(db, at: review.moment)
    let device = try device(db, at: review.moment)
    try db.cachedStatement(
      sql: """
        INSERT INTO review
          (id, device, time, utc_offset, question, direction, wording, grade, typed, verdict, slip,
           mistaken_for, hint_used, duration, place)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).run(db) {
      $0.add(id)
      $0.add(device)
      $0.add(review.moment.milliseconds)
      $0.add(review.moment.utcOffset)
      $0.add(review.card.question)
      $0.add(review.card.direction.rawValue)
      $0.add(wording)
      $0.add(review.grade.rawValue)
      $0.add(review.typed)
      $0.add(review.verdict)
      $0.add(review.mistake)
      $0.add(mistakenFor)
      $0.add(review.hintUsed ? 1 : 0)
      $0.add(review.duration)
      $0.add(review.fuzzPosition)
    }
    return id
  }

  func insertWording(_ db: Database, of card: Card, content: QuestionID, at moment: Moment) throws
    -> EventID
  {
    let id = try nextEvent(db, at: moment)
    try db.cachedStatement(
      sql: """
        INSERT INTO wording
          (id, device, time, question, content, group_title, position, prompt, answer)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      id, try device(db, at: moment), moment.milliseconds, card.id.question, content, card.group,
      card.position, card.question.prompt, card.question.answer,
    ])
    return id
  }

  func insertRetraction(_ db: Database, of review: EventID, at moment: Moment) throws {
    try db.execute(
      sql: "INSERT INTO retraction (id, device, time, review) VALUES (?, ?, ?, ?)",
      arguments: [
        try nextEvent(db, at: moment), try device(db, at: moment), moment.milliseconds, review,
      ])
  }

  /// A review that still counts: this one, or the last.
  func counting(_ db: Database, _ id: EventID?) throws -> RecordedReview? {
    try RecordedReview.fetchOne(
      db, where: RecordedReview.counts + (id == nil ? "" : " AND r.id = ?"), order: "r.id DESC",
      arguments: id.map { [$0] } ?? [])
  }

  /// Computes a card's schedule from its reviews; `nil` when none counts, and the card is new again.
  @discardableResult
  func reschedule(_ db: Database, _ card: CardID) throws -> Schedule? {
    try hold(db, card)
    if let progress = try replay(db, card: card, by: ReplayRules(try PresetHistory.fetch(db))) {
      try progress.save(db, card: card)
      return progress.schedule
    }
    try db.execute(
      sql: "DELETE FROM schedule WHERE question = ? AND direction = ?",
      arguments: [card.question, card.direction.rawValue])
    try setNew(db, card, true)
    return nil
  }

  /// The identity of a question of the decks, by its text.
  func identity(_ db: Database, of question: Question) throws -> QuestionID? {
    try QuestionID.fetchOne(
      db, sql: "SELECT id FROM question WHERE prompt = ? AND answer = ? LIMIT 1",
      arguments: [question.prompt, question.answer])
  }

  /// How often two questions have been mixed up, either way round.
  func mixUps(_ db: Database, _ question: QuestionID, for other: QuestionID) throws -> Int {
    try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM review r
        WHERE ((r.question = ?1 AND r.mistaken_for = ?2)
            OR (r.question = ?2 AND r.mistaken_for = ?1))
          AND \(RecordedReview.counts)
        """, arguments: [question, other]) ?? 0
  }

  /// The answers the learner decided are right for this card as well.
  func acceptances(_ db: Database, of card: CardID) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT DISTINCT a.answer FROM acceptance a JOIN review r ON r.id = a.review
        WHERE a.question = ? AND r.direction = ? AND \(RecordedReview.counts)
        """, arguments: [card.question, card.direction.rawValue])
  }
}

extension RecordedReview {
  /// Whether a review `r` still counts.
  static let counts = "NOT EXISTS (SELECT 1 FROM retraction t WHERE t.review = r.id)"

  /// Reviews `r` with their wording `w`.
  static func query(where condition: String = "1", order: String) -> String {
    """
    SELECT r.id, r.device, r.time, r.utc_offset, r.question, r.direction, r.grade, r.typed,
      r.verdict, r.slip, r.mistaken_for, r.hint_used, r.duration, r.place, w.group_title, w.prompt, w.answer,
      NOT (\(counts)) AS is_retracted, r.wording, w.content
    FROM review r JOIN wording w ON w.id = r.wording
    WHERE \(condition) ORDER BY \(order)
    """
  }

  static func fetchOne(
    _ db: Database, where condition: String, order: String, arguments: StatementArguments
  ) throws -> RecordedReview? {
    try Row.fetchOne(
      db, sql: query(where: condition, order: order) + " LIMIT 1", arguments: arguments
    ).map(RecordedReview.init(row:))
  }

  init(row: Row) {
    self.init(
      id: row["id"], device: row["device"], review: Review(row: row), group: row["group_title"],
      prompt: row["prompt"], answer: row["answer"],
      mistakenFor: row["mistaken_for"], isRetracted: row["is_retracted"])
  }
}

extension Review {
  /// Reads a row of `review`.
  init(row: Row) {
    self.init(
      card: CardID(row: row),
      grade: Grade(rawValue: row["grade"]) ?? .again,
      moment: Moment(milliseconds: row["time"], utcOffset: row["utc_offset"]),
      typed: row["typed"], verdict: row["verdict"], mistake: row["slip"],
      hintUsed: row["hint_used"], duration: row["duration"], fuzzPosition: row["place"])
  }
}
