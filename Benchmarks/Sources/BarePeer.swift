import RabbleQuestions
import RabbleScheduling

/// Commits rows of the table of reviews as SQLite alone does it, with the pragmas of the study log.
final class BarePeer {
  private let database: BareDatabase
  private let insertion: BareStatement
  private let wording: BareStatement
  private var last: EventID

  init(path: String) throws {
    database = try BareDatabase(path: path)
    try database.execute(
      "PRAGMA foreign_keys = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    insertion = try database.statement(ReviewRow.insertion)
    wording = try database.statement("SELECT id FROM wording WHERE question = ?")
    let newest = try database.statement("SELECT max(id) FROM review")
    _ = try newest.step()
    last = EventID(bits: newest.bits(0))
  }

  /// The row this review would be, after all others.
  func row(for review: Review) throws -> ReviewRow {
    wording.bind(1, review.card.question.bits)
    guard try wording.step() else { throw Failure("the card has not been answered before") }
    let id = EventID(bits: wording.bits(0))
    wording.reset()
    last = EventID(
      after: last, milliseconds: review.moment.milliseconds, random: .random(in: .min ... .max))
    return ReviewRow(id: last, device: id, wording: id, review: review)
  }

  /// Inserts the row; it is on disk when this returns.
  func commit(_ row: ReviewRow) throws { try row.insert(with: insertion) }
}
