import CSQLite

/// A database that this program writes: a new collection, or its own copy of one.
final class OwnDatabase {
  private let connection: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// A value of a row.
  enum Value {
    case number(Int64)
    case text(String)
    case bytes([UInt8])
  }

  /// Opens a file that nothing else knows, without the care that makes changes outlive a power cut.
  ///
  /// - Throws: ``PackageFault``.
  init(path: String) throws(PackageFault) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close(handle)
      throw .unwritable(reason: String(cString: sqlite3_errstr(code)))
    }
    connection = handle
    _ = csqlite_distrust_file(handle)
    _ = csqlite_run_no_schema(handle)
    ForeignDatabase.addUnicase(to: handle)
    try run("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Runs statements without values.
  func run(_ sql: String) throws(PackageFault) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw fault }
  }

  /// Runs a statement with values.
  ///
  /// - Returns: how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: [Value]) throws(PackageFault) -> Int {
    let statement = try prepared(sql)
    bind(values, statement)
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE || code == SQLITE_ROW else { throw fault }
    return Int(sqlite3_changes(connection))
  }

  private func prepared(_ sql: String) throws(PackageFault) -> OpaquePointer {
    if let known = statements[sql] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw fault }
    statements[sql] = statement
    return statement
  }

  private func bind(_ values: [Value], _ statement: OpaquePointer) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .number(let number): sqlite3_bind_int64(statement, place, number)
      case .text(let text):
        var text = text
        text.withUTF8 { bytes in
          _ = bytes.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text(statement, place, $0.baseAddress, Int32($0.count), transient)
          }
        }
      case .bytes(let bytes):
        sqlite3_bind_blob(statement, place, bytes, Int32(bytes.count), transient)
      }
    }
  }

  private var fault: PackageFault { .database(String(cString: sqlite3_errmsg(connection))) }
}

extension OwnDatabase.Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  init(integerLiteral value: Int64) { self = .number(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(_ number: Int) { self = .number(Int64(number)) }
  init(_ number: Int64) { self = .number(number) }
  init(_ text: String) { self = .text(text) }
}
