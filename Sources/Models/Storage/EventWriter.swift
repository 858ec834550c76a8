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
  private let checked: [EventCheck.Name]
  private var kept: [KeptValue] = []

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
    checked = names.map { EventCheck.Name($0) }
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
    kept.removeAll(keepingCapacity: true)
    for index in order {
      let value: Value =
        switch index {
        case 0: Value(id)
        case 1: Value(device)
        case 2: .integer(moment.milliseconds)
        default: values[index - 3]
        }
      put(value, index, row)
    }
    sqlite3_bind_int64(row, CInt(names.count + 1), check.value)
    let code = check.withBytes { bytes in
      for value in kept {
        let start = bytes.baseAddress.map { $0 + value.bytes.lowerBound }
        if value.isText {
          sqlite3_bind_text(
            row, value.place, start?.assumingMemoryBound(to: CChar.self), CInt(value.bytes.count),
            nil)
        } else {
          sqlite3_bind_blob(row, value.place, start, CInt(value.bytes.count), nil)
        }
      }
      defer {
        sqlite3_reset(row)
        sqlite3_clear_bindings(row)
      }
      return sqlite3_step(row)
    }
    guard code == SQLITE_DONE else {
      throw DatabaseError(
        resultCode: ResultCode(rawValue: code & 0xff), message: tx.db.lastErrorMessage)
    }
    // It is not after all others, as a sync expects of this device's events.
    if owes, known != nil { try tx.syncs.owe(id, of: table) }
    return id
  }

  /// Adds a value to the check value, and binds it. Texts and identities are bound where the check value has
  /// their bytes, once these stay where they are.
  private mutating func put(_ value: Value, _ index: Int, _ row: SQLiteStatement) {
    let (name, place) = (checked[index], CInt(index + 1))
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
      // What follows a NUL, SQLite never gives back.
      let count = text.withUTF8 { bytes in
        check.add(name, .text(UnsafeRawBufferPointer(bytes)))
        return bytes.firstIndex(of: 0) ?? bytes.count
      }
      kept.append(KeptValue(place: place, bytes: check.count - count..<check.count, isText: true))
    case .identity(let bits):
      withUnsafeBytes(of: bits.bigEndian) { check.add(name, .blob($0)) }
      kept.append(KeptValue(place: place, bytes: check.count - 16..<check.count, isText: false))
    }
  }

  /// A value whose bytes the check value has.
  private struct KeptValue {
    let place: CInt
    let bytes: Range<Int>
    let isText: Bool
  }
}
