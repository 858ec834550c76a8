import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions

/// The rows of a query, read without a copy of each, for passes over whole tables.
struct SteppedRows {
  private let statement: Statement

  init(_ db: Database, _ sql: String, _ arguments: StatementArguments = []) throws {
    statement = try db.makeStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// The rows of a query that comes often.
  init(_ db: Database, cached sql: String, _ arguments: StatementArguments) throws {
    statement = try db.cachedStatement(sql: sql)
    try statement.setArguments(arguments)
  }

  /// Hands on each row, which is valid until the next.
  func forEach(_ body: (SteppedRow) throws -> Void) throws {
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      try body(SteppedRow(handle: handle))
    }
  }
}

/// A row of ``SteppedRows``.
struct SteppedRow {
  let handle: SQLiteStatement

  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  func number(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

  /// A whole number in bounds.
  func integer<Number: BinaryInteger>(
    _ column: CInt, in bounds: ClosedRange<Number>
  ) throws -> Number {
    let number = integer(column)
    guard let value = Number(exactly: number), bounds.contains(value) else {
      throw LogFault("\(number) in the column \(name(column))")
    }
    return value
  }

  /// A number in bounds.
  func number(_ column: CInt, in bounds: ClosedRange<Double>) throws -> Double {
    let number = number(column)
    guard bounds.contains(number) else {
      throw LogFault("\(number) in the column \(name(column))")
    }
    return number
  }

  private func name(_ column: CInt) -> String {
    sqlite3_column_name(handle, column).map { String(cString: $0) } ?? "\(column)"
  }

  /// A text; `nil` for NULL.
  func string(_ column: CInt) -> String? {
    isNull(column) ? nil : String(decoding: text(column), as: UTF8.self)
  }

  func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: CInt) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_text(handle, column)
    return UnsafeBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
  }

  func identity(_ column: CInt) throws -> UInt128 {
    guard let identity = QuestionID(sqliteStatement: handle, index: column) else {
      throw LogFault("the identity of a question")
    }
    return identity.bits
  }
}
