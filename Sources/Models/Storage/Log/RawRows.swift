import Foundation
import GRDB
import GRDBSQLite
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// The rows of a query, read without a copy of each, for passes over whole tables.
struct RawRows {
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

  /// The rows of a statement whose arguments are set.
  init(_ statement: Statement) { self.statement = statement }

  /// Passes on each row, which is valid until the next.
  func forEach(_ body: (RawRow) throws -> Void) throws {
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else {
        throw DatabaseError(
          resultCode: ResultCode(rawValue: code),
          message: sqlite3_errmsg(sqlite3_db_handle(handle)).map { String(cString: $0) })
      }
      try body(RawRow(handle: handle))
    }
  }
}

/// A row of ``RawRows``.
struct RawRow {
  let handle: SQLiteStatement

  func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

  func number(_ column: CInt) -> Double { sqlite3_column_double(handle, column) }

  /// A whole number in bounds.
  func integer<Bound: BinaryInteger>(
    _ column: CInt, in bounds: ClosedRange<Bound>
  ) throws -> Bound {
    let number = integer(column)
    guard let value = Bound(exactly: number), bounds.contains(value) else {
      throw fault(column, "\(number)")
    }
    return value
  }

  /// A number in bounds.
  func number(_ column: CInt, in bounds: ClosedRange<Double>) throws -> Double {
    let number = number(column)
    guard bounds.contains(number) else { throw fault(column, "\(number)") }
    return number
  }

  /// The columns `time` and `utc_offset`, which follow each other from `first` on.
  func moment(_ first: CInt) throws -> Moment {
    Moment(
      milliseconds: try integer(first, in: LogBounds.time),
      utcOffset: try integer(first + 1, in: LogBounds.utcOffset))
  }

  /// The columns `question` and `direction`, which follow each other from `first` on.
  func card(_ first: CInt) throws -> CardID {
    let name = String(decoding: text(first + 1), as: UTF8.self)
    guard let direction = Direction(rawValue: name) else {
      throw fault(first + 1, "“\(name.prefix(100))”")
    }
    return CardID(question: QuestionID(bits: try identity(first)), direction: direction)
  }

  /// The columns with a deck's name and a group's title, which follow each other from `first` on.
  func group(_ first: CInt) -> GroupName {
    GroupName(
      deck: String(decoding: text(first), as: UTF8.self),
      title: String(decoding: text(first + 1), as: UTF8.self))
  }

  /// The column with a grade.
  func grade(_ column: CInt) throws -> Grade {
    guard let grade = Grade(rawValue: Int(integer(column))) else {
      throw fault(column, "\(integer(column))")
    }
    return grade
  }

  /// The column with the occasion of a review; `nil` for an ordinary one.
  func occasion(_ column: CInt) throws -> ReviewOccasion? {
    guard let name = string(column) else { return nil }
    guard let occasion = ReviewOccasion(rawValue: name) else {
      throw fault(column, "“\(name.prefix(100))”")
    }
    return occasion
  }

  /// A text; `nil` for NULL.
  func string(_ column: CInt) -> String? {
    isNull(column) ? nil : String(decoding: text(column), as: UTF8.self)
  }

  private func fault(_ column: CInt, _ value: String) -> LogFault {
    let name = sqlite3_column_name(handle, column).map { String(cString: $0) }
    return LogFault("\(value) in the column \(name ?? "")")
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
      throw fault(column, "no identity")
    }
    return identity.bits
  }

  /// Whether a column holds a text, or NULL.
  func holds(_ text: String?, in column: CInt) -> Bool {
    guard let text else { return isNull(column) }
    guard !isNull(column) else { return false }
    return self.text(column).elementsEqual(text.utf8)
  }

  /// Whether a column holds an identity.
  func holds(_ id: QuestionID, in column: CInt) -> Bool {
    QuestionID(sqliteStatement: handle, index: column) == id
  }
}
