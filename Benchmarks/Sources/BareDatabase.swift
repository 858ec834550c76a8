import GRDBSQLite

/// SQLite through its C interface, with nothing of ours around it.
final class BareDatabase {
  private var handle: OpaquePointer?

  /// Opens a database file; read-only, it and its write-ahead log are left as they are.
  init(path: String, isReadOnly: Bool = false) throws {
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    guard sqlite3_open_v2(path, &handle, flags, nil) == SQLITE_OK else {
      throw Failure("\(path) can't be opened: \(message)")
    }
    sqlite3_busy_timeout(handle, 10_000)
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  var message: String { String(cString: sqlite3_errmsg(handle)) }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure("\(sql): \(message)")
    }
  }

  func statement(_ sql: String) throws -> BareStatement {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure("\(sql): \(message)")
    }
    return BareStatement(statement)
  }

  /// The first column of the first row as a number; 0 when there is none.
  func number(_ sql: String) throws -> Int {
    let statement = try statement(sql)
    return try statement.step() ? statement.integer(0) : 0
  }
}
