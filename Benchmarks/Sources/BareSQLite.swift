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

/// A prepared statement of SQLite's C interface; columns count from 0, parameters from 1.
final class BareStatement {
  private let handle: OpaquePointer?
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  init(_ handle: OpaquePointer?) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ parameter: Int32, _ value: Int) {
    sqlite3_bind_int64(handle, parameter, Int64(value))
  }

  func bind(_ parameter: Int32, _ value: String?) {
    guard let value else {
      sqlite3_bind_null(handle, parameter)
      return
    }
    sqlite3_bind_text(handle, parameter, value, -1, Self.copied)
  }

  /// Binds the 16 bytes of an identity, the most significant first.
  func bind(_ parameter: Int32, _ bits: UInt128) {
    _ = withUnsafeBytes(of: bits.bigEndian) { bytes in
      sqlite3_bind_blob(handle, parameter, bytes.baseAddress, 16, Self.copied)
    }
  }

  /// Goes to the next row; `false` when there is none.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw Failure(String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
    }
  }

  /// Runs the statement to its end, ready to be run again.
  func run() throws {
    while try step() {}
    sqlite3_reset(handle)
  }

  func reset() { sqlite3_reset(handle) }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { String(cString: $0) }
  }

  /// The 16 bytes of an identity.
  func bits(_ column: Int32) -> UInt128 {
    guard sqlite3_column_bytes(handle, column) == 16,
      let bytes = sqlite3_column_blob(handle, column)
    else { return 0 }
    return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }
}
