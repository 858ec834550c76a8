import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// The check value of an event: what tells its row, as it was written, from one that the disk, the
/// memory or another program has changed since.
///
/// It is computed over the name of the table and over every column that is not NULL, by name in the
/// order of the names' bytes, so that it depends neither on the order of the columns nor on how SQLite
/// lays them out, and a column that is added later changes none. ``Transaction/append(to:at:_:)`` writes
/// it.
///
/// CRC-64/XZ (ECMA-182, reflected) is chosen because it finds, without exception, every change of one
/// bit and every run of changed bits up to 64, and misses any other once in 2^64 times; a hash for
/// tables, such as FNV-1a, promises neither. It guards against damage, not against anybody's intent.
struct EventCheck {
  static let column = "check_value"

  /// The bytes that it is computed over, all at once; those of the table's name stay.
  private var image: [UInt8] = []
  private var head = 0

  /// The check value of an event, as its column has it.
  ///
  /// - Parameters:
  ///   - table: the table of its kind.
  ///   - columns: all its columns; ``column`` and those that are NULL are skipped.
  /// - Returns: the value, 64 bits.
  static func value(table: String, _ columns: [(name: String, value: DatabaseValue)]) -> Int64 {
    var check = EventCheck(table: table)
    let order = columns.indices.sorted { columns[$0].name < columns[$1].name }
    for index in order where columns[index].name != Self.column {
      let name = columns[index].name
      switch columns[index].value.storage {
      case .null: continue
      case .int64(let value): check.add(name, .integer(value))
      case .double(let value): check.add(name, .real(value))
      case .string(var value): value.withUTF8 { check.add(name, .text(UnsafeRawBufferPointer($0))) }
      case .blob(let value): value.withUnsafeBytes { check.add(name, .blob($0)) }
      }
    }
    return check.value
  }

  /// A value of a column, its bytes where they are.
  enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)

    /// The bytes of a text or blob.
    var length: Int {
      switch self {
      case .text(let bytes), .blob(let bytes): bytes.count
      case .null, .integer, .real: 0
      }
    }
  }

  /// Begins the check value of an event of this table.
  init(table: String) {
    add(name: table)
    head = image.count
  }

  /// Begins that of another event of the table.
  mutating func restart() { image.removeLast(image.count - head) }

  /// Adds a column. Columns come in the order of their names.
  mutating func add(_ name: String, _ value: Value) {
    switch value {
    case .null: return
    // SQLite keeps a real number that is whole as an integer, and no number that is none.
    case .real(let number) where number.isNaN: return
    case .real(let number):
      if let whole = Int64(exactly: number) { return add(name, .integer(whole)) }
      add(name: name)
      add("r", number.bitPattern)
    case .integer(let number):
      add(name: name)
      add("i", UInt64(bitPattern: number))
    case .text(let bytes):
      // SQLite's text ends before the first NUL.
      let text = UnsafeRawBufferPointer(rebasing: bytes.prefix { $0 != 0 })
      add(name: name)
      add("t", UInt64(text.count))
      image += text
    case .blob(let bytes):
      add(name: name)
      add("b", UInt64(bytes.count))
      image += bytes
    }
  }

  /// The check value of what was added.
  var value: Int64 {
    var crc = CRC64()
    image.withUnsafeBytes { crc.update($0) }
    return Int64(bitPattern: crc.value)
  }

  private mutating func add(name: String) {
    add("n", UInt64(name.utf8.count))
    image += name.utf8
  }

  private mutating func add(_ kind: Unicode.Scalar, _ number: UInt64) {
    image.append(UInt8(truncatingIfNeeded: kind.value))
    withUnsafeBytes(of: number.bigEndian) { image += $0 }
  }
}

/// CRC-64/XZ: the polynomial of ECMA-182, reflected, as in the file format of xz.
struct CRC64 {
  private var remainder = UInt64.max

  /// Eight tables one behind the other: that of a byte, and those of a byte that one to seven more follow.
  private static let table: [UInt64] = {
    var table: [UInt64] = (0..<256).map { byte in
      (0..<8).reduce(UInt64(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xc96c_5795_d787_0f42 : value >> 1
      }
    }
    for index in 256..<2048 {
      let value = table[index - 256]
      table.append(table[Int(UInt8(truncatingIfNeeded: value))] ^ value >> 8)
    }
    return table
  }()

  /// The value of all bytes so far.
  var value: UInt64 { ~remainder }

  /// Adds bytes, eight at a time as long as there are so many (M. E. Kounavis and F. L. Berry, “A
  /// Systematic Approach to Building High Performance Software-based CRC Generators”, 2005).
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    remainder = Self.table.withUnsafeBufferPointer { table in
      var remainder = remainder
      var place = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        remainder ^= UInt64(littleEndian: word)
        let low = table[1792 + Int(remainder & 0xff)] ^ table[1536 + Int(remainder >> 8 & 0xff)]
        let next =
          table[1280 + Int(remainder >> 16 & 0xff)] ^ table[1024 + Int(remainder >> 24 & 0xff)]
        let upper =
          table[768 + Int(remainder >> 32 & 0xff)] ^ table[512 + Int(remainder >> 40 & 0xff)]
        let high = table[256 + Int(remainder >> 48 & 0xff)] ^ table[Int(remainder >> 56)]
        remainder = (low ^ next) ^ (upper ^ high)
        place += 8
      }
      while place < bytes.count {
        remainder = table[Int(UInt8(truncatingIfNeeded: remainder) ^ bytes[place])] ^ remainder >> 8
        place += 1
      }
      return remainder
    }
  }
}

// MARK: - Verifying

extension EventCheck {
  /// What is wrong with the events of a table, and how many of which day it concerns.
  struct Tally {
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
      let table: String
      let day: StudyDay?
    }

    /// Counts an event that is not what its check value says.
    mutating func add(_ table: String, _ day: StudyDay?) {
      counts[Key(table: table, day: day), default: 0] += 1
    }

    /// The findings, by table and day.
    var findings: [LogFinding] {
      counts.sorted {
        ($0.key.table, $0.key.day?.number ?? .min) < ($1.key.table, $1.key.day?.number ?? .min)
      }.map { .eventsDamaged(table: $0.table, day: $0.day, events: $1) }
    }
  }

  /// Compares every event with its check value.
  ///
  /// - Returns: what differs, by table and day; empty when all is well.
  static func findings(_ db: Database) throws -> [LogFinding] {
    var tally = Tally()
    let usual = try ReviewStore.lastOffset(db)
    for table in EventKinds.tables {
      try verify(table, usualOffset: usual, db, &tally)
    }
    return tally.findings
  }

  /// Compares the answers to a card, and what it showed, with their check values.
  ///
  /// - Throws: a `DatabaseError` of damage that says of which day the event is.
  fileprivate static func verify(answersTo card: CardID, _ tx: Transaction) throws {
    var tally = Tally()
    try verify(
      "review", tx.db, &tally, where: "question = ? AND direction = ?",
      [card.question, card.direction])
    try verify(
      "adjustment", tx.db, &tally, where: "question = ? AND direction = ?",
      [card.question, card.direction])
    try verify("wording", tx.db, &tally, where: "question = ?", [card.question])
    if let finding = tally.findings.first(where: \.isDamage) {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: finding.description)
    }
  }

  private static func verify(
    _ table: String, usualOffset: Int = 0, _ db: Database, _ tally: inout Tally,
    where condition: String = "1", _ arguments: StatementArguments = []
  ) throws {
    let statement = try db.cachedStatement(sql: "SELECT * FROM \(table) WHERE \(condition)")
    let names = statement.columnNames
    let order = names.indices.sorted { names[$0] < names[$1] }
    let (id, check) = (names.firstIndex(of: "id"), names.firstIndex(of: column))
    let offset = names.firstIndex(of: "utc_offset")
    guard let id, let check else { throw LogFault("the columns of the table \(table)") }
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    while try rows.next() != nil {
      let handle = statement.sqliteStatement
      let event = EventID(sqliteStatement: handle, index: CInt(id))
      var sum: EventCheck? = EventCheck(table: table)
      for index in order where index != check {
        let value = Value(handle, CInt(index))
        if value.length > LogBounds.text { sum = nil }
        sum?.add(names[index], value)
      }
      if sum?.value == sqlite3_column_int64(handle, CInt(check)) { continue }
      let utcOffset = offset.map { Int(sqlite3_column_int64(handle, CInt($0))) } ?? usualOffset
      tally.add(table, event?.day(utcOffset: utcOffset))
    }
  }
}

extension ReviewStore {
  /// Makes sure that the answers to a card are as they were written, before it is asked again.
  ///
  /// - Throws: ``StorageError/corrupt(path:reason:)`` when one is not.
  package func verify(_ card: CardID) throws { try EventCheck.verify(answersTo: card, tx) }
}

extension EventCheck.Value {
  /// The value of a column of a statement's row, which lasts as long as the row.
  fileprivate init(_ statement: SQLiteStatement, _ index: CInt) {
    func bytes(_ start: UnsafeRawPointer?) -> UnsafeRawBufferPointer {
      // There is none where the value can't be read.
      let count = start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
      return UnsafeRawBufferPointer(start: start, count: count)
    }
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT:
      let start = sqlite3_column_text(statement, index)
      self = .text(bytes(start.map { UnsafeRawPointer($0) }))
    case SQLITE_BLOB: self = .blob(bytes(sqlite3_column_blob(statement, index)))
    default: self = .null
    }
  }
}

extension EventID {
  /// The day on which the event was made, where the clock was so many seconds ahead of UTC. An offset
  /// that no clock has counts as none.
  func day(utcOffset: Int) -> StudyDay {
    let offset = LogBounds.utcOffset.contains(utcOffset) ? utcOffset : 0
    return Moment(milliseconds: Int64(truncatingIfNeeded: bits >> 80), utcOffset: offset).day
  }
}
