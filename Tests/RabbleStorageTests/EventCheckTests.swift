import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

@Suite struct EventCheckTests {
  /// The check value that the catalogue of CRC algorithms gives for CRC-64/XZ.
  @Test func `the checksum is CRC-64 as xz has it`() {
    var crc = CRC64()
    Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
    #expect(crc.value == 0x995d_c9bb_df19_39fa)
  }

  private func value(_ columns: KeyValuePairs<String, (any DatabaseValueConvertible)?>) -> Int64 {
    EventCheck.value(
      table: "review", columns.map { ($0.key, $0.value?.databaseValue ?? .null) })
  }

  @Test func `neither the order of the columns nor how SQLite keeps them counts`() {
    let plain = value(["place": 2.0, "typed": "ka", "grade": 3])
    #expect(plain == value(["grade": 3, "typed": "ka", "place": 2, "slip": nil]))
    #expect(plain == value(["grade": 3, "typed": "ka\0fu", "place": 2, "check_value": 7]))
    #expect(value(["place": -0.0]) == value(["place": 0]))
  }

  @Test func `a value counts with its column, its kind and its table`() {
    let variants = [
      value(["typed": "ka", "slip": "na"]), value(["typed": "kan", "slip": "a"]),
      value(["typed": "na", "slip": "ka"]), value(["typed": "kana"]),
      value(["typed": Data("ka".utf8), "slip": "na"]), value(["typed": "ka", "slip": ""]),
      value(["typed": "ka"]), value(["typed": 1]), value(["typed": 1.5]),
      EventCheck.value(table: "wording", [("typed", "ka".databaseValue)]),
    ]
    #expect(Set(variants).count == variants.count)
  }

  @Test func `every event has a check value, and all are as they were written`() throws {
    let log = try eventfulLog()
    for table in EventKinds.tables {
      let (events, checked) = try log.inspect { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)"),
          try Int.fetchOne(db, sql: "SELECT count(check_value) FROM \(table)")
        )
      }
      #expect(events == checked, "\(table)")
      #expect((events ?? 0) > 0, "nothing makes an event of \(table)")
    }
    #expect(try log.check() == [])
  }

  @Test func `an event that is not what was written is found, by table and day`() throws {
    let log = try eventfulLog()
    try log.inspect { db in
      try db.execute(
        sql: """
          DROP TRIGGER review_never_UPDATE;
          UPDATE review SET duration = duration + 1 WHERE grade = 1;
          DROP TRIGGER identity_never_UPDATE;
          UPDATE identity SET reason = reason || ' ' WHERE id = (SELECT max(id) FROM identity);
          """)
    }
    let findings = try log.check()
    #expect(
      findings == [
        .eventsDamaged(table: "identity", day: morning.day, events: 1),
        .eventsDamaged(table: "review", day: morning.day, events: 1),
      ])
    #expect(!findings.contains { $0.isFixable || $0.isRemark })
    #expect(findings[1].description.contains("2026-11-21 in the table review"))
  }
}
