import GRDB
import GRDBSQLite

/// Adds many rows to a table by one statement, whose values are bound in place: to wrap each for GRDB takes
/// longer than to write it.
struct RowWriter {
  private let db: Database
  private let statement: Statement

  /// Prepares for rows of a table.
  ///
  /// - Parameters:
  ///   - db: the database, in a transaction that changes it.
  ///   - table: the table.
  ///   - columns: the columns that are given.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  init(_ db: Database, into table: String, _ columns: [String]) throws {
    self.db = db
    let places = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    statement = try db.cachedStatement(
      sql: "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(places))")
    sqlite3_reset(statement.sqliteStatement)
  }

  /// Adds a row.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func add(_ values: [EventValue]) throws {
    try statement.run(values, db)
  }
}

extension Statement {
  /// Runs it once with these arguments.
  ///
  /// - Throws: GRDB's `DatabaseError`.
  func run(_ values: [EventValue], _ db: Database) throws {
    for (index, value) in values.enumerated() { bind(value, at: index) }
    let code = sqlite3_step(sqliteStatement)
    sqlite3_reset(sqliteStatement)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: db.lastErrorMessage)
    }
  }

  /// Memory that SQLite copies.
  static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Sets the value of the argument at a place, from 0.
  func bind(_ value: EventValue, at index: Int) {
    let (row, place) = (sqliteStatement, CInt(index + 1))
    switch value {
    case .null: sqlite3_bind_null(row, place)
    case .integer(let number): sqlite3_bind_int64(row, place, number)
    case .real(let number): sqlite3_bind_double(row, place, number)
    case .text(var text):
      text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(row, place, $0.baseAddress, CInt($0.count), Self.transient)
        }
      }
    case .identity(let bits):
      withUnsafeBytes(of: bits.bigEndian) { bytes in
        _ = sqlite3_bind_blob(row, place, bytes.baseAddress, CInt(bytes.count), Self.transient)
      }
    case .bytes(let data):
      data.withUnsafeBytes { bytes in
        _ =
          bytes.isEmpty
          ? sqlite3_bind_zeroblob(row, place, 0)
          : sqlite3_bind_blob(row, place, bytes.baseAddress, CInt(bytes.count), Self.transient)
      }
    }
  }
}
