import Foundation
import GRDB
import GRDBSQLite
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
  let thresholds: Thresholds
  let caches = Mutex(Caches())
  /// The open files; `nil` for a log in memory and for a copy.
  let files: LogFiles?
  private let patience: Double
  /// How many seconds to wait for another program: four first starts at once on a busy machine take ten, and who waits
  /// is told for whom.
  package static let usualPatience = 30.0
  /// How many seconds to wait for another program without a word.
  static let silentWait = 1.0
  private let whenWaiting: @Sendable (LogHolder?) -> Void
  /// Why nothing more is read or written; `nil` as long as all is well.
  private let ending = Mutex<StorageError?>(nil)

  /// Opens the log.
  ///
  /// - Parameters:
  ///   - path: the database file, or `nil` for a log in memory. Its folder must exist.
  ///   - access: what for.
  ///   - schema: the tables that it must have; a log of an older version is brought up to date, a newer one
  ///     is refused.
  ///   - temporary: the folder for a copy of a log that can be read but not written.
  ///   - patience: how many seconds to wait for another program that is writing to the log.
  ///   - thresholds: which way of computing is taken for how much.
  ///   - whenWaiting: is called once for each transaction that waits for another program for more than a second, with
  ///     what is known of that program.
  ///   - random: a source of 128 random bits, for the identities of events.
  ///   - beforeUpdate: is handed a log whose tables an older version made, before they are updated.
  /// - Throws: ``StorageError``; then nothing was changed.
  package init(
    path: String?, for access: Access = .creating, schema: Schema = .current,
    temporary: String = "/tmp", patience: Double = usualPatience, thresholds: Thresholds = .shipped,
    whenWaiting: @escaping @Sendable (LogHolder?) -> Void = { _ in },
    random: @escaping @Sendable () -> UInt128,
    beforeUpdate: (LogSnapshot) -> Void = { _ in }
  ) throws(StorageError) {
    self.whenWaiting = whenWaiting
    self.path = path ?? ":memory:"
    self.random = random
    self.thresholds = thresholds
    self.patience = patience
    // SQLite does not pass on the system's error number here, which tells a file that is too long from a full disk.
    errno = 0
    do {
      (database, files) = try Self.open(
        path, for: access, schema: schema, temporary: temporary, patience: patience,
        beforeUpdate: beforeUpdate)
      database.inDatabase { FilterFunctions.add(to: $0) }
    } catch {
      let number = errno
      throw StorageError(error, path: self.path, system: number == EFBIG ? number : nil)
    }
  }

  /// Runs `body` on one unchanging state of the log.
  ///
  /// - Throws: ``StorageError`` when the log can't be read, or what else `body` throws.
  package func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
    try database.writeWithoutTransaction { db in try transact(db, "BEGIN", body) }
  }

  /// Runs `body` in one transaction, which is on disk when this returns (WAL with
  /// `synchronous=FULL`), in the files that the next program will open.
  ///
  /// - Parameters:
  ///   - findsReferences: whether `body` takes the numbers that rows refer to from the log itself and removes no deck,
  ///     so that SQLite need not look for each: of a million answers that takes as long as to write them.
  ///   - body: changes the log.
  /// - Returns: what `body` returns.
  /// - Throws: ``StorageError``, or what else `body` throws; then nothing was changed, except as
  ///   ``StorageError/moved(path:)`` and ``StorageError/unsure(path:reason:)`` say.
  @discardableResult
  package func write<Value>(
    findsReferences: Bool = false, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    try database.writeWithoutTransaction { db in
      if findsReferences { try db.execute(sql: "PRAGMA foreign_keys = 0") }
      defer {
        // Every connection has it on (``open(_:for:schema:temporary:patience:beforeUpdate:)``). Outside of a transaction
        // it can't fail.
        if findsReferences { try? db.execute(sql: "PRAGMA foreign_keys = 1") }
      }
      guard let files else { return try transact(db, "BEGIN IMMEDIATE", body) }
      let value = try files.whileWriting(patience: patience, whenWaiting: whenWaiting) {
        try transact(db, "BEGIN IMMEDIATE", body)
      }
      files.emptyWriteAheadLog(db, patience: patience) { db in
        try db.inTransaction(.immediate) {
          try LogHeader.beginWriteAheadLog(db, random: random)
          return .commit
        }
      }
      return value
    }
  }

  /// Makes sure that what is written now is what the next program will open; every transaction does.
  ///
  /// - Throws: ``StorageError/moved(path:)``.
  package func requireInPlace() throws(StorageError) { try files?.requireInPlace() }

  /// Closes the log: nothing can be read or written any more, and nothing of it is in a write-ahead log
  /// unless another program has it open.
  ///
  /// - Throws: ``StorageError``.
  package func close() throws(StorageError) {
    do { try database.close() } catch { throw StorageError(error, path: path) }
  }

  // MARK: - Transactions

  /// GRDB's own transactions prepare their statements each time; these are cached.
  private func transact<Value>(
    _ db: Database, _ begin: String, _ body: (Transaction) throws -> Value
  ) throws -> Value {
    if let error = ending.withLock({ $0 }) { throw error }
    do {
      try files?.requireInPlace()
      try self.begin(db, begin)
      if begin != "BEGIN", files?.isWriteAheadLogEmpty == true {
        try LogHeader.beginWriteAheadLog(db, random: random)
      }
      let transaction = Transaction(db, log: self)
      let value = try body(transaction)
      try transaction.willCommit()
      try commit(db)
      if begin != "BEGIN" { try files?.requireInPlace() }
      transaction.didCommit()
      return value
    } catch {
      let error =
        StorageError.isOfDatabase(error)
        ? StorageError(error, path: path, system: sqlite3_system_errno(db.sqliteConnection)) : error
      // SQLite has rolled back by itself after some errors, such as a full disk. Where this one fails,
      // the next BEGIN says so; the error that came first is told.
      if db.isInsideTransaction { try? db.rollback() }
      if case .unsure = error as? StorageError { ending.withLock { $0 = error as? StorageError } }
      throw error
    }
  }

  /// Begins a transaction; where another program is writing, waits for it, and after a second says so.
  private func begin(_ db: Database, _ sql: String) throws {
    let statement = try db.cachedStatement(sql: sql)
    guard files != nil, sql != "BEGIN", patience > Self.silentWait else {
      return try statement.execute()
    }
    let connection = db.sqliteConnection
    sqlite3_busy_timeout(connection, CInt(Self.silentWait * 1000))
    defer { sqlite3_busy_timeout(connection, CInt(patience * 1000)) }
    do {
      try statement.execute()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      whenWaiting(.writing(to: path))
      // Or GRDB would find the error again.
      sqlite3_reset(statement.sqliteStatement)
      sqlite3_busy_timeout(connection, CInt((patience - Self.silentWait) * 1000))
      try statement.execute()
    }
  }

  /// - Throws: ``StorageError/unsure(path:reason:)`` where what was written may be on disk or not.
  private func commit(_ db: Database) throws {
    // SQLite keeps the system's number for every statement but this one.
    errno = 0
    do {
      try db.cachedStatement(sql: "COMMIT").execute()
    } catch let error as DatabaseError {
      let number = errno
      guard StorageError.leavesUnsure(error) else {
        throw StorageError(error, path: path, system: number)
      }
      throw StorageError.unsure(
        path: path, reason: StorageError.reason(error, system: number))
    }
  }
}
