import Foundation
import GRDB
import RabbleScheduling
import Synchronization

/// The study log: everything the learner did, one immutable event per row, in an SQLite database.
///
/// All reading and writing goes through the stores of a ``Transaction``:
///
///     let groups = try log.read { try $0.decks.groups(of: paths) }
///     try log.write { try $0.suspensions.suspend(card, .suspended, at: now) }
///
/// One transaction can't be inside another: read what `body` needs of the log through its stores.
///
/// What is computed from the events is kept in the same database, changes in the same transaction,
/// and can be recomputed from them. Several processes may use one log at the same time.
package final class StudyLog: Sendable {
  /// Where the log is, for messages; `:memory:` for one that ends with the process.
  package let path: String

  let database: DatabaseQueue
  let random: @Sendable () -> UInt128
  let caches = Mutex(Caches())

  /// Opens the log, and creates it if there is none.
  ///
  /// - Parameters:
  ///   - path: the database file, or `nil` for a log in memory. Its folder must exist.
  ///   - patience: how many seconds to wait for another program that is writing to the log.
  ///   - random: a source of 128 random bits, for the identities of events.
  ///   - beforeUpdate: is handed a log whose tables an older version made, before they are updated.
  /// - Throws: ``StorageError``; then nothing was changed.
  package init(
    path: String?, patience: Double = 10,
    random: @escaping @Sendable () -> UInt128, beforeUpdate: (LogSnapshot) -> Void = { _ in }
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
      try prepare(beforeUpdate)
    } catch {
      throw StorageError(error, path: self.path)
    }
  }

  /// Runs `body` on one unchanging state of the log.
  ///
  /// - Throws: ``StorageError`` when the log can't be read, or what else `body` throws.
  package func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try transact("BEGIN", body)
  }

  /// Runs `body` in one transaction, which is on disk when this returns (WAL with
  /// `synchronous=FULL`).
  ///
  /// - Throws: ``StorageError``, or what else `body` throws; then nothing was changed.
  @discardableResult
  package func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try transact("BEGIN IMMEDIATE", body)
  }

  /// Closes the log: nothing can be read or written any more, and nothing of it is in a write-ahead log
  /// unless another program has it open.
  ///
  /// - Throws: ``StorageError``.
  package func close() throws(StorageError) {
    do { try database.close() } catch { throw StorageError(error, path: path) }
  }

  // MARK: - Opening

  /// Brings the tables up to date and makes commits durable.
  private func prepare(_ beforeUpdate: (LogSnapshot) -> Void) throws {
    let migrator = Schema.migrator
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
    if !applied.isEmpty, applied != known { beforeUpdate(LogSnapshot(database, path: path)) }
    if applied != known { try retrying(on: [.SQLITE_ERROR]) { try migrator.migrate(database) } }
  }

  /// Tries again when another program creates the same log at this moment: SQLite does not wait for a
  /// change of the journal mode, and a table that another program has just created is an error.
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

  // MARK: - Transactions

  /// GRDB's own transactions prepare their statements each time; these are cached.
  private func transact<Value>(_ begin: String, _ body: (Transaction) throws -> Value) throws
    -> Value
  {
    do {
      return try database.writeWithoutTransaction { db in
        try db.cachedStatement(sql: begin).execute()
        do {
          let transaction = Transaction(db, log: self)
          let value = try body(transaction)
          try db.cachedStatement(sql: "COMMIT").execute()
          transaction.didCommit()
          return value
        } catch {
          // SQLite has rolled back by itself after some errors, such as a full disk.
          if db.isInsideTransaction { try db.rollback() }
          throw error
        }
      }
    } catch {
      throw StorageError.isOfDatabase(error) ? StorageError(error, path: path) : error
    }
  }
}
