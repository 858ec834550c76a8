import Foundation
import GRDB
import GRDBSQLite
import RabbleQuestions
import RabbleScheduling

/// The check value of an event: what tells its row, as it was written, from one that the disk, the
/// memory or another program has changed since.
///
/// It is computed over the name of the kind and over every field that is not NULL, by name in the
/// order of the names' bytes, so that it depends on nothing of how a log keeps them, and a field that is
/// added later changes none. ``EventWriter`` writes it.
///
/// CRC-64/XZ (ECMA-182, reflected) is chosen because it finds, without exception, every change of one
/// bit and every run of changed bits up to 64, and misses any other once in 2^64 times; a hash for
/// tables, such as FNV-1a, promises neither. It guards against damage, not against anybody's intent.
struct EventCheck {
  static let column = "check_value"

  /// The bytes that it is computed over, all at once; those of the kind's name stay.
  private var image: [UInt8] = []
  private let head: Int
  /// The bytes before the value of each field.
  private let names: [[UInt8]]
  private let order: [Int]

  /// Computes the check values of events of a kind.
  init(_ form: EventForm) {
    func name(_ name: String) -> [UInt8] {
      var bytes = [UInt8(ascii: "n")]
      withUnsafeBytes(of: UInt64(name.utf8.count).bigEndian) { bytes += $0 }
      return bytes + name.utf8
    }
    image = name(form.kind)
    head = image.count
    names = form.fields.map { name($0.name) }
    order = form.order
  }

  /// The check value of an event with these fields.
  mutating func value(_ values: [EventValue]) -> Int64 {
    image.removeLast(image.count - head)
    for place in order { add(values[place], after: names[place]) }
    var crc = CRC64()
    image.withUnsafeBytes { crc.update($0) }
    return Int64(bitPattern: crc.value)
  }

  /// The check value of a row of ``EventForm/query(where:order:)`` that is kept field by field, without a copy of each.
  ///
  /// - Returns: the value; `nil` where a text or blob is longer than any.
  mutating func value(ofRow row: SQLiteStatement) -> Int64? {
    image.removeLast(image.count - head)
    for place in order {
      let column = CInt(place)
      switch sqlite3_column_type(row, column) {
      case SQLITE_INTEGER: add(.integer(sqlite3_column_int64(row, column)), after: names[place])
      case SQLITE_FLOAT: add(.real(sqlite3_column_double(row, column)), after: names[place])
      case SQLITE_TEXT:
        let start = sqlite3_column_text(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        if count > LogBounds.text { return nil }
        image += names[place]
        // SQLite's text ends before the first NUL.
        let text = UnsafeBufferPointer(start: start, count: count).prefix { $0 != 0 }
        add("t", UInt64(text.count))
        image += text
      case SQLITE_BLOB:
        let start = sqlite3_column_blob(row, column)
        let count = Int(sqlite3_column_bytes(row, column))
        if count > LogBounds.text { return nil }
        image += names[place]
        add("b", UInt64(count))
        image += UnsafeRawBufferPointer(start: start, count: count)
      default: continue
      }
    }
    var crc = CRC64()
    image.withUnsafeBytes { crc.update($0) }
    return Int64(bitPattern: crc.value)
  }

  private mutating func add(_ value: EventValue, after name: [UInt8]) {
    switch value {
    case .null: return
    // SQLite keeps a real number that is whole as an integer, and no number that is none.
    case .real(let number) where number.isNaN: return
    case .real(let number):
      if let whole = Int64(exactly: number) { return add(.integer(whole), after: name) }
      image += name
      add("r", number.bitPattern)
    case .integer(let number):
      image += name
      add("i", UInt64(bitPattern: number))
    case .text(var text):
      image += name
      text.withUTF8 { bytes in
        // SQLite's text ends before the first NUL.
        let text = bytes.prefix { $0 != 0 }
        add("t", UInt64(text.count))
        image += text
      }
    case .identity(let bits):
      image += name
      add("b", 16)
      withUnsafeBytes(of: bits.bigEndian) { image += $0 }
    case .bytes(let data):
      image += name
      add("b", UInt64(data.count))
      image += data
    }
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
  /// What is wrong with the events of a kind, and how many of which day it concerns.
  struct Tally {
    private var counts: [Key: Int] = [:]

    private struct Key: Hashable {
      let kind: String
      let day: StudyDay?
    }

    /// Counts an event that is not what its check value says.
    mutating func add(_ kind: String, _ day: StudyDay?, events: Int = 1) {
      counts[Key(kind: kind, day: day), default: 0] += events
    }

    /// The findings, by kind and day.
    var findings: [LogFinding] {
      counts.sorted {
        ($0.key.kind, $0.key.day?.number ?? .min) < ($1.key.kind, $1.key.day?.number ?? .min)
      }.map { .eventsDamaged(kind: $0.kind, day: $0.day, events: $1) }
    }
  }

  /// Compares every event with its check value.
  ///
  /// - Returns: what differs, by kind and day; empty when all is well.
  static func findings(_ db: Database) throws -> [LogFinding] {
    var tally = Tally()
    let usual = try ReviewStore.lastOffset(db)
    var answers = 0
    for form in EventForm.all.values {
      // The view of a kind can't be read where a body is no JSON; `findUnnamed` counts those.
      let isReadable =
        form.table == "event"
        ? "e.id NOT IN (SELECT id FROM event WHERE NOT json_valid(body))" : "1"
      let count = try verify(form, usualOffset: usual, db, &tally, where: isReadable)
      if form.kind == ReviewEvent.table { answers = count }
    }
    try findUnnamed(db, usualOffset: usual, answers, &tally)
    return tally.findings
  }

  /// Finds events that no view has: of a kind that there is not, with a body that is no JSON, and answers that
  /// refer to nothing, unless as many as there are were found in their view.
  private static func findUnnamed(
    _ db: Database, usualOffset: Int, _ answers: Int, _ tally: inout Tally
  ) throws {
    let kinds = EventForm.all.keys.sorted().map { "'\($0)'" }.joined(separator: ", ")
    var searches = [
      ("event", "SELECT id FROM event WHERE kind NOT IN (\(kinds)) OR NOT json_valid(body)")
    ]
    if try Int.fetchOne(db, sql: "SELECT count(*) FROM review") != answers {
      searches.append(
        (
          ReviewEvent.table,
          "SELECT id FROM review r WHERE NOT EXISTS (SELECT 1 FROM \(ReviewEvent.whole) e WHERE e.seq = r.seq)"
        ))
    }
    for (kind, sql) in searches {
      let rows = try Row.fetchCursor(db, sql: sql)
      while let row = try rows.next() {
        let id = try? row.decode(EventID.self, forColumn: "id")
        tally.add(kind, id?.day(utcOffset: usualOffset))
      }
    }
  }

  /// Compares the answers to a card, and what it showed, with their check values.
  ///
  /// - Throws: a `DatabaseError` of damage that says of which day the event is.
  static func verify(answersTo card: CardID, _ tx: Transaction) throws {
    var tally = Tally()
    let isMeant = "e.question = ? AND e.direction = ?"
    for kind in [ReviewEvent.table, AdjustmentEvent.table] {
      try verify(.of(kind), tx.db, &tally, where: isMeant, [card.question, card.direction])
    }
    try verify(
      .of(WordingEvent.table), tx.db, &tally, where: "e.question = ?", [card.question])
    if let finding = tally.findings.first(where: \.isDamage) {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: finding.description)
    }
  }

  /// - Returns: how many there are.
  @discardableResult
  private static func verify(
    _ form: EventForm, usualOffset: Int = 0, _ db: Database, _ tally: inout Tally,
    where condition: String = "1", _ arguments: StatementArguments = []
  ) throws -> Int {
    let statement = try db.cachedStatement(sql: form.query(where: condition, order: nil))
    let offset = form.place(of: "utc_offset")
    var sum = EventCheck(form)
    try statement.setArguments(arguments)
    var count = 0
    try RawRows(statement).forEach { raw in
      count += 1
      let row = raw.handle
      if form.table == "event" {
        let values = form.values(row)
        let isTooLong = values.contains { $0.length > LogBounds.text }
        if !isTooLong, sum.value(values) == form.check(row) { return }
      } else if sum.value(ofRow: row) == form.check(row) {
        return
      }
      let id = EventID(sqliteStatement: row, index: CInt(EventForm.id))
      let utcOffset = offset.map { Int(sqlite3_column_int64(row, CInt($0))) } ?? usualOffset
      tally.add(form.kind, id?.day(utcOffset: utcOffset))
    }
    return count
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
