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
    /// A text, cut to ``LogBounds/text``.
    case text(String)
    case identity(UInt128)

    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
    init(_ number: Double?) { self = number.map { .real($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
    init(_ id: EventID?) { self = id.map { .identity($0.bits) } ?? .null }
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
  /// - Returns: its identity.
  /// - Throws: GRDB's `DatabaseError`, which ``StudyLog`` turns into a ``StorageError``.
  @discardableResult
  mutating func add(_ known: EventID?, at moment: Moment, _ values: [Value]) throws -> EventID {
    let id = try known ?? tx.nextEvent(at: moment)
    precondition(values.count + 3 == names.count)
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    check.restart()
    for index in order {
      let value: Value =
        switch index {
        case 0: Value(id)
        case 1: Value(device)
        case 2: .integer(moment.milliseconds)
        default: values[index - 3]
        }
      put(value, names[index], row, CInt(index + 1))
    }
    sqlite3_bind_int64(row, CInt(names.count + 1), check.value)
    let code = sqlite3_step(row)
    sqlite3_reset(row)
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: tx.db.lastErrorMessage)
    }
    // It is not after all others, as a sync expects of this device's events.
    if owes, known != nil { try tx.syncs.owe(id, of: table) }
    return id
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
    case .text(let text):
      var text = LogBounds.cut(text)
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
