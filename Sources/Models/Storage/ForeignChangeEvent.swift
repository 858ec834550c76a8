import GRDB

/// Another program changed a schedule otherwise than by an answer. It is kept beside the answers, and no
/// schedule here follows from it.
enum ForeignChangeEvent: EventKind {
  static let table = "foreign_change"

  static func counts(_ event: String) -> String {
    Retraction.ofChange.isMissing("= \(event).cause")
  }
}

extension ImportStore {
  /// `review.cause` is the import that brought an answer, and `review.kind` what the other program calls
  /// it: `learn`, `review`, `relearn` or `filtered`. The copies of answers have both.
  static let migration16 = """
    ALTER TABLE review ADD COLUMN kind TEXT;
    ALTER TABLE review ADD COLUMN cause BLOB;
    CREATE INDEX review_by_cause ON review(cause) WHERE cause IS NOT NULL;
    DROP INDEX review_of_card;
    CREATE INDEX review_of_card ON review(
      question, direction, id, device, time, utc_offset, wording, grade, typed, verdict, slip,
      mistaken_for, hint_used, duration, place, revises, occasion, kind, cause, check_value);

    CREATE TABLE foreign_change (
      id BLOB PRIMARY KEY NOT NULL,
      device BLOB NOT NULL,
      time INTEGER NOT NULL,
      utc_offset INTEGER NOT NULL,
      question BLOB NOT NULL,
      direction TEXT NOT NULL,
      kind TEXT NOT NULL,
      interval INTEGER NOT NULL,
      cause BLOB NOT NULL,
      check_value INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX foreign_change_of_card ON foreign_change(question, direction);
    """
}
