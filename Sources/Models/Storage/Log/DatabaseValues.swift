import Foundation
import GRDB
import GRDBSQLite
import RabbleMemory
import RabbleQuestions
import RabbleScheduling

// How the values of other modules are stored. Reading one that is not what it should be throws, and
// ends as a StorageError.

extension QuestionID: DatabaseValueConvertible, StatementColumnConvertible {
  /// The 128 bits as a blob of 16 bytes.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes, or a UUID, as the body of an event has it.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> QuestionID? {
    if case .string(let text) = value.storage {
      return EventValue(blobOfLine: text, as: .identity)?.eventID.map { QuestionID(bits: $0.bits) }
    }
    return UInt128(blob: value).map(QuestionID.init(bits:))
  }

  /// Reads a blob of 16 bytes, or a UUID, in place.
  public init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard case .identity(let bits) = EventValue(sqliteStatement, index, as: .identity) else {
      return nil
    }
    self.init(bits: bits)
  }
}

extension EventID: DatabaseValueConvertible, StatementColumnConvertible {
  /// The 128 bits as a blob of 16 bytes, which SQLite orders as we order identities.
  package var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  package static func fromDatabaseValue(_ value: DatabaseValue) -> EventID? {
    UInt128(blob: value).map(EventID.init(bits:))
  }

  /// Reads a blob of 16 bytes in place.
  package init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let bits = UInt128(sqliteStatement, index) else { return nil }
    self.init(bits: bits)
  }
}

extension Grade: DatabaseValueConvertible, StatementColumnConvertible {}
extension PresetChange.Reason: DatabaseValueConvertible {}
extension LeechRule.Action: DatabaseValueConvertible {}
extension ReviewOccasion: DatabaseValueConvertible {}

extension Direction: DatabaseValueConvertible, StatementColumnConvertible {

  /// Reads a column with a direction.
  init(_ row: Row, _ column: String = "direction") throws {
    let name = try row.decodeName(column)
    guard let direction = Direction(rawValue: name) else {
      throw LogFault("the direction “\(name)”")
    }
    self = direction
  }
}

extension CardID {

  /// Reads the columns `question` and `direction`.
  init(_ row: Row) throws {
    self.init(
      question: try row.decode(forColumn: "question"), direction: try Direction(row))
  }
}

extension GroupName {
  /// The columns of the wording that a row of `schedule` names, for ``RawRow/group(_:)``.
  static let ofSchedule = """
    (SELECT deck FROM wording WHERE id = schedule.wording),
    (SELECT group_title FROM wording WHERE id = schedule.wording)
    """

  /// Reads the columns with a deck's name and a group's title.
  init(_ row: Row, deck: String = "deck", title: String = "group_title") throws {
    self.init(deck: try row.decode(forColumn: deck), title: try row.decode(forColumn: title))
  }
}

extension Moment {

  /// Reads the columns with a time and its offset.
  init(_ row: Row, _ time: String = "time", _ offset: String = "utc_offset") throws {
    self.init(
      milliseconds: try row.decode(time, in: LogBounds.time),
      utcOffset: try row.decode(offset, in: LogBounds.utcOffset))
  }
}

extension StudyDay {

  /// Reads a column with a day's number.
  init(_ row: Row, _ column: String) throws {
    self.init(number: try row.decode(column, in: LogBounds.day))
  }
}

extension Score {
  /// The SQL sum of counts; `sum` fails where they are not what they can be, as their rows do when they are read.
  static func sum(of counts: String) -> String { "CAST(total(\(counts)) AS INTEGER)" }

  /// Reads the columns `correct` and `incorrect`.
  init(_ row: Row) throws {
    self.init(
      correct: try row.decode("correct", in: LogBounds.count),
      incorrect: try row.decode("incorrect", in: LogBounds.count))
  }
}

extension Due {

  /// Reads the columns `due_day` and `due_time`; `nil` when both are NULL.
  init?(_ row: Row) throws {
    if let day = try row.decodeIfPresent("due_day", in: LogBounds.day) {
      self = .on(StudyDay(number: day))
    } else if let time = try row.decodeIfPresent("due_time", in: LogBounds.time) {
      self = .at(time)
    } else {
      return nil
    }
  }

  /// Reads the columns `due_day` and `due_time`, which follow each other from `first` on; `nil` when both are NULL.
  init?(_ row: RawRow, _ first: CInt) throws {
    if !row.isNull(first) {
      self = .on(StudyDay(number: try row.integer(first, in: LogBounds.day)))
    } else if !row.isNull(first + 1) {
      self = .at(try row.integer(first + 1, in: LogBounds.time))
    } else {
      return nil
    }
  }
}

// MARK: - Bounds

/// What a value in a log can be. One beyond is no learner's: reading it throws.
enum LogBounds {
  /// Milliseconds since 1970: the years from 1 to 9999.
  static let time: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999
  /// Seconds east of UTC: less than a day either way.
  static let utcOffset = -86_399...86_399
  /// Days since 1970: those years, and a century of interval.
  static let day = -800_000...3_000_000
  /// The number of anything.
  static let count = 0...1_000_000_000_000
  /// Milliseconds that an answer took.
  static let duration = 0...1_000_000_000_000_000
  /// The days of an interval.
  static let interval = 0...1_000_000
  /// The position in a list, such as a group's.
  static let position = 0...0xffff_ffff
  /// Days of stability.
  static let stability = Double.leastNonzeroMagnitude...1e12
  /// The difficulty of a card.
  static let difficulty = 0.5...11.0
  /// The place of a day in its fuzz range: from 0 up to 1, and beyond where no day of it would do.
  static let place = -1e6...1e6
  /// The bytes of a name, such as a direction's or a preset's.
  static let name = 10_000
  /// The bytes of a text or blob of an event or a question, such as a prompt or what was typed. A longer
  /// text is cut when it is written.
  static let text = 1 << 20

  /// The value as it is kept.
  static func cut(_ value: DatabaseValue) -> DatabaseValue {
    guard case .string(let string) = value.storage, string.utf8.count > text else { return value }
    return cut(string).databaseValue
  }

  /// The text as it is kept.
  static func cut(_ string: String) -> String {
    guard string.utf8.count > text else { return string }
    var scalars = string.unicodeScalars[...]
    var bytes = string.utf8.count
    while bytes > text, let last = scalars.popLast() { bytes -= last.utf8.count }
    return String(scalars)
  }
}

extension Row {

  /// Reads a number in bounds.
  func decode<Value>(_ column: String, in bounds: ClosedRange<Value>) throws -> Value
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    let value: Value = try decode(forColumn: column)
    guard bounds.contains(value) else { throw LogFault("\(value) in the column \(column)") }
    return value
  }

  /// Reads a number in bounds, or NULL.
  func decodeIfPresent<Value>(_ column: String, in bounds: ClosedRange<Value>) throws -> Value?
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    let value: Value? = try decode(forColumn: column)
    guard let value else { return nil }
    guard bounds.contains(value) else { throw LogFault("\(value) in the column \(column)") }
    return value
  }

  /// Reads a number that need not be whole, which a body has as a text, in bounds.
  func decodeReal(_ column: String, in bounds: ClosedRange<Double>) throws -> Double {
    let text: String = try decode(forColumn: column)
    guard let value = Double(text), bounds.contains(value) else {
      throw LogFault("\(text.prefix(100)) in the column \(column)")
    }
    return value
  }

  /// Reads a text of at most ``LogBounds/name`` bytes.
  func decodeName(_ column: String) throws -> String {
    try decodeText(column, atMost: LogBounds.name)
  }

  /// Reads a text of at most so many bytes.
  func decodeText(_ column: String, atMost bytes: Int = LogBounds.text) throws -> String {
    let text: String = try decode(forColumn: column)
    guard text.utf8.count <= bytes else {
      throw LogFault("\(text.utf8.count) bytes in the column \(column)")
    }
    return text
  }
}

extension Database {
  /// How many rows one query has that another one doesn't, and the reverse.
  func countDifferences(_ one: String, _ other: String) throws -> Int {
    try Int.fetchOne(
      self,
      sql: """
        SELECT (SELECT count(*) FROM (\(one) EXCEPT \(other)))
          + (SELECT count(*) FROM (\(other) EXCEPT \(one)))
        """) ?? 0
  }
}

extension UInt128 {
  /// 16 bytes, most significant first.
  fileprivate var blob: Data {
    withUnsafeBytes(of: bigEndian) { Data($0) }
  }

  fileprivate init?(blob value: DatabaseValue) {
    guard let data = Data.fromDatabaseValue(value), data.count == 16 else { return nil }
    self = UInt128(bigEndian: data.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) })
  }

  fileprivate init?(_ statement: SQLiteStatement, _ index: CInt) {
    guard let bytes = sqlite3_column_blob(statement, index),
      sqlite3_column_bytes(statement, index) == 16
    else { return nil }
    self = UInt128(bigEndian: bytes.loadUnaligned(as: UInt128.self))
  }
}
