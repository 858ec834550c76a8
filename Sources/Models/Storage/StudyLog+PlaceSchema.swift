import GRDB

extension StudyLog {
  /// Where the decks have the question of a row of `schedule`, if that card is all they have of it:
  /// its group and its position there. No row where no deck has it, or several cards or decks do.
  static let onlyPlace = """
    SELECT max(q.deck_group), max(q.position) FROM question q WHERE q.id = schedule.question
    GROUP BY q.id HAVING count(*) = 1 AND max(q.sole) = schedule.direction
    """

  /// What migration 6 adds: a card that has been answered knows its place in the decks, and the index
  /// of due cards tells it, so that the queue need not look for thousands of questions. NULL where
  /// that is not one place; then the tables of the decks tell. Triggers keep it, whoever writes.
  static func createPlaces(_ db: Database) throws {
    try db.execute(
      sql: """
        ALTER TABLE schedule ADD COLUMN deck_group INTEGER;
        ALTER TABLE schedule ADD COLUMN position INTEGER;
        DROP INDEX schedule_by_day;
        UPDATE schedule SET (deck_group, position) = (\(onlyPlace));
        CREATE INDEX schedule_by_day ON schedule(due_day, deck_group, position)
          WHERE due_day IS NOT NULL;
        """)
    let changes = [
      ("scheduled", "INSERT ON schedule", "question = NEW.question AND direction = NEW.direction"),
      ("shelved", "INSERT ON question", "question = NEW.id"),
      ("removed", "DELETE ON question", "question = OLD.id"),
      (
        "renamed", "UPDATE OF deck_group, position, id, sole ON question",
        "question IN (OLD.id, NEW.id)"
      ),
    ]
    for (name, change, cards) in changes {
      try db.execute(
        sql: """
          CREATE TRIGGER place_when_\(name) AFTER \(change)
          BEGIN UPDATE schedule SET (deck_group, position) = (\(onlyPlace)) WHERE \(cards); END
          """)
    }
  }
}
