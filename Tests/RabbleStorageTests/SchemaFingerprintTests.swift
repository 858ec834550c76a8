import Foundation
import GRDB
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// A log is input: what it holds besides our own tables is refused before it is read.
@Suite struct SchemaFingerprintTests {
  @Test func `a start knows the tables of this version without making them`() throws {
    let fingerprint = try openLog().inspect { try Schema.fingerprint($0) }
    #expect(
      fingerprint == Schema.currentFingerprint,
      "Schema.currentFingerprint must be 0x\(String(fingerprint, radix: 16))")
  }

  @Test func `the version of a log is the number of its last migration`() {
    #expect(Schema.version(Schema.migrator.migrations) == StudyLog.version)
    #expect(Schema.version(["1: one", "99: the future", "2: two"]) == 99)
  }

  @Test func `the tables of every version there has been are ours`() throws {
    let migrator = Schema.migrator
    for count in 0...migrator.migrations.count {
      let folder = try TemporaryFolder()
      let path = folder.path + "/study.sqlite"
      let database = try DatabaseQueue(path: path)
      if count > 0 { try migrator.migrate(database, upTo: migrator.migrations[count - 1]) }
      try database.close()
      _ = try openLog(path)
      #expect(try openLog(path).check() == [])
    }
  }

  @Test(arguments: [
    "CREATE TRIGGER evil AFTER INSERT ON review BEGIN DELETE FROM schedule; END",
    "CREATE VIEW evil AS SELECT * FROM review",
    "CREATE TABLE evil (x)",
    "CREATE INDEX evil ON review(typed)",
    "ALTER TABLE review ADD COLUMN evil TEXT DEFAULT (hex(randomblob(9)))",
    "DROP TRIGGER review_never_DELETE",
    "DROP INDEX schedule_by_day",
    "DROP TABLE unclear",
    """
    DROP TRIGGER review_never_DELETE;
    CREATE TRIGGER review_never_DELETE BEFORE DELETE ON review BEGIN SELECT 1; END
    """,
  ])
  func `a log with other tables, triggers or views than ours is refused and kept`(change: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try openLog(path).store([kana])
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { try $0.execute(sql: change) }
    try raw.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for access in [StudyLog.Access.creating, .changing, .looking, .examining] {
      let error = #expect(throws: StorageError.self) { try openLog(path, for: access) }
      guard case .strange(path, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test(arguments: ["DROP INDEX schedule_by_day", "CREATE VIEW evil AS SELECT * FROM review"])
  func `a log that lacks an index or has a view is salvaged, as the error says`(change: String)
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    try log.store([kana])
    try log.answer(try log.cards()[0])
    let lines = try log.lines()
    try log.close()
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { try $0.execute(sql: change) }
    try raw.close()
    let error = #expect(throws: StorageError.self) { try openLog(path) }
    #expect(error?.description.contains("`rabble check --salvage NEW`") == true)
    let new = folder.path + "/new.sqlite"
    let report = try LogSalvage.run(from: path, to: new) { UInt128(7) }
    #expect(report.lost.isEmpty && !report.mayHaveLostMore)
    #expect(try openLog(new).lines() == lines)
    #expect(try openLog(new).check() == [])
  }

  @Test func `another program's database is refused and kept`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA application_id = 7; CREATE TABLE notes (text)")
    }
    try raw.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StorageError.foreign(path: path)) { try openLog(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a log says whose it is, and one that does not is ours by its tables`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    do { try openLog(path).store([kana]) }
    let raw = try DatabaseQueue(path: path)
    try raw.writeWithoutTransaction { db in
      #expect(try Int32.fetchOne(db, sql: "PRAGMA application_id") == LogHeader.application)
      try db.execute(sql: "PRAGMA application_id = 0; PRAGMA user_version = 0")
    }
    try raw.close()
    let log = try openLog(path)
    try log.answer(try log.cards()[0])
    #expect(try log.check() == [])
    #expect(
      try log.inspect { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
        == LogHeader.application)
  }
}
