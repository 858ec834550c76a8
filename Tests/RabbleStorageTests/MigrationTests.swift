import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

@Suite struct MigrationTests {
  /// The fixture is `sqlite_master` of a log that a released program made.
  @Test func `the tables are, to the letter, those that version 6 has shipped`() throws {
    let url = try #require(
      Bundle.module.url(forResource: "schema-6", withExtension: "sql", subdirectory: "Fixtures"))
    let database = try DatabaseQueue()
    try Schema.migrator.migrate(database, upTo: "6: places, courses")
    let tables = try database.read { db in
      try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
    }
    #expect(
      tables.map { $0 + ";\n" }.joined(separator: "\n")
        == String(decoding: try Data(contentsOf: url), as: UTF8.self))
  }

  @Test func `every table of events has a column for the check value`() throws {
    let columns = try openLog().inspect { db in
      try EventKinds.tables.map { try db.columns(in: $0).filter { $0.name == EventCheck.column } }
    }
    #expect(columns.allSatisfy { $0.count == 1 && $0[0].type == "INTEGER" && !$0[0].isNotNull })
  }

  @Test func `every table of events belongs to a kind of event`() throws {
    let guarded = try openLog().inspect { db in
      try String.fetchSet(
        db, sql: "SELECT tbl_name FROM sqlite_master WHERE name LIKE '%never_UPDATE'")
    }
    #expect(Set(EventKinds.tables) == guarded)
  }

  /// Makes a log as version 1 made it: its tables, a deck of two questions, and an answer to one.
  private func makeVersion1(at path: String) throws -> (review: Review, progress: CardProgress) {
    let known = QuestionID(of: kana.questions[0], inGroup: "Kana")
    let other = QuestionID(of: kana.questions[1], inGroup: "Kana")
    let events = (1...3).map { EventID(bits: UInt128($0)) }
    let review = Review(
      card: CardID(question: known), grade: .good, moment: morning, typed: "a",
      verdict: "correct", hintUsed: false, duration: 1200)
    let schedule = Scheduler().schedule(nil, grade: .good, at: morning, card: review.card)
    let progress = CardProgress.after(
      nil, review.grade, at: morning, schedule: schedule, wording: events[1], content: known)
    let database = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(database, upTo: "1: events, schedule, decks")
    try database.write { db in
      try db.execute(sql: "INSERT INTO device (id) VALUES (?)", arguments: [events[0]])
      try db.execute(
        sql: "INSERT INTO wording VALUES (?, ?, ?, ?, ?, 'Kana', 0, 'あ', 'a')",
        arguments: [events[1], events[0], morning.milliseconds, known, known])
      try db.execute(
        sql: """
          INSERT INTO review VALUES
            (?, ?, ?, ?, ?, 'answer', ?, 3, 'a', 'correct', NULL, NULL, 0, 1200)
          """,
        arguments: [
          events[2], events[0], morning.milliseconds, morning.utcOffset, known, events[1],
        ])
      guard case .at(let due) = schedule.due else {
        Issue.record("a card in its steps is due at a minute")
        return
      }
      try db.execute(
        sql: """
          INSERT INTO schedule VALUES (?, 'answer', 0, 1, ?, ?, NULL, ?, 0, ?, ?, 1, 0, ?, 1, 0, ?, ?)
          """,
        arguments: [
          known, schedule.memory.stability, schedule.memory.difficulty, due, morning.milliseconds,
          morning.utcOffset, morning.day.number, events[1], known,
        ])
      try db.execute(
        sql: """
          INSERT INTO deck VALUES (1, '/kana.json', 'v1', '');
          INSERT INTO deck_group VALUES (1, 1, 0, 'Kana', 2);
          """)
      for (position, row) in [(known, false, "あ", "a"), (other, true, "い", "i")].enumerated() {
        try db.execute(
          sql: "INSERT INTO question VALUES (1, ?, ?, ?, ?, ?, NULL, ?, NULL)",
          arguments: [position, row.0, row.0, row.1, row.2, row.3])
      }
    }
    return (review, progress)
  }

  @Test func `a log of version 1 keeps its events and schedules, and reads its decks again`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let (review, progress) = try makeVersion1(at: path)

    let backup = folder.path + "/backup.sqlite"
    let log = try StudyLog(
      path: path, random: { .random(in: .min ... .max) },
      beforeUpdate: {
        #expect(throws: Never.self, performing: { [log = $0] in try log.backUp(to: backup) })
      })
    let before = try DatabaseQueue(path: backup)
    #expect(
      try before.read { try Schema.migrator.appliedIdentifiers($0) }
        == ["1: events, schedule, decks"])
    try before.close()
    // Where nothing was there, or nothing changes, there is nothing to keep.
    for file in [path, folder.path + "/new.sqlite"] {
      _ = try StudyLog(
        path: file, random: { .random(in: .min ... .max) },
        beforeUpdate: { _ in Issue.record("an update of \(file)") })
    }
    var reviews: [Review] = []
    try log.read { try $0.reviews.forEach { reviews.append($0.review) } }
    #expect(reviews == [review])
    #expect(try log.read { try $0.schedules.progress(of: review.card) } == progress)
    #expect(try log.check() == [])
    #expect(try log.read { try $0.decks.all() }.values.map(\.signature) == [""])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let queue = try log.read { try $0.queue.entries(of: groups, newPerDay: 20, at: morning) }
    #expect(queue.map(\.due) == [progress.schedule.due, nil])

    let asked = kana.questions.map { question in
      Question(
        prompt: question.prompt, answer: question.answer, directions: [.recognition, .production])
    }
    try log.store([QuestionGroup(title: "Kana", questions: asked)])
    #expect(try log.read { try $0.schedules.progress(of: review.card) } == progress)
    #expect(
      try log.read {
        try $0.groups.counts(of: $0.decks.groups(of: ["/kana.json"]), at: morning)
      }[0].cards == 10)
    #expect(try log.check() == [])
  }

  /// Where cards stand, as every version has kept it.
  private static func schedules(in database: some DatabaseReader) throws -> [[DatabaseValue]] {
    try database.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT question, direction, phase, step, stability, difficulty, due_day, due_time,
            interval, last_time, last_offset, repetitions, lapses, correct, incorrect
          FROM schedule ORDER BY question, direction
          """
      ).map { Array($0.databaseValues) }
    }
  }

  private static func version(of database: some DatabaseReader) throws -> Int {
    try database.read { Schema.version(try Schema.migrator.appliedIdentifiers($0)) }
  }

  /// The programs of those versions made the logs: some days of two groups, an answer undone, and where
  /// the program could, a card suspended and a preset changed.
  @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 21, 22, 23])
  func
    `a log that an older program made is brought up to date, with a backup and the same schedules`(
      version: Int
    ) throws
  {
    let url = try #require(
      Bundle.module.url(
        forResource: "log-\(version)", withExtension: "dump", subdirectory: "Fixtures"))
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let old = try DatabaseQueue(path: path)
    // As the shell of SQLite wrote it, with its own transaction.
    try old.writeWithoutTransaction { db in
      try db.execute(sql: String(contentsOf: url, encoding: .utf8))
    }
    let before = try Self.schedules(in: old)
    let reviews = try old.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM review") }
    #expect(try Self.version(of: old) == version)
    try old.close()

    let backup = folder.path + "/backup.sqlite"
    let log = try StudyLog(
      path: path, random: { .random(in: .min ... .max) },
      beforeUpdate: {
        #expect(throws: Never.self, performing: { [log = $0] in try log.backUp(to: backup) })
      })
    #expect(try log.check() == [])
    let kept = try DatabaseQueue(path: backup)
    #expect(try Self.version(of: kept) == version)
    #expect(try Self.schedules(in: kept) == before)
    try kept.close()
    let database = try DatabaseQueue(path: path)
    #expect(try Self.version(of: database) == StudyLog.version)
    #expect(
      try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM review") } == reviews)
    #expect(before.count == 7)
    #expect(try Self.schedules(in: database) == before)
  }

  @Test(arguments: ["22: daily limits", "23: days of changed schedules"])
  func `answers that an older version condensed are condensed again`(migration: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let old = try DatabaseQueue(path: path)
    try Schema.migrator.migrate(old, upTo: migration)
    try old.write { db in
      try db.execute(
        sql: """
          INSERT INTO answer_block VALUES (0, 1, 0, x'', x'', x'', x'', x'');
          INSERT INTO answer_extent VALUES (zeroblob(16), NULL, 1, 0, 0, 0);
          """)
    }
    try old.close()
    let log = try openLog(path)
    #expect(try log.read { try AnswerBlocks($0).extent() } == nil)
    #expect(try log.check() == [])
  }
}
