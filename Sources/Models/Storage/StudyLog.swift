import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling
import Synchronization

/// The study log: everything the learner did, one immutable event a row, in an SQLite database.
///
/// Every write is one transaction that is on disk when the method returns (WAL with
/// `synchronous=FULL`); several processes may use one log at once. What was computed from the
/// events is kept in the same transaction and can be made again from them.
public final class StudyLog: Sendable {
  /// Where the log lives, for messages; `:memory:` for one that is gone with the process.
  public let path: String

  let database: DatabaseQueue
  let random: @Sendable () -> UInt128
  let known = Mutex(KnownState())

  /// Opens the log, and makes it if there is none.
  ///
  /// - Parameters:
  ///   - path: the database file, or `nil` for a log in memory. Its folder must exist.
  ///   - patience: the seconds to wait for another program that is writing to the log.
  ///   - random: a source of 128 random bits, for the identities of events.
  /// - Throws: ``StorageError``; then nothing was changed.
  public init(
    path: String?, patience: Double = 10,
    random: @escaping @Sendable () -> UInt128
  ) throws(StorageError) {
    self.path = path ?? ":memory:"
    self.random = random
    var configuration = Configuration()
    configuration.label = "study log"
    configuration.busyMode = .timeout(patience)
    do {
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      try prepare()
    } catch {
      throw StorageError(error, path: self.path)
    }
  }

  /// Brings the tables up to date and makes commits durable.
  private func prepare() throws {
    let migrator = Self.migrator
    let applied = try retrying(on: [.SQLITE_ERROR]) {
      try database.read { try migrator.appliedIdentifiers($0) }
    }
    let known = Set(migrator.migrations)
    if !applied.isSubset(of: known) { throw StorageError.newerVersion(path: path) }
    try retrying(on: [.SQLITE_BUSY]) {
      try database.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
    }
    try database.inDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try db.execute(sql: "PRAGMA cache_size = -8000")
    }
    if applied != known { try retrying(on: [.SQLITE_ERROR]) { try migrator.migrate(database) } }
  }

  /// Empties the write-ahead log when what was written has made it much longer than answers do. Who
  /// opens the log after a program that had no time to close it reads all of that. When another
  /// program is reading, it stays as it is.
  func emptyLongWriteAheadLog() {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size > 8 << 20 else { return }
    // All is written and stays so: where this fails, the next one to close the log does it.
    _ = try? database.writeWithoutTransaction { db in
      try Row.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// Tries again when another program makes the same log at this moment: SQLite does not wait for a
  /// change of the journal, and tables that were there a moment later are an error.
  private func retrying<Value>(on codes: [ResultCode], _ body: () throws -> Value) throws -> Value {
    for _ in 0..<200 {
      do {
        return try body()
      } catch let error as DatabaseError where codes.contains(error.resultCode) {
        usleep(10_000)
      }
    }
    return try body()
  }

  /// Runs `body` in one transaction that is on disk when this returns.
  func write<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    try transact("BEGIN IMMEDIATE", body)
  }

  /// Runs `body` on one unchanging state of the log.
  func read<Value>(_ body: (Database) throws -> Value) throws(StorageError) -> Value {
    try transact("BEGIN", body)
  }

  /// GRDB's own transactions prepare their statements each time.
  private func transact<Value>(_ begin: String, _ body: (Database) throws -> Value)
    throws(StorageError) -> Value
  {
    do {
      return try database.writeWithoutTransaction { db in
        try db.cachedStatement(sql: begin).run(db)
        do {
          let value = try body(db)
          try db.cachedStatement(sql: "COMMIT").run(db)
          return value
        } catch {
          // SQLite has rolled back by itself after some errors, such as a full disk.
          if db.isInsideTransaction { try db.rollback() }
          throw error
        }
      }
    } catch {
      throw StorageError(error, path: path)
    }
  }
}

/// What need not be read again for every answer.
struct KnownState {
  var identities = KnownIdentities()
  var presets = KnownPresets()
  var load = KnownLoad()
}

/// Identities that need not be looked up again for every event.
struct KnownIdentities {
  /// This device, once it is in the log.
  var device: EventID?
  /// The newest event, as long as no other connection has changed the log.
  var newest: EventID?
  /// SQLite's `data_version` when ``newest`` was known: it changes with another connection's commit.
  var version: Int64?
}

extension StudyLog {
  /// This device's identity, made at the first event.
  func device(_ db: Database, at moment: Moment) throws -> EventID {
    if let known = known.withLock({ $0.identities.device }) { return known }
    if let id = try EventID.fetchOne(db, sql: "SELECT id FROM device") {
      known.withLock { $0.identities.device = id }
      return id
    }
    // Kept in memory only once it is read back: this transaction may still fail.
    let id = EventID(after: nil, milliseconds: moment.milliseconds, random: random())
    try db.execute(sql: "INSERT INTO device (id) VALUES (?)", arguments: [id])
    return id
  }

  /// The identity of the next event, after all that the log holds.
  func nextEvent(_ db: Database, at moment: Moment) throws -> EventID {
    let version = try dataVersion(db)
    let newest = known.withLock { known in
      known.identities.version == version ? known.identities.newest : nil
    }
    let id = EventID(
      after: try newest ?? newestEvent(db), milliseconds: moment.milliseconds, random: random())
    known.withLock {
      $0.identities.newest = id
      $0.identities.version = version
    }
    return id
  }

  /// A number that changes with another connection's commit.
  func dataVersion(_ db: Database) throws -> Int64? {
    try db.cachedStatement(sql: "PRAGMA data_version").first(db) { $0.integer(0) }
  }

  private func newestEvent(_ db: Database) throws -> EventID? {
    try EventID.fetchOne(
      db,
      sql: """
        SELECT max(id) FROM (
          SELECT max(id) AS id FROM review UNION ALL SELECT max(id) FROM wording
          UNION ALL SELECT max(id) FROM retraction UNION ALL SELECT max(id) FROM acceptance
          UNION ALL SELECT max(id) FROM identity UNION ALL SELECT max(id) FROM import
          UNION ALL SELECT max(id) FROM import_retraction UNION ALL SELECT max(id) FROM preset
          UNION ALL SELECT max(id) FROM preset_use UNION ALL SELECT max(id) FROM suspension
          UNION ALL SELECT max(id) FROM change_retraction)
        """)
  }
}
