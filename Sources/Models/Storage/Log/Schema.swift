import GRDB
import RabbleText

/// The tables. A migration that has shipped is never edited: changes come as a new one. Each store has
/// the SQL of its own tables.
///
/// The tables of events hold the truth: what the learner did, one immutable row per event, keyed by a
/// UUID of version 7. `schedule`, `held` and `marked` are computed from them; `deck`, `deck_group`, `question`,
/// `card`, `answer_index`, `course` and `unclear` from the deck files; `answer_block` and `answer_card` are what replaying the
/// answers says of them and of their cards, for statistics. Either may be emptied and is rebuilt.
enum Schema {
  static var migrator: DatabaseMigrator {
    // Events may refer to some that were lost with a page of a damaged log; `rabble check` says so.
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("1: events, schedule, decks") { db in
      try db.execute(sql: device)
      try db.execute(sql: ReviewStore.migration1)
      try db.execute(sql: IdentityEvent.migration1)
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
      try db.execute(sql: IdentityEvent.migration8)
      for table in ["restoration", "deck_edit"] { try forbidChanges(db, of: table) }
    }
    migrator.registerMigration("9: identities", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: IdentityEvent.migration9)
      try db.execute(sql: PresetStore.migration9)
      try forbidChanges(db, of: "group_rename")
    }
    migrator.registerMigration("10: withdrawals", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: AcceptanceStore.migration10 + EventCheck.migration10)
      try forbidChanges(db, of: "withdrawal")
    }
    migrator.registerMigration("11: adjustments", foreignKeyChecks: .immediate) { db in
      try db.execute(
        sql: ReviewStore.migration11 + EventCheck.migration11 + AdjustmentStore.migration11)
      try forbidChanges(db, of: "adjustment")
    }
    migrator.registerMigration("12: answer indexes") { db in
      try db.execute(sql: AnswerIndexStore.migration12)
    }
    migrator.registerMigration("13: marks, filters", foreignKeyChecks: .immediate) { db in
      try db.execute(
        sql: MarkStore.migration13 + ScheduleStore.migration13 + DeckStore.migration13
          + ReviewStore.migration13)
      try forbidChanges(db, of: "mark")
    }
    migrator.registerMigration("16: other programs", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: ImportStore.migration16)
      try forbidChanges(db, of: "foreign_change")
    }
    migrator.registerMigration("17: unions", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: LogUnion.migration17)
      try forbidChanges(db, of: "log_union")
    }
    migrator.registerMigration("18: scheduling rules", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: PresetStore.migration18)
    }
    migrator.registerMigration("19: sync", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: DeviceStore.migration19 + SyncStore.migration19)
      try forbidChanges(db, of: "device_name")
    }
    migrator.registerMigration("20: condensed answers", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: AnswerBlocks.migration20)
    }
    // Only what is computed from the events changes, which `StudyLog` does then.
    migrator.registerMigration("21: lapses in other programs") { _ in }
    migrator.registerMigration("22: daily limits", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: PresetStore.migration22)
    }
    migrator.registerMigration("23: days of changed schedules", foreignKeyChecks: .immediate) {
      try $0.execute(sql: AnswerBlocks.migration23)
    }
    migrator.registerMigration("24: cards of condensed answers", foreignKeyChecks: .immediate) {
      try $0.execute(sql: AnswerBlocks.migration24)
    }
    return migrator
  }

  /// The version of a log with these migrations, or with newer ones: the number of the last.
  static func version(_ migrations: some Sequence<String>) -> Int {
    migrations.compactMap { Int($0.prefix { $0 != ":" }) }.max() ?? 0
  }

  private static let device = """
    CREATE TABLE device (
      id BLOB PRIMARY KEY NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Makes SQLite refuse to change or delete a row of a table of events.
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

// MARK: - Strange objects

extension Schema {
  /// What tells the tables of this version from any others (``fingerprint(_:)``), so that a start need
  /// not make them to compare. A test says what it must be.
  static let currentFingerprint: UInt64 = 0x8ec3_8383_648f_ad7b

  /// The first table, index, trigger or view that a log with these migrations does not have, or has
  /// in another form or not at all: a log is input, and what its triggers and views do would be ours.
  ///
  /// - Returns: what it is, in words; `nil` when all are ours.
  static func strangeObject(_ db: Database, applied: Set<String>) throws -> String? {
    let found = try objects(db)
    if found.isEmpty { return nil }
    let migrations = migrator.migrations
    if applied.count == migrations.count, fingerprint(found) == currentFingerprint { return nil }
    guard applied == Set(migrations.prefix(applied.count)) else { return "a gap in its migrations" }
    let ours = try objects(ofMigrations: applied.count)
    for (name, sql) in found {
      guard let own = ours[name] else { return "the \(name), which no version of rabble makes" }
      if own != bare(sql) { return "another \(name) than rabble makes" }
    }
    let names = Set(found.map(\.name))
    return ours.keys.filter { !names.contains($0) }.min().map { "no \($0)" }
  }

  /// The objects that the first migrations make, each with its bare SQL.
  private static func objects(ofMigrations count: Int) throws -> [String: String] {
    let database = try DatabaseQueue()
    if count > 0 { try migrator.migrate(database, upTo: migrator.migrations[count - 1]) }
    return try database.inDatabase { db in
      // The migrator makes its own table before the first of them.
      try db.execute(
        sql: "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
      return Dictionary(uniqueKeysWithValues: try objects(db).map { ($0.name, bare($0.sql)) })
    }
  }

  /// Every object of a database, as “table “review””, with the SQL that makes it. What SQLite makes by
  /// itself is left out.
  private static func objects(_ db: Database) throws -> [(name: String, sql: String)] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT type, name, coalesce(sql, '') FROM sqlite_schema
        WHERE NOT (type = 'index' AND sql IS NULL)
          AND NOT (type = 'table' AND name IN ('sqlite_stat1', 'sqlite_stat4', 'sqlite_sequence'))
        ORDER BY type, name
        """)
    var objects: [(name: String, sql: String)] = []
    while let row = try rows.next() {
      let (type, name): (String, String) = (
        try row.decode(atIndex: 0), try row.decode(atIndex: 1)
      )
      objects.append(("\(type) “\(name)”", try row.decode(atIndex: 2)))
    }
    return objects
  }

  /// SQL without spaces and quotes: versions of SQLite differ in how they quote a name that they
  /// change.
  private static func bare(_ sql: String) -> String {
    sql.filter { !$0.isWhitespace && !"\"`[]".contains($0) }
  }

  /// A hash of the names and SQL of all objects, each closed by a byte that UTF-8 never uses.
  private static func fingerprint(_ objects: [(name: String, sql: String)]) -> UInt64 {
    objects.flatMap { [$0.name, $0.sql] }.reduce(FNV1a.basis) {
      FNV1a.hash(CollectionOfOne(0xff), after: FNV1a.hash($1.utf8, after: $0))
    }
  }

  /// The fingerprint of a database's tables.
  static func fingerprint(_ db: Database) throws -> UInt64 { fingerprint(try objects(db)) }
}
