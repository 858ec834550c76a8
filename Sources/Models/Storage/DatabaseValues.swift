import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

extension QuestionID: DatabaseValueConvertible {
  /// The 128 bits as a blob of 16 bytes.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> QuestionID? {
    Data.fromDatabaseValue(value).flatMap(UInt128.init(blob:)).map(QuestionID.init(bits:))
  }
}

extension EventID: DatabaseValueConvertible {
  /// The 128 bits as a blob of 16 bytes, which SQLite orders as we order identities.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> EventID? {
    Data.fromDatabaseValue(value).flatMap(UInt128.init(blob:)).map(EventID.init(bits:))
  }
}

extension UInt128 {
  /// 16 bytes, most significant first.
  fileprivate var blob: Data {
    withUnsafeBytes(of: bigEndian) { Data($0) }
  }

  fileprivate init?(blob: Data) {
    guard blob.count == 16 else { return nil }
    self = UInt128(bigEndian: blob.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) })
  }
}

/// The few statements that run at every answer, bound and read in place: what GRDB makes on the way
/// of each value and row costs as much as the commit itself. GRDB prepares, caches and closes them.
extension Statement {
  /// Runs a statement that gives no rows.
  ///
  /// - Throws: `DatabaseError` when it fails.
  func run(_ db: Database, _ bind: (inout Binding) -> Void = { _ in }) throws {
    _ = try step(db, bind) { _ in }
  }

  /// The first row of a statement that gives at most one; `nil` when there is none.
  ///
  /// - Throws: `DatabaseError` when it fails.
  func first<Value>(
    _ db: Database, _ bind: (inout Binding) -> Void = { _ in }, _ read: (Columns) -> Value
  ) throws -> Value? {
    try step(db, bind, read)
  }

  /// Hands every row to `body`.
  ///
  /// - Throws: `DatabaseError` when it fails, or what `body` throws.
  func forEach(
    _ db: Database, _ bind: (inout Binding) -> Void = { _ in }, _ body: (Columns) throws -> Void
  ) throws {
    defer {
      sqlite3_reset(sqliteStatement)
      sqlite3_clear_bindings(sqliteStatement)
    }
    var binding = Binding(statement: sqliteStatement)
    bind(&binding)
    var code = binding.code == SQLITE_OK ? sqlite3_step(sqliteStatement) : binding.code
    while code == SQLITE_ROW {
      try body(Columns(statement: sqliteStatement))
      code = sqlite3_step(sqliteStatement)
    }
    if code != SQLITE_DONE { throw failure(db, code) }
  }

  private func failure(_ db: Database, _ code: CInt) -> DatabaseError {
    DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage, sql: sql)
  }

  private func step<Value>(
    _ db: Database, _ bind: (inout Binding) -> Void, _ read: (Columns) -> Value
  ) throws -> Value? {
    defer {
      sqlite3_reset(sqliteStatement)
      sqlite3_clear_bindings(sqliteStatement)
    }
    var binding = Binding(statement: sqliteStatement)
    bind(&binding)
    let code = binding.code == SQLITE_OK ? sqlite3_step(sqliteStatement) : binding.code
    switch code {
    case SQLITE_ROW: return read(Columns(statement: sqliteStatement))
    case SQLITE_DONE: return nil
    default: throw failure(db, code)
    }
  }
}

/// The values of a statement's parameters, bound one after the other.
struct Binding {
  let statement: SQLiteStatement
  private var index: CInt = 0
  /// What SQLite said of the first value it did not take.
  private(set) var code = SQLITE_OK

  init(statement: SQLiteStatement) {
    self.statement = statement
  }

  /// Binds the next parameter; as for all kinds of values, none leaves it NULL.
  mutating func add(_ value: Int64?) {
    let index = next()
    if let value { note(sqlite3_bind_int64(statement, index, value)) }
  }

  mutating func add(_ value: Int?) { add(value.map(Int64.init)) }

  mutating func add(_ value: Double?) {
    let index = next()
    if let value { note(sqlite3_bind_double(statement, index, value)) }
  }

  mutating func add(_ text: String?) {
    let index = next()
    guard var text else { return }
    // An empty buffer may have no address, and without one SQLite binds NULL.
    if text.isEmpty { return note(sqlite3_bind_text(statement, index, "", 0, Self.copied)) }
    let code = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        sqlite3_bind_text(statement, index, $0.baseAddress, CInt($0.count), Self.copied)
      }
    }
    note(code)
  }

  mutating func add(_ bits: UInt128?) {
    let index = next()
    guard let bits else { return }
    let code = withUnsafeBytes(of: bits.bigEndian) {
      sqlite3_bind_blob(statement, index, $0.baseAddress, CInt($0.count), Self.copied)
    }
    note(code)
  }

  mutating func add(_ id: QuestionID?) { add(id?.bits) }

  mutating func add(_ id: EventID?) { add(id?.bits) }

  private mutating func next() -> CInt {
    index += 1
    return index
  }

  private mutating func note(_ result: CInt) {
    if code == SQLITE_OK { code = result }
  }

  /// Has SQLite copy what it is given (`SQLITE_TRANSIENT`, a macro that Swift does not see).
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

/// The columns of a statement's present row.
struct Columns {
  let statement: SQLiteStatement

  func integer(_ index: CInt) -> Int64 { sqlite3_column_int64(statement, index) }

  func number(_ index: CInt) -> Int { Int(integer(index)) }

  func real(_ index: CInt) -> Double { sqlite3_column_double(statement, index) }

  func text(_ index: CInt) -> String {
    guard let bytes = sqlite3_column_text(statement, index) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  func isNull(_ index: CInt) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

  /// 16 bytes, most significant first; 0 for anything else.
  func bits(_ index: CInt) -> UInt128 {
    guard let bytes = sqlite3_column_blob(statement, index),
      sqlite3_column_bytes(statement, index) == 16
    else { return 0 }
    return UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }
}
