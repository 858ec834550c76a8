import GRDB

extension StudyLog {
  /// The tables of migration 5: presets, which groups use them, cards that are not asked, and what
  /// was taken back of all this; with the second stability of FSRS-7, and where a review's day was
  /// chosen. `held` is computed: the cards that are suspended or buried now.
  static func createPresets(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE preset (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          name TEXT NOT NULL,
          reason TEXT NOT NULL,
          weights TEXT NOT NULL,
          learned_from INTEGER,
          retention REAL NOT NULL,
          maximum_interval INTEGER NOT NULL,
          learning_steps TEXT NOT NULL,
          relearning_steps TEXT NOT NULL,
          week TEXT NOT NULL,
          balances INTEGER NOT NULL,
          leech_threshold INTEGER NOT NULL,
          leech_action TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX preset_by_name ON preset(name, id);

        CREATE TABLE preset_use (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          preset TEXT NOT NULL,
          retention REAL,
          group_titles TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE suspension (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          question BLOB NOT NULL,
          direction TEXT NOT NULL,
          state TEXT NOT NULL,
          until_day INTEGER,
          review BLOB REFERENCES review(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX suspension_of_card ON suspension(question, direction);

        CREATE TABLE change_retraction (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          change BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retraction_of_change ON change_retraction(change);

        CREATE TABLE held (
          question BLOB NOT NULL,
          direction TEXT NOT NULL,
          until_day INTEGER,
          PRIMARY KEY (question, direction)
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE schedule ADD COLUMN fast_stability REAL;
        ALTER TABLE review ADD COLUMN place REAL;
        """)
    for table in ["preset", "preset_use", "suspension", "change_retraction"] {
      try forbidChanges(db, of: table)
    }
  }

  /// Makes a table of events that are never changed.
  static func forbidChanges(_ db: Database, of table: String) throws {
    for change in ["UPDATE", "DELETE"] {
      try db.execute(
        sql: """
          CREATE TRIGGER \(table)_never_\(change) BEFORE \(change) ON \(table)
          BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
          """)
    }
  }
}
