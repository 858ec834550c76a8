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

  private func value(_ fields: [String: EventValue], of kind: String = "review") -> Int64 {
    let form = EventForm.of(kind)
    var check = EventCheck(form)
    return check.value(form.fields.map { fields[$0.name] ?? .null })
  }

  @Test func `how SQLite keeps a value does not count`() {
    let plain = value(["place": .real(2), "typed": .text("ka"), "grade": .integer(3)])
    #expect(plain == value(["place": .integer(2), "typed": .text("ka"), "grade": .integer(3)]))
    #expect(plain == value(["place": .real(2), "typed": .text("ka\0fu"), "grade": .integer(3)]))
    #expect(value(["place": .real(-0.0)]) == value(["place": .integer(0)]))
  }

  /// The columns of a row, by name, as a check value has been computed since the first build.
  @Test func `a check value is that of a row by the names of its columns`() {
    let undo = value(
      [
        "id": .identity(1), "device": .identity(2), "time": .integer(3), "target": .identity(4),
      ], of: "undo")
    var image: [UInt8] = []
    func add(_ letter: Unicode.Scalar, _ number: UInt64) {
      image.append(UInt8(ascii: letter))
      withUnsafeBytes(of: number.bigEndian) { image += $0 }
    }
    func add(_ name: String) {
      add("n", UInt64(name.utf8.count))
      image += name.utf8
    }
    add("undo")
    for (name, number) in [("device", 2), ("id", 1), ("target", 4)] as [(String, UInt8)] {
      add(name)
      add("b", 16)
      image += Array(repeating: 0, count: 15) + [number]
    }
    add("time")
    add("i", 3)
    var crc = CRC64()
    image.withUnsafeBytes { crc.update($0) }
    #expect(undo == Int64(bitPattern: crc.value))
  }

  @Test func `a value counts with its field, its type and its kind`() {
    let variants = [
      value(["typed": .text("ka"), "mistake": .text("na")]),
      value(["typed": .text("kan"), "mistake": .text("a")]),
      value(["typed": .text("na"), "mistake": .text("ka")]), value(["typed": .text("kana")]),
      value(["typed": .bytes(Data("ka".utf8)), "mistake": .text("na")]),
      value(["typed": .text("ka"), "mistake": .text("")]),
      value(["typed": .text("ka")]), value(["typed": .integer(1)]), value(["typed": .real(1.5)]),
      value(["prompt": .text("ka")], of: "wording"), value(["answer": .text("ka")], of: "wording"),
    ]
    #expect(Set(variants).count == variants.count)
  }

  @Test func `every event has a check value, and all are as they were written`() throws {
    let log = try eventfulLog()
    for form in EventForm.all.values {
      let (events, checked) = try log.inspect { db in
        (
          try Int.fetchOne(db, sql: "SELECT count(*) FROM \(form.source)"),
          try Int.fetchOne(db, sql: "SELECT count(check_value) FROM \(form.source)")
        )
      }
      #expect(events == checked, "\(form.kind)")
      #expect((events ?? 0) > 0, "nothing makes an event of \(form.kind)")
    }
    #expect(try log.check() == [])
  }

  @Test func `an event that is not what was written is found, by kind and day`() throws {
    let log = try eventfulLog()
    try log.inspect { db in
      try db.execute(
        sql: """
          DROP TRIGGER review_never_UPDATE;
          UPDATE review SET duration = duration + 1 WHERE grade = 1;
          DROP TRIGGER event_never_UPDATE;
          UPDATE event SET body = json_set(body, '$.reason', body->>'reason' || ' ')
          WHERE id = (SELECT max(id) FROM identity);
          """)
    }
    let findings = try log.check()
    #expect(
      findings == [
        .eventsDamaged(kind: "identity", day: morning.day, events: 1),
        .eventsDamaged(kind: "review", day: morning.day, events: 1),
      ])
    #expect(!findings.contains { $0.isFixable || $0.isRemark })
    #expect(findings[1].description.contains("2026-11-21 of the kind review"))
  }
}
