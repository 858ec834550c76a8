import Foundation
import GRDB
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// The versions of a log's tables. A log is input: what it holds besides our own tables is refused before
/// it is read.
@Suite struct SchemaTests {
  /// A version that is still to come: reviews get a column.
  private static let rehearsed = Schema(
    versions: Schema.current.versions + [
      Schema.Version(number: 2) { try $0.execute(sql: "ALTER TABLE review ADD COLUMN mood TEXT") }
    ])

  private static func version(_ log: StudyLog) throws -> Int {
    try log.inspect { try Schema.current.version(of: $0, path: log.path) }
  }

  @Test func `a new log has the first version's tables as the text has them`() throws {
    let log = try openLog()
    #expect(try Self.version(log) == 1)
    #expect(try log.inspect { try Schema.current.strangeObject($0, version: 1) } == nil)
  }

  @Test func `every table of events is guarded, and every kind has its fields in a table or view`()
    throws
  {
    let (guarded, columns) = try openLog().inspect { db in
      (
        try String.fetchSet(
          db, sql: "SELECT tbl_name FROM sqlite_master WHERE name LIKE '%never_UPDATE'"),
        try Dictionary(
          uniqueKeysWithValues: EventForm.all.values.map { form in
            let names = try String.fetchSet(
              db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [form.source])
            return (form, names)
          }.map { ($0.0.kind, $0.1) })
      )
    }
    #expect(guarded == Set(EventForm.tables))
    for (kind, form) in EventForm.all {
      let besides =
        ["n", "seq", "card_number", "deck", "group_title", "content", "prompt", "answer"]
        + AnswerFacts.columns
      let names = Set(form.fields.map(\.name) + [EventCheck.column])
      let found = columns[kind] ?? []
      #expect(names.isSubset(of: found), "\(kind)")
      #expect(found.subtracting(names).isSubset(of: besides), "\(kind)")
    }
  }

  @Test func `a log with answers is brought to the next version, after its copy was offered`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    var log = try openLog(path)
    try log.store([kana])
    for card in try log.cards() { try log.answer(card) }
    let (lines, schedules) = (try log.lines().split(separator: "\n"), try log.dump("schedule"))
    try log.close()
    var offered: [Int] = []
    func open(for access: StudyLog.Access) throws -> StudyLog {
      try StudyLog(
        path: path, for: access, schema: Self.rehearsed, random: { .random(in: .min ... .max) }
      ) { _ in offered.append(1) }
    }
    // What only looks takes a copy, and leaves the log as it is.
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    log = try open(for: .looking)
    #expect(try log.dump("schedule") == schedules)
    try log.close()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before && offered.isEmpty)

    log = try open(for: .changing)
    #expect(offered == [1])
    #expect(try log.dump("schedule") == schedules)
    #expect(try log.check() == [])
    let card = try log.cards()[0]
    try log.answer(card)
    #expect(try log.inspect { try Self.rehearsed.version(of: $0, path: path) } == 2)
    let longer = try log.lines().split(separator: "\n")
    #expect(longer.count > lines.count && lines.allSatisfy(longer.contains))
    try log.close()
    _ = try open(for: .changing)
    #expect(offered == [1])
    #expect(throws: StorageError.newerVersion(path: path, version: 2)) { try openLog(path) }
  }

  @Test func `an empty log of a version is brought to the next without a copy`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try openLog(path).close()
    let log = try StudyLog(
      path: path, schema: Self.rehearsed, random: { .random(in: .min ... .max) }
    ) { _ in Issue.record("Nothing is worth a copy.") }
    #expect(try log.check() == [])
  }

  @Test(arguments: [
    "CREATE TRIGGER evil AFTER INSERT ON review BEGIN DELETE FROM schedule; END",
    "CREATE VIEW evil AS SELECT * FROM review",
    "CREATE TABLE evil (x)",
    "CREATE INDEX evil ON review(typed)",
    "ALTER TABLE review ADD COLUMN evil TEXT DEFAULT (hex(randomblob(9)))",
    "DROP TRIGGER review_never_DELETE",
    "DROP INDEX schedule_by_day",
    "DROP VIEW counted_review",
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
    #expect(error?.description.contains("`rabble log check --salvage NEW`") == true)
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
