import GRDB

/// The tables. A migration that has shipped is never edited: changes come as a new one. Each store has
/// the SQL of its own tables.
///
/// The tables of events hold the truth: what the learner did, one immutable row per event, keyed by a
/// UUID of version 7. `schedule` and `held` are computed from them; `deck`, `deck_group`, `question`,
/// `card`, `course` and `unclear` from the deck files. Either may be emptied and is rebuilt.
enum Schema {
  static var migrator: DatabaseMigrator {
    // Events may refer to some that were lost with a page of a damaged log; `rabble check` says so.
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1: events, schedule, decks") { db in
      try db.execute(sql: device)
      try db.execute(sql: ReviewStore.migration1)
      try db.execute(sql: IdentityStore.migration1)
      for table in ["review", "wording", "retraction", "acceptance", "identity"] {
        try forbidChanges(db, of: table)
      }
      try db.execute(sql: ScheduleStore.migration1)
      try db.execute(sql: DeckStore.migration1)
    }
    migrator.registerMigration("2: cards") { db in
      try db.execute(sql: CardStore.migration2)
      try db.execute(sql: DeckStore.migration2)
    }
    migrator.registerMigration("3: unclear identities") { db in
      try db.execute(sql: IdentityStore.migration3)
    }
    migrator.registerMigration("4: imports") { db in
      try db.execute(sql: ImportStore.migration4)
      for table in ["import", "import_retraction"] { try forbidChanges(db, of: table) }
    }
    migrator.registerMigration("5: presets") { db in
      try db.execute(sql: PresetStore.migration5)
      try db.execute(sql: SuspensionStore.migration5)
      try db.execute(sql: Retraction.migration5)
      try db.execute(sql: SuspensionStore.migration5Held)
      try db.execute(sql: ScheduleStore.migration5)
      try db.execute(sql: ReviewStore.migration5)
      for table in ["preset", "preset_use", "suspension", "change_retraction"] {
        try forbidChanges(db, of: table)
      }
    }
    migrator.registerMigration("6: places, courses") { db in
      try db.execute(sql: ScheduleStore.migration6)
      try db.execute(sql: CourseStore.migration6)
    }
    migrator.registerMigration("7: event checks") { db in
      try EventCheck.migration7(db)
    }
    migrator.registerMigration("8: history", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: RestorationEvent.migration8)
      try db.execute(sql: DeckEditStore.migration8)
      try db.execute(sql: HistoryStore.migration8)
      try db.execute(sql: ReviewStore.migration8)
      try db.execute(sql: IdentityStore.migration8)
      for table in ["restoration", "deck_edit"] { try forbidChanges(db, of: table) }
    }
    migrator.registerMigration("9: identities", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: IdentityStore.migration9)
      try db.execute(sql: PresetStore.migration9)
      try forbidChanges(db, of: "group_rename")
    }
    return migrator
  }

  private static let device = """
    CREATE TABLE device (
      id BLOB PRIMARY KEY NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Has SQLite refuse to change or delete a row of a table of events.
  private static func forbidChanges(_ db: Database, of table: String) throws {
    for change in ["UPDATE", "DELETE"] {
      try db.execute(
        sql: """
          CREATE TRIGGER \(table)_never_\(change) BEFORE \(change) ON \(table)
          BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
          """)
    }
  }
}
