import Foundation
import GRDB
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Each way of reading a damaged log gives what the others don't.
@Suite struct SalvageSourceTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/study.sqlite" }
  private var target: String { folder.path + "/new.sqlite" }
  private static let pageSize = 4096

  init() throws { folder = try TemporaryFolder() }

  /// Answers cards, an hour apart.
  private func answer(_ log: StudyLog, _ hours: Range<Int>) throws {
    let cards = try log.cards()
    for hour in hours {
      try log.answer(
        cards[hour % cards.count], at: morning.advanced(byMilliseconds: Int64(hour) * 3_600_000))
    }
  }

  private func makeLog(_ path: String, answers: Int = 600) throws -> StudyLog {
    let log = try openLog(path)
    try log.store([kana])
    try answer(log, 0..<answers)
    return log
  }

  /// The pages of a table or index, in the order of what they have.
  private func pages(of name: String, _ kind: String = "leaf") throws -> [Int] {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.inDatabase {
      try Int.fetchAll(
        $0, sql: "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path",
        arguments: [name, kind])
    }
  }

  /// Fills pages with zeros.
  ///
  /// - Returns: how many rows the pages had.
  private func clear(_ pages: [Int]) throws -> Int {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var rows = 0
    for page in pages {
      let start = (page - 1) * Self.pageSize
      rows += Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      bytes.replaceSubrange(
        start..<start + Self.pageSize, with: repeatElement(0, count: Self.pageSize))
    }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return rows
  }

  private func salvage(with tool: RecoveryTool? = nil, backups: [String] = []) throws
    -> SalvageReport
  {
    try LogSalvage.run(from: path, to: target, with: tool, backups: backups) {
      .random(in: .min ... .max)
    }
  }

  private func answers(in log: StudyLog) throws -> Set<EventID> {
    try log.inspect { try EventID.fetchSet($0, sql: "SELECT id FROM review") }
  }

  @Test func `SQL reads everything around pages that can't be read, wherever they are`() throws {
    try makeLog(path).close()
    let leaves = try pages(of: "review")
    try #require(leaves.count > 12)
    let sound = try Data(contentsOf: URL(fileURLWithPath: path))
    let tables = try openLog().inspect { try TableLayout.all($0) }
    let middle = leaves.count / 2
    for damaged in [[0], [leaves.count - 1], [middle], [2, 3, middle, leaves.count - 2]] {
      try sound.write(to: URL(fileURLWithPath: path))
      let lost = try clear(damaged.map { leaves[$0] })
      let database = try DatabaseQueue(path: path)
      try database.inDatabase { db in
        let rows = KeyRangeRows(db, tables, bytes: Int64(sound.count))
        var keys: [Int64] = []
        try rows.forEachRow(of: ["review"]) { keys += [$0.number].compactMap(\.self) }
        #expect(Set(keys).count == keys.count, "\(damaged)")
        #expect(keys.count == 600 - lost, "\(damaged)")
        #expect(rows.hasFailed)
      }
      try database.close()
    }
  }

  @Test func `a key that comes twice ends the reading, as a damaged tree may have no end`() throws {
    try makeLog(path).close()
    let leaves = try pages(of: "review")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let page = { (number: Int) in (number - 1) * Self.pageSize..<number * Self.pageSize }
    bytes.replaceSubrange(page(leaves[5]), with: Array(bytes[page(leaves[4])]))
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let tables = try openLog().inspect { try TableLayout.all($0) }
    try DatabaseQueue(path: path).inDatabase { db in
      let rows = KeyRangeRows(db, tables, bytes: Int64(bytes.count))
      var keys: [Int64] = []
      try rows.forEachRow(of: ["review"]) { keys += [$0.number].compactMap(\.self) }
      #expect(rows.hasFailed && keys.contains(1) && keys.contains(600))
    }
  }

  @Test func `what no index names is counted by the gap in the keys, with the times around it`()
    throws
  {
    try makeLog(path).close()
    let leaves = try pages(of: "review")
    let index = try pages(of: "sqlite_autoindex_review_1", "internal")
    let lost = try clear([leaves[leaves.count / 2]])
    _ = try clear(index)
    let report = try salvage()
    #expect(!report.mayHaveLostMore && report.recovery == .missing && report.backup == nil)
    #expect(report.lost.map(\.kind) == ["review"] && report.lost.first?.count == lost)
    let times = try #require(report.lost.first?.times)
    let hour: Int64 = 3_600_000
    let span = times.upperBound.milliseconds - times.lowerBound.milliseconds
    // From the answer before to the one after.
    #expect(span == Int64(lost + 1) * hour)
    #expect(times.lowerBound.milliseconds > morning.milliseconds)
    #expect(times.lowerBound.utcOffset == morning.utcOffset)
  }

  @Test func `the newest backup of this log has the rest, and one of another log is not taken`()
    throws
  {
    let log = try makeLog(path)
    let backup = folder.path + "/backup.sqlite"
    try #require(try log.snapshot()).backUp(to: backup)
    try answer(log, 600..<640)
    let all = try answers(in: log)
    try log.close()
    let foreign = folder.path + "/foreign.sqlite"
    let other = try makeLog(folder.path + "/other.sqlite")
    try #require(try other.snapshot()).backUp(to: foreign)
    let leaves = try pages(of: "review")
    let lost = try clear([leaves[leaves.count / 2]])
    let report = try salvage(backups: [folder.path + "/none.sqlite", foreign, backup])
    #expect(report.backup == SalvageReport.Backup(path: backup, events: lost))
    #expect(report.lost == [] && !report.mayHaveLostMore)
    let new = try openLog(target)
    #expect(try answers(in: new) == all)
    #expect(try new.check() == [])
  }

  @Test func `a sound log needs neither the sqlite3 program nor a backup`() throws {
    try makeLog(path, answers: 20).close()
    let report = try salvage(backups: [folder.path + "/none.sqlite"])
    #expect(report.recovery == .notNeeded && report.backup == nil && report.lost == [])
  }

  /// A program in the place of `sqlite3` that runs a line of shell.
  private func program(_ line: String) throws -> RecoveryTool {
    let bin = folder.path + "/bin"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    try "#!/bin/sh\n\(line)\n".write(
      toFile: bin + "/sqlite3", atomically: true, encoding: .utf8)
    #expect(chmod(bin + "/sqlite3", 0o755) == 0)
    return try #require(RecoveryTool(in: ["/nowhere", bin]))
  }

  @Test func `rows that sqlite3 has recovered without their table are taken over`() throws {
    let log = try makeLog(path)
    let all = try answers(in: log)
    // As .recover writes them: the key apart, and NULL in its place.
    let recovered = folder.path + "/recovered.sqlite"
    try log.inspect { db in
      let columns = try db.columns(in: "review").map(\.name)
      let places = columns.indices.map { "c\($0)" }.joined(separator: ", ")
      try db.execute(sql: "ATTACH ? AS r", arguments: [recovered])
      try db.execute(
        sql: "CREATE TABLE r.lost_and_found (rootpgno, pgno, nfield, id, \(places))")
      try db.execute(
        sql: """
          INSERT INTO r.lost_and_found SELECT 9, 9, \(columns.count), seq, NULL,
            \(columns.dropFirst().joined(separator: ", ")) FROM review
          """)
      try db.execute(sql: "DETACH r")
    }
    try log.close()
    let leaves = try pages(of: "review")
    _ = try clear([leaves[leaves.count / 2]])
    // The last argument of the second call is where the recovered database is to be.
    let tool = try program(
      "case \"$*\" in *-safe*) for last; do :; done; cp '\(recovered)' \"$last\";; esac")
    let report = try salvage(with: tool)
    #expect(report.recovery == .done && report.lost == [] && !report.mayHaveLostMore)
    #expect(try answers(in: openLog(target)) == all)
  }

  @Test func `where sqlite3 fails it is said, and the rest goes on`() throws {
    try makeLog(path).close()
    let leaves = try pages(of: "review")
    let lost = try clear([leaves[leaves.count / 2]])
    let report = try salvage(with: try program("exit 3"))
    #expect(report.recovery == .failed(reason: "its `.recover` ended with status 3"))
    #expect(report.lost.map(\.count) == [lost])
    // The answers, and the wordings of five cards.
    #expect(report.events == 605 - lost)
  }
}
