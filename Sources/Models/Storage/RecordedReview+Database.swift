import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

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
      typed: row["typed"], verdict: row["verdict"], slip: row["slip"], hintUsed: row["hint_used"],
      duration: row["duration"], place: row["place"])
  }
}
