import GRDB

extension StudyLog {
  /// The tables of migration 4: imports into decks, and what was taken back of them.
  static func createImports(_ db: Database) throws {
    try db.execute(
      sql: """
        CREATE TABLE import (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          utc_offset INTEGER NOT NULL,
          source TEXT NOT NULL,
          deck TEXT NOT NULL,
          after_count INTEGER NOT NULL,
          after_hash INTEGER NOT NULL,
          taken INTEGER NOT NULL,
          updated INTEGER NOT NULL,
          before BLOB
        ) STRICT;

        CREATE TABLE import_retraction (
          id BLOB PRIMARY KEY NOT NULL,
          device BLOB NOT NULL,
          time INTEGER NOT NULL,
          import BLOB NOT NULL REFERENCES import(id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX retraction_of_import ON import_retraction(import);
        """)
    for table in ["import", "import_retraction"] { try forbidChanges(db, of: table) }
  }
}
