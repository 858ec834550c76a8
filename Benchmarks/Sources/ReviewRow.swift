import RabbleQuestions
import RabbleScheduling

/// A row of the log's table of reviews.
struct ReviewRow {
  let id: EventID
  let device: EventID
  let wording: EventID
  let review: Review

  static let insertion = """
    INSERT INTO review
      (id, device, time, utc_offset, question, direction, wording, grade, typed, verdict,
       hint_used, duration)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// Inserts the row with a statement prepared for ``insertion``.
  func insert(with statement: BareStatement) throws {
    statement.bind(1, id.bits)
    statement.bind(2, device.bits)
    statement.bind(3, Int(review.moment.milliseconds))
    statement.bind(4, review.moment.utcOffset)
    statement.bind(5, review.card.question.bits)
    statement.bind(6, review.card.direction.rawValue)
    statement.bind(7, wording.bits)
    statement.bind(8, review.grade.rawValue)
    statement.bind(9, review.typed)
    statement.bind(10, review.verdict)
    statement.bind(11, review.hintUsed ? 1 : 0)
    statement.bind(12, review.duration)
    try statement.run()
  }
}
