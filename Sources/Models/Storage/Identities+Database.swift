import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling

extension QuestionID: DatabaseValueConvertible {
  /// The 128 bits as a blob of 16 bytes.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> QuestionID? {
    Data.fromDatabaseValue(value).flatMap(UInt128.init(blob:)).map(QuestionID.init(bits:))
  }
}

extension EventID: DatabaseValueConvertible {
  /// The 128 bits as a blob of 16 bytes, which SQLite orders as we order identities.
  public var databaseValue: DatabaseValue { bits.blob.databaseValue }

  /// Reads a blob of 16 bytes.
  public static func fromDatabaseValue(_ value: DatabaseValue) -> EventID? {
    Data.fromDatabaseValue(value).flatMap(UInt128.init(blob:)).map(EventID.init(bits:))
  }
}

extension UInt128 {
  /// 16 bytes, most significant first.
  fileprivate var blob: Data {
    withUnsafeBytes(of: bigEndian) { Data($0) }
  }

  fileprivate init?(blob: Data) {
    guard blob.count == 16 else { return nil }
    self = UInt128(bigEndian: blob.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) })
  }
}
