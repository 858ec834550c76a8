import Foundation
import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// SQLite before 3.51.3 can lose commits where one connection empties the write-ahead log while
/// another starts it over (`Documentation/sqlite-wal-reset.md`): here that can't be.
@Suite struct WriteAheadLogTests {
  private let folder: TemporaryFolder
  private let path: String
  private let log: StudyLog
  private let cards: [Card]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/study.sqlite"
    log = try openLog(path)
    try log.store([kana])
    cards = try log.cards()
  }

  private var length: Int64 { LogFiles.length(of: path + "-wal") ?? -1 }

  private func empty(_ log: StudyLog) throws {
    let files = try #require(log.files)
    try log.inspect { files.emptyWriteAheadLog($0, patience: 0.1) }
  }

  /// A power cut may leave any sectors of what was not on disk for sure. SQLite passes over it.
  @Test func `one that a power cut has torn is no other log's`() throws {
    try empty(log)
    try log.close()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let torn = folder.path + "/torn.sqlite"
    try Data(whole).write(to: URL(fileURLWithPath: torn))
    let writer = try openLog(torn)
    try writer.answer(cards[0])
    let written = [UInt8](try Data(contentsOf: URL(fileURLWithPath: torn + "-wal")))
    try writer.close()
    #expect(written.count > 4096)
    // The first sector has the headers and the beginning of the page; any others may be missing, and the
    // version stands behind the first 116 bytes.
    for kept in [40, 56, 100, 116, 160, 512, 1024, 4000] {
      var bytes = written
      bytes.replaceSubrange(kept..., with: repeatElement(0, count: bytes.count - kept))
      try Data(whole).write(to: URL(fileURLWithPath: torn))
      try Data(bytes).write(to: URL(fileURLWithPath: torn + "-wal"))
      let opened = try openLog(torn)
      #expect(try opened.check() == [], "\(kept)")
      try opened.answer(cards[1])
      try opened.close()
      for ending in ["-wal", "-shm"] { unlink(torn + ending) }
    }
  }

  @Test func `SQLite itself never empties it while a log is open`() throws {
    #expect(try log.inspect { try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint") } == 0)
    #expect(length > 0)
    try empty(log)
    #expect(length == 0)
  }

  @Test func `while another program is writing it stays as it is`() throws {
    let other = try openLog(path)
    let before = length
    try log.write { tx in
      try tx.suspensions.suspend(cards[0].id, .suspended, at: morning)
      try empty(other)
      #expect(length == before)
    }
    let after = length
    #expect(after > before)
    try empty(other)
    #expect(length == 0)
    #expect(try log.check() == [])
  }

  @Test func `while another program reads an older state nobody waits for it`() throws {
    let reader = try DatabaseQueue(path: path)
    try reader.inDatabase { db in
      try db.execute(sql: "BEGIN")
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM review")
      try log.answer(cards[0])
      let start = ContinuousClock.now
      try empty(log)
      // Who waited would wait for as long as the log's patience is: 10 seconds.
      #expect(ContinuousClock.now - start < .seconds(9))
      #expect(length > 0)
      try db.execute(sql: "COMMIT")
    }
    try log.answer(cards[1])
    try empty(log)
    #expect(length == 0)
    #expect(try openLog(path).check() == [])
  }

  @Test func `who writes waits for whom empties it`() throws {
    let other = try openLog(path, patience: 0.1)
    // Programs that other tests start meanwhile don't inherit the lock.
    let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(throws: StorageError.locked(path: path)) { try other.answer(cards[0]) }
    close(descriptor)
    try other.answer(cards[0])
  }

  @Test func `it never becomes long, however much is written`() throws {
    let text = String(repeating: "長", count: 2000)
    for round in 0..<30 {
      let many = group("Many \(round)", (0..<60).map { ("\($0) \(text)", "\($0)") })
      try log.store([many], as: "/many\(round).json")
      #expect(length < LogFiles.longWriteAheadLog + (2 << 20))
    }
    #expect(try log.check() == [])
  }

  @Test func `in a long session it is emptied without getting shorter, and stays this log's own`()
    throws
  {
    let text = String(repeating: "長", count: 2000)
    var lengths: [Int64] = []
    for round in 0..<30 {
      try log.store(
        [group("Many", (0..<60).map { ("\(round) \($0) \(text)", "\($0)") })], as: "/many.json")
      lengths.append(length)
    }
    #expect(zip(lengths, lengths.dropFirst()).allSatisfy { $0 <= $1 } && lengths[20] == lengths[29])
    try log.answer(cards[0])
    let copy = folder.path + "/copy.sqlite"
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
    }
    do {
      let left = try openLog(copy)
      #expect(try left.check() == [])
      #expect(try left.read { try $0.reviews.last() }?.review.card == cards[0].id)
      #expect((LogFiles.length(of: copy + "-wal") ?? -1) == 0)
    }
    let other = folder.path + "/other.sqlite"
    do {
      let log = try openLog(other)
      try log.store([kana])
      try log.close()
    }
    try FileManager.default.copyItem(atPath: path + "-wal", toPath: other + "-wal")
    #expect(throws: StorageError.foreignAnswers(path: other)) { try openLog(other) }
  }

  @Test func `with two that answer and two that empty it nothing is lost`() async throws {
    let rounds = LongForm.rounds(usually: 150)
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for writer in 0..<2 {
        tasks.addTask { [path, cards] in
          let log = try openLog(path)
          for round in 0..<rounds { try log.answer(cards[(round + writer) % cards.count]) }
        }
        tasks.addTask { [path] in
          let log = try openLog(path)
          let files = try #require(log.files)
          for _ in 0..<rounds {
            try log.inspect { files.emptyWriteAheadLog($0, patience: 10) }
            usleep(500)
          }
        }
      }
      try await tasks.waitForAll()
    }
    var count = 0
    try log.read { try $0.reviews.forEach { _ in count += 1 } }
    #expect(count == 2 * rounds)
    #expect(try log.check() == [])
  }
}
