import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// Adds many events of one kind: what ``Transaction/append(to:at:as:_:)`` does, with the statement and the
/// order of the columns made once, and no value wrapped twice.
struct EventWriter {
  /// A value of a column.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    /// A text within ``LogBounds/text``.
    case text(String)
    case identity(UInt128)

    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ id: EventID) { self = .identity(id.bits) }
    init(_ id: QuestionID) { self = .identity(id.bits) }
  }

  private let tx: Transaction
  private let table: String
  private let names: [String]
  /// The columns in the order of their names, as check values go.
  private let order: [Int]
  private let statement: Statement
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
    let all = names + [EventCheck.column]
    let places = Array(repeating: "?", count: all.count).joined(separator: ", ")
    statement = try tx.db.cachedStatement(
      sql: "INSERT INTO \(table) (\(all.joined(separator: ", "))) VALUES (\(places))")
    device = try tx.device(at: moment)
    owes = try !tx.syncs.folders().isEmpty
  }

  /// Adds an event.
  ///
  /// - Parameters:
  ///   - known: its identity where another program has made it, which need not be after all others; `nil` for
  ///     one that comes after them.
  ///   - moment: its time.
  ///   - values: the values of the columns, in their order.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  mutating func add(_ known: EventID?, at moment: Moment, _ values: [Value]) throws {
    let id = try known ?? tx.nextEvent(at: moment)
    let values = [Value(id), Value(device), .integer(moment.milliseconds)] + values
    precondition(values.count == names.count)
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    check.restart()
    for index in order { put(values[index], names[index], row, CInt(index + 1)) }
    sqlite3_bind_int64(row, CInt(names.count + 1), check.value)
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: tx.db.lastErrorMessage)
    }
    // It is not after all others, as a sync expects of this device's events.
    if owes, known != nil { try tx.syncs.owe(id, of: table) }
  }

  /// Binds a value, and adds it to the check value.
  private mutating func put(
    _ value: Value, _ name: String, _ row: SQLiteStatement, _ place: CInt
  ) {
    switch value {
    case .null: sqlite3_bind_null(row, place)
    case .integer(let number):
      check.add(name, .integer(number))
      sqlite3_bind_int64(row, place, number)
    case .real(let number):
      check.add(name, .real(number))
      sqlite3_bind_double(row, place, number)
    case .text(var text):
      text.withUTF8 { bytes in
        check.add(name, .text(UnsafeRawBufferPointer(bytes)))
        _ = bytes.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text(row, place, $0.baseAddress, CInt($0.count), EventJoin.transient)
        }
      }
    case .identity(let bits):
      withUnsafeBytes(of: bits.bigEndian) { bytes in
        check.add(name, .blob(bytes))
        _ = sqlite3_bind_blob(
          row, place, bytes.baseAddress, CInt(bytes.count), EventJoin.transient)
      }
    }
  }
}
