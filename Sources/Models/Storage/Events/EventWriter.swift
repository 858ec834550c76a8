import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// Adds many events of one kind: what ``Transaction/append(to:at:as:_:)`` does, with the statement and the
/// order of the columns made once.
struct EventWriter {
  private let tx: Transaction
  private let table: String
  private let names: [String]
  /// The columns in the order of their names, as check values go.
  private let order: [Int]
  private let writer: RowWriter
  private let device: EventID
  /// Whether folders of other devices get the events.
  private let owes: Bool
  private var check: EventCheck

  /// Prepares for events of a table.
  ///
  /// - Parameters:
  ///   - tx: a transaction that changes the log.
  ///   - table: the table.
  ///   - columns: the columns that are given, besides those that every event has.
  ///   - moment: the present.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  init(_ tx: Transaction, into table: String, _ columns: [String], at moment: Moment) throws {
    self.tx = tx
    self.table = table
    names = ["id", "device", "time"] + columns
    order = names.indices.sorted { [names] in names[$0] < names[$1] }
    check = EventCheck(table: table)
    writer = try RowWriter(tx.db, into: table, names + [EventCheck.column])
    device = try tx.device(at: moment)
    owes = try tx.syncs.hasFolders()
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - known: its identity where another program has made it, which need not be after all others; `nil` for
  ///     one that comes after them.
  ///   - moment: its time.
  ///   - values: the values of the columns, in their order.
  /// - Returns: its identity.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  @discardableResult
  mutating func add(
    _ known: EventID?, at moment: Moment, _ values: [RowWriter.Value]
  ) throws -> EventID {
    let id = try known ?? tx.nextEvent(at: moment)
    precondition(values.count + 3 == names.count)
    check.restart()
    for index in order {
      let value: RowWriter.Value =
        switch index {
        case 0: .identity(id.bits)
        case 1: .identity(device.bits)
        case 2: .integer(moment.milliseconds)
        default: values[index - 3].cut
        }
      addToCheck(value, as: names[index])
      writer.bind(value, at: index)
    }
    writer.bind(.integer(check.value), at: names.count)
    try writer.step()
    // It is not after all others, as a sync expects of this device's events.
    if owes, known != nil { try tx.syncs.owe(id, of: table) }
    return id
  }

  /// Adds a value to the check value.
  private mutating func addToCheck(_ value: RowWriter.Value, as name: String) {
    switch value {
    case .null: break
    case .integer(let number): check.add(name, .integer(number))
    case .real(let number): check.add(name, .real(number))
    case .text(var text):
      text.withUTF8 { check.add(name, .text(UnsafeRawBufferPointer($0))) }
    case .identity(let bits):
      withUnsafeBytes(of: bits.bigEndian) { check.add(name, .blob($0)) }
    }
  }
}

/// Adds many rows to a table by one statement, whose values are bound in place: to wrap each for GRDB takes
/// longer than to write it.
struct RowWriter {
  /// A value of a column.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case identity(UInt128)

    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ id: EventID?) { self = id.map { .identity($0.bits) } ?? .null }
    init(_ id: QuestionID) { self = .identity(id.bits) }

    /// The value with its text cut to ``LogBounds/text``.
    var cut: Value { if case .text(let text) = self { .text(LogBounds.cut(text)) } else { self } }
  }

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

  /// Sets the value of the column at a place.
  func bind(_ value: Value, at index: Int) {
    let (row, place) = (statement.sqliteStatement, CInt(index + 1))
    switch value {
    case .null: sqlite3_bind_null(row, place)
    case .integer(let number): sqlite3_bind_int64(row, place, number)
    case .real(let number): sqlite3_bind_double(row, place, number)
    case .text(var text):
      text.withUTF8 { bytes in
        _ = bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(row, place, $0.baseAddress, CInt($0.count), EventJoin.transient)
        }
      }
    case .identity(let bits):
      withUnsafeBytes(of: bits.bigEndian) { bytes in
        _ = sqlite3_bind_blob(
          row, place, bytes.baseAddress, CInt(bytes.count), EventJoin.transient)
      }
    }
  }

  /// Adds a row of the values that are set.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func step() throws {
    let row = statement.sqliteStatement
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: db.lastErrorMessage)
    }
  }

  /// Adds a row.
  ///
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  func add(_ values: [Value]) throws {
    for (index, value) in values.enumerated() { bind(value, at: index) }
    try step()
  }
}
