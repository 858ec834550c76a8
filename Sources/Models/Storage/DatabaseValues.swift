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

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> QuestionID? {
    UInt128(blob: value).map(QuestionID.init(bits:))
  }

  /// Reads a blob of 16 bytes in place.
  public init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let bits = UInt128(sqliteStatement, index) else { return nil }
    self.init(bits: bits)
  }
}

extension EventID: DatabaseValueConvertible, StatementColumnConvertible {
  /// The 128 bits as a blob of 16 bytes, which SQLite orders as we order identities.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> EventID? {
    UInt128(blob: value).map(EventID.init(bits:))
  }

  /// Reads a blob of 16 bytes in place.
  public init?(sqliteStatement: SQLiteStatement, index: CInt) {
    guard let bits = UInt128(sqliteStatement, index) else { return nil }
    self.init(bits: bits)
  }
}

extension Direction: DatabaseValueConvertible, StatementColumnConvertible {}
extension Grade: DatabaseValueConvertible, StatementColumnConvertible {}
extension PresetChange.Reason: DatabaseValueConvertible {}
extension LeechRule.Action: DatabaseValueConvertible {}

extension CardID {
  /// Reads the columns `question` and `direction`, which follow each other from `first` on.
  init(_ row: Row, at first: Int = 0) throws {
    self.init(
      question: try row.decode(atIndex: first), direction: try row.decode(atIndex: first + 1))
  }
}

extension Moment {
  /// Reads the columns `time` and `utc_offset`, which follow each other from `first` on.
  init(_ row: Row, at first: Int) throws {
    self.init(
      milliseconds: try row.decode(atIndex: first), utcOffset: try row.decode(atIndex: first + 1))
  }
}

extension Due {
  /// Reads the columns `due_day` and `due_time`, which follow each other from `first` on; `nil` when
  /// both are NULL.
  init?(_ row: Row, at first: Int) throws {
    if let day: Int = try row.decode(atIndex: first) {
      self = .on(StudyDay(number: day))
    } else if let time: Int64 = try row.decode(atIndex: first + 1) {
      self = .at(time)
    } else {
      return nil
    }
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
