import Foundation
import GRDB

extension StudyLog {
  /// What a log is opened for.
  package enum Access: Hashable, Sendable {
    /// To change it; it is made if there is none.
    case creating
    /// To change it; where there is none, an empty one in memory takes its place.
    case changing
    /// To look at what is in it, and at the decks: what was read of them is kept in it. Where that
    /// can't be written, a copy takes its place; where there is no log, an empty one in memory.
    case looking
    /// To look at what is in it, as ``looking``, without ever changing it.
    case examining
    /// To look at a copy, as ``looking`` does where the log can't be written.
    case copying

    /// Whether nothing is lost where a copy takes the log's place.
    fileprivate var isReading: Bool { self != .creating && self != .changing }
  }

  /// Opens a log, and brings its tables up to date.
  ///
  /// - Returns: the connection, and its files where changes are there to stay.
  static func open(
    _ path: String?, for access: Access, schema: Schema, temporary: String, patience: Double,
    beforeUpdate: (LogSnapshot) -> Void
  ) throws -> (DatabaseQueue, LogFiles?) {
    guard let path else { return (try inMemory(schema), nil) }
    try LogFiles.expectNoFolder(at: path)
    let opening = LogOpening(path: path, access: access, schema: schema, patience: patience)
    if LogFiles.isMissing(path) || LogFiles.length(of: path) == 0 {
      if (LogFiles.length(of: path + "-wal") ?? 0) > 0 {
        throw StorageError.answersAlone(path: path)
      }
      guard access == .creating else { return (try inMemory(schema), nil) }
      try LogFiles.create(path)
    }
    guard access.isReading else { return try opening.inPlace(beforeUpdate) }
    guard access != .copying, LogFiles.isWritable(path) else {
      return try opening.copy(in: temporary)
    }
    do {
      return try opening.inPlace(beforeUpdate)
    } catch {
      guard StorageError(error, path: path).isOfSurroundings else { throw error }
      return try opening.copy(in: temporary)
    }
  }

  private static func inMemory(_ schema: Schema) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try schema.migrator.migrate(database)
    return database
  }
}

/// How a log at a path is opened.
private struct LogOpening {
  let path: String
  let access: StudyLog.Access
  let schema: Schema
  let patience: Double

  /// Opens it where it is.
  func inPlace(_ beforeUpdate: (LogSnapshot) -> Void) throws -> (DatabaseQueue, LogFiles?) {
    let hadAnswers = (LogFiles.length(of: path + "-wal") ?? 0) > 0
    let database = try retrying(on: [.SQLITE_ERROR]) { try connect(path) }
    let isCurrent = try retrying(on: [.SQLITE_ERROR]) { try hasCurrentTables(database) }
    if !isCurrent, access.isReading {
      throw StorageError.needsUpdate(path: path)
    }
    if !access.isReading {
      try retrying(on: [.SQLITE_BUSY]) {
        try database.inDatabase { _ = try String.fetchOne($0, sql: "PRAGMA journal_mode = WAL") }
      }
    }
    let files = try database.inDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = -8000")
      if access == .examining { try db.execute(sql: "PRAGMA query_only = ON") }
      // SQLite opens the write-ahead log with the first reading.
      _ = try Row.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema LIMIT 1")
      return try LogFiles(path, of: db)
    }
    if !isCurrent {
      // Another program may be creating the same log at this moment.
      if try !isEmpty(database), try !hasCurrentTables(database) {
        beforeUpdate(LogSnapshot(database, path: path, isCurrent: false))
      }
      try files.whileWriting(patience: patience) {
        try retrying(on: [.SQLITE_ERROR, .SQLITE_CONSTRAINT]) {
          try schema.migrator.migrate(database)
        }
      }
    }
    // What a program has left that was killed, or could not make sure that it is on disk.
    if !isCurrent || hadAnswers, !access.isReading {
      database.inDatabase {
        files.emptyWriteAheadLog($0, patience: patience)
      }
    }
    return (database, files)
  }

  /// Opens a copy in a folder for temporary files; it is gone with the connection.
  func copy(in temporary: String) throws -> (DatabaseQueue, LogFiles?) {
    let copy = try LogFiles.copy(path, into: temporary)
    defer { LogFiles.removeCopy(copy) }
    do {
      let database = try connect(copy)
      let isCurrent = try hasCurrentTables(database)
      try database.inDatabase { db in
        _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = MEMORY")
        try db.execute(sql: "PRAGMA synchronous = OFF")
      }
      if !isCurrent { try schema.migrator.migrate(database) }
      return (database, nil)
    } catch {
      switch StorageError(error, path: path) {
      case .diskFull:
        throw StorageError.notCopied(
          path: path, temporary: temporary, reason: String(cString: strerror(ENOSPC)))
      case let error: throw error
      }
    }
  }

  private func connect(_ file: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "study log"
    configuration.busyMode = .timeout(patience)
    let changes = !access.isReading || file != path
    configuration.prepareDatabase { [path] db in
      try LogHeader.examine(db, path: file, name: path, changes: changes)
    }
    return try DatabaseQueue(path: file, configuration: configuration)
  }

  /// Whether there are no events yet.
  private func isEmpty(_ database: DatabaseQueue) throws -> Bool {
    try database.read { db in
      try EventForm.tables.allSatisfy { table in
        try !db.tableExists(table)
          || Int.fetchOne(db, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
      }
    }
  }

  /// Whether the tables are those of this version.
  ///
  /// - Throws: ``StorageError`` when they are those of a newer one, or not a log's.
  private func hasCurrentTables(_ database: DatabaseQueue) throws -> Bool {
    try database.read { db in
      let version = try schema.version(of: db, path: path)
      if let strange = try schema.strangeObject(db, version: version) {
        throw StorageError.strange(path: path, object: strange)
      }
      // Our own views read the bodies of events by SQLite's functions for JSON.
      try db.execute(sql: "PRAGMA trusted_schema = ON")
      return version == schema.number
    }
  }

  /// Tries again when another program creates the same log at this moment: SQLite does not wait for a
  /// change of the journal mode, and a table or a version that another program has just made is an error.
  private func retrying<Value>(on codes: [ResultCode], _ body: () throws -> Value) throws -> Value {
    for _ in 0..<Int(min(patience, 2) * 100) {
      do {
        return try body()
      } catch let error as DatabaseError where codes.contains(error.resultCode) {
        usleep(10_000)
      }
    }
    return try body()
  }
}
