import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Synchronization
import Testing

@testable import RabbleStorage

@Suite struct DamageTests {
  @Test func `a log of a newer version is not touched`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try openLog(path).store([kana])
    let raw = try DatabaseQueue(path: path)
    try raw.inDatabase { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
    try raw.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('99')")
    }
    try raw.close()
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StorageError.newerVersion(path: path, version: 99)) { try openLog(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `a folder in the place of the log is called one, whatever was asked`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let accesses: [StudyLog.Access] = [.creating, .changing, .looking, .examining, .copying]
    for access in accesses {
      #expect(throws: StorageError.folder(path: path)) { try openLog(path, for: access) }
    }
    #expect(throws: StorageError.folder(path: path)) {
      try LogSalvage.run(from: path, to: folder.path + "/new.sqlite") { 7 }
    }
    #expect(throws: StorageError.folder(path: path)) {
      try StudyLog.replace(path, with: folder.path + "/backup.sqlite", keeping: "now")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["study.sqlite"])
  }

  @Test func `a file that is no database is named and not overwritten`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let content = Data("my shopping list, which is rather longer than a header".utf8)
    try content.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: StorageError.self) { try openLog(path) }
    guard case .corrupt(path, _) = error else {
      Issue.record("not corrupt: \(String(describing: error))")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
  }

  @Test func `a damaged page is found by the check`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    do {
      let log = try openLog(path)
      try log.store([group("Many", (0..<500).map { ("prompt \($0)", "answer \($0)") })])
    }
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    for page in stride(from: UInt64(4096 * 8), to: size, by: 4096 * 3) {
      try file.seek(toOffset: page)
      try file.write(contentsOf: Data(repeating: 0xaa, count: 512))
    }
    try file.close()
    let isFound: Bool
    do {
      isFound = try !openLog(path).check().isEmpty
    } catch let error as StorageError {
      guard case .corrupt = error else { throw error }
      isFound = true
    }
    #expect(isFound)
  }

  @Test func `a full disk loses no answer that was acknowledged, and says so`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    try log.store([kana])
    let card = try log.cards()[0]
    try log.inspect { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages + 2)")
    }
    var acknowledged = 0
    let error = #expect(throws: StorageError.self) {
      for _ in 0..<10_000 {
        try log.answer(card)
        acknowledged += 1
      }
    }
    #expect(error == .diskFull(path: path))
    var count = 0
    try openLog(path).read { try $0.reviews.forEach { _ in count += 1 } }
    #expect(count == acknowledged)
    #expect(try openLog(path).check() == [])
  }

  @Test func `a log that another program keeps locked is named after the patience is over`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path, patience: 0.1)
    try log.store([kana])
    let card = try log.cards()[0]
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    #expect(throws: StorageError.locked(path: path)) { try log.answer(card) }
    try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    try log.answer(card)
  }

  @Test func `after a second of waiting for another program the wait is told, and goes on`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try openLog(path).store([kana])
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: path, configuration: configuration)
    let waits = Mutex(0)
    let log = try StudyLog(
      path: path,
      whenWaiting: { _ in
        waits.withLock { $0 += 1 }
        // It ends as soon as it is waited for.
        try? other.inDatabase { try $0.execute(sql: "ROLLBACK") }
      }, random: { .random(in: .min ... .max) })
    let card = try log.cards()[0]
    try log.answer(card)
    try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try log.answer(card)
    #expect(waits.withLock { $0 } == 1)
  }

  @Test func `a log that may not be written is named`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    try log.store([kana])
    let card = try log.cards()[0]
    try log.inspect { try $0.execute(sql: "PRAGMA query_only = 1") }
    #expect(throws: StorageError.readOnly(path: path)) { try log.answer(card) }
  }

  @Test(arguments: [
    "UPDATE schedule SET phase = 7", "UPDATE schedule SET stability = -1",
    "UPDATE schedule SET due_day = 9223372036854775807, due_time = NULL",
    "UPDATE schedule SET due_day = NULL, due_time = NULL",
    "UPDATE schedule SET question = X'01'", "UPDATE schedule SET direction = 'sideways'",
    "UPDATE deck_card SET direction = 'sideways'",
    "UPDATE deck_card SET siblings = -9223372036854775808",
    "UPDATE question SET id = X'01' WHERE position = 1",
    "UPDATE question SET more = '[[' WHERE position = 1",
    "UPDATE deck_group SET questions = -1", "UPDATE deck_group SET more = '[['",
    "UPDATE held SET until_day = -9223372036854775808", "UPDATE held SET question = X'01'",
  ])
  func `what is kept and can't be is found by the check, and made again by a rebuild`(
    change: String
  ) throws {
    let log = try openLog()
    try log.store([kana])
    let cards = try log.cards()
    try log.answer(cards[0])
    try log.write { try $0.suspensions.suspend(cards[1].id, .suspended, at: morning) }
    let before = try log.dump("schedule")
    try log.inspect { try $0.execute(sql: change) }
    let findings = try log.check()
    #expect(!findings.isEmpty && findings.allSatisfy { $0.isFixable && !$0.isRemark })
    _ = try log.rebuild()
    #expect(try log.check() == [])
    try log.store([kana])
    #expect(try log.dump("schedule") == before)
    #expect(try log.cards().count == 4)
  }

  @Test func `a text longer than an event can have is cut when written, and damage when found`()
    throws
  {
    let log = try openLog()
    let long = String(repeating: "長", count: LogBounds.text / 3 + 10)
    try log.store([group("Long", [(long, long + "い")])])
    let card = try #require(try log.cards().first)
    let review = Review(
      card: card.id, grade: .good, moment: morning, typed: long + "い", verdict: "correct",
      hintUsed: false, duration: 1500)
    _ = try log.write { try $0.reviews.record(review, of: card) }
    #expect(try log.check() == [])
    let typed = try #require(try log.read { try $0.reviews.last() }?.review.typed)
    #expect(typed == String(repeating: "長", count: LogBounds.text / 3))
    let sum = try log.inspect { db in
      try db.execute(sql: "DROP TRIGGER review_never_UPDATE")
      try db.execute(sql: "UPDATE review SET typed = hex(zeroblob(\(LogBounds.text)))")
      return try db.event(.of(ReviewEvent.table)).check
    }
    try log.inspect { try $0.execute(sql: "UPDATE review SET check_value = ?", arguments: [sum]) }
    #expect(try log.check().contains { $0.isDamage })
  }

  @Test func `a row with a value that can't be is named, and nothing is guessed`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    try log.answer(card)
    for change in ["phase = 7", "direction = 'sideways'"] {
      try log.inspect { try $0.execute(sql: "UPDATE schedule SET \(change)") }
      let error = #expect(throws: StorageError.self) {
        try log.write {
          try $0.presets.apply(.use(preset: "own", retention: 0.8, groups: ["Kana"]), at: morning)
        }
      }
      guard case .unreadable = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try log.read { try $0.presets.history() }.entries.isEmpty)
  }

  @Test func `a commit that fails changes nothing that is remembered`() throws {
    let log = try openLog()
    try log.store([kana])
    let cards = try log.cards()
    for card in cards.prefix(3) { try log.answer(card, .easy) }
    func remembered() throws -> (load: DueLoad, book: PresetBook) {
      try log.read { (try $0.dueLoad.besides(cards[0].id, at: morning), try $0.presets.book()) }
    }
    let before = try remembered()
    #expect(!before.load.counts.isEmpty)
    let review = Review(
      card: cards[3].id, grade: .easy, moment: morning, typed: nil, verdict: nil, hintUsed: false,
      duration: 0)
    func fail() throws {
      try log.write { tx in
        try tx.reviews.record(review, of: cards[3])
        try tx.presets.apply(.use(preset: "own", retention: 0.8, groups: ["Kana"]), at: morning)
        // A group of a deck that does not exist is refused by the commit alone.
        try tx.db.execute(
          sql: """
            PRAGMA defer_foreign_keys = ON;
            INSERT INTO deck_group (deck, position, title, questions) VALUES (999, 0, 'x', 0)
            """)
      }
    }
    #expect(throws: StorageError.self) { try fail() }
    let after = try remembered()
    #expect(after.load == before.load)
    #expect(after.book == before.book)
    #expect(try log.check() == [])

    try log.write { try $0.reviews.record(review, of: cards[3]) }
    let counted = try remembered().load.counts
    let (cardsBefore, cardsNow) = (
      before.load.counts.values.reduce(0, +), counted.values.reduce(0, +)
    )
    #expect(cardsNow == cardsBefore + 1)
    // Another connection counts the same, without what this one remembers.
    log.caches.withLock { $0 = Caches() }
    #expect(try remembered().load.counts == counted)
  }

  @Test func `a folder in place of the log can't be opened`() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: StorageError.self) { try openLog(folder.path) }
    guard case .folder = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a schedule that its answers do not prove is found and rebuilt`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    try log.store([kana])
    let cards = try log.cards()
    for card in cards { try log.answer(card) }
    let raw = try DatabaseQueue(path: path)
    try raw.write { db in
      try db.execute(
        sql: "UPDATE schedule SET stability = 99 WHERE question = ?",
        arguments: [cards[0].id.question])
      try db.execute(
        sql: "DELETE FROM schedule WHERE question = ?", arguments: [cards[1].id.question])
      try db.execute(
        sql: "UPDATE deck_card SET is_new = 1 WHERE position = ?", arguments: [cards[2].position])
      try db.execute(
        sql: "UPDATE deck_card SET direction = 'reading' WHERE position = ?",
        arguments: [cards[3].position])
      try db.execute(
        sql: "UPDATE schedule SET position = 9 WHERE question = ?",
        arguments: [cards[4].id.question])
    }
    let findings = try log.check()
    #expect(findings.contains(.scheduleDiffers(card: cards[0].id)))
    #expect(findings.contains(.scheduleMisplaced(card: cards[1].id)))
    #expect(findings.contains(.newnessDiffers(cards: 3)))
    #expect(findings.contains(.cardsDiffer(questions: 1)))
    #expect(findings.contains(.placesDiffer(cards: 1)))
    #expect(try log.rebuild() == 5)
    #expect(try log.check() == [])
  }
}
