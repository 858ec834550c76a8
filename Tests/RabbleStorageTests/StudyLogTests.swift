import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleStorage
import RabbleTestSupport
import Testing

@Suite struct StudyLogTests {
  @Test func `an answer is in the file when record returns`() throws {
    let folder = try TemporaryFolder()
    let log = try openLog(folder.path + "/study.sqlite")
    try log.store([kana])
    let card = try log.cards()[0]
    let recorded = try log.answer(card, .hard)

    let other = try openLog(folder.path + "/study.sqlite")
    var seen: [RecordedReview] = []
    try other.read { try $0.reviews.forEach { seen.append($0) } }
    let review = try #require(seen.first)
    #expect(seen.count == 1)
    #expect(review.id == recorded.id)
    #expect(review.review.grade == .hard)
    #expect(review.review.moment == morning)
    #expect(review.review.typed == "typed")
    #expect(review.review.duration == 1500)
    #expect(review.group == "Kana")
    #expect(review.prompt == "あ")
    #expect(review.answer == "a")
    #expect(!review.isRetracted)
  }

  @Test func `commits wait for the disk`() throws {
    let folder = try TemporaryFolder()
    let log = try openLog(folder.path + "/study.sqlite")
    #expect(try log.pragma("synchronous") == "2")
    #expect(try log.pragma("journal_mode") == "wal")
    #expect(try log.pragma("foreign_keys") == "1")
  }

  @Test
  func
    `references are looked at again after a transaction that finds them itself, even if it fails`()
    throws
  {
    struct Failure: Error {}
    let folder = try TemporaryFolder()
    let log = try openLog(folder.path + "/study.sqlite")
    try log.write(findsReferences: true) { _ in }
    #expect(try log.pragma("foreign_keys") == "1")
    #expect(throws: Failure.self) {
      try log.write(findsReferences: true) { _ in throw Failure() }
    }
    #expect(try log.pragma("foreign_keys") == "1")
  }

  @Test func `the schedule is the scheduler's`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    var expected: Schedule?
    var moment = morning
    for grade in [Grade.good, .good, .good, .again, .hard, .easy] {
      expected =
        Scheduler().planned(expected, grade: grade, at: moment, card: card.id, load: DueLoad())
        .schedule
      #expect(try log.answer(card, grade, at: moment).schedule == expected)
      moment = moment.advanced(byMilliseconds: 86_400_000 * 3)
    }
    let stored = try log.read {
      try $0.cards.standing(
        of: card.id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
    }
    #expect(stored?.schedule == expected)
  }

  @Test func `undo gives back the schedule before, answer by answer, until none is left`() throws {
    let log = try openLog()
    try log.store([kana])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let card = try log.cards()[0]
    var before: [Schedule?] = []
    for (day, grade) in [Grade.good, .easy, .again, .good].enumerated() {
      before.append(
        try log.read { try $0.cards.standing(of: card.id, in: groups, at: morning) }?.schedule)
      try log.answer(card, grade, at: morning.advanced(byMilliseconds: Int64(day) * 86_400_000))
    }
    for expected in before.reversed() {
      let taken = try #require(try log.write { try $0.reviews.undo(at: morning) })
      #expect(taken.review.card == card.id)
      #expect(
        try log.read { try $0.cards.standing(of: card.id, in: groups, at: morning) }?.schedule
          == expected)
    }
    #expect(try log.write { try $0.reviews.undo(at: morning) } == nil)
    #expect(
      try log.read { try $0.queue.entries(of: groups, newPerDay: 20, at: morning) }.count == 5)
    #expect(try log.check() == [])
  }

  @Test func `undo works after a restart and names what it took back`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let id: EventID
    do {
      let log = try openLog(path)
      try log.store([kana])
      try log.answer(try log.cards()[0])
      id = try log.answer(try log.cards()[1], .again).id
    }
    let taken = try openLog(path).write { try $0.reviews.undo(at: morning) }
    #expect(taken?.id == id)
    #expect(taken?.prompt == "い")
    #expect(taken?.review.grade == .again)
  }

  @Test func `an answer that was taken back stays in the log, marked`() throws {
    let log = try openLog()
    try log.store([kana])
    try log.answer(try log.cards()[0])
    _ = try log.write { try $0.reviews.undo(at: morning) }
    var marks: [Bool] = []
    try log.read { try $0.reviews.forEach { marks.append($0.isRetracted) } }
    #expect(marks == [true])
  }

  @Test func `a certain answer can be taken back, but only once`() throws {
    let log = try openLog()
    try log.store([kana])
    let first = try log.answer(try log.cards()[0])
    try log.answer(try log.cards()[1])
    #expect(try log.write { try $0.reviews.undo(first.id, at: morning) }?.id == first.id)
    #expect(try log.write { try $0.reviews.undo(first.id, at: morning) } == nil)
    #expect(try log.check() == [])
  }

  @Test func `events are never changed nor deleted`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let log = try openLog(path)
    try log.store([kana])
    try log.answer(try log.cards()[0])
    _ = try log.write { try $0.reviews.undo(at: morning) }
    let raw = try DatabaseQueue(path: path)
    for table in ["event", "review", "wording"] {
      #expect(throws: DatabaseError.self) {
        try raw.write { try $0.execute(sql: "DELETE FROM \(table)") }
      }
      #expect(throws: DatabaseError.self) {
        try raw.write { try $0.execute(sql: "UPDATE \(table) SET time = 0") }
      }
    }
  }

  @Test func `answers given while the clock stands still keep their order`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    let ids = try (0..<200).map { _ in try log.answer(card).id }
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 200)
    #expect(try log.check() == [])
  }

  @Test func `two terminals at once lose nothing`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    try openLog(path).store([kana])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for terminal in 0..<4 {
        group.addTask {
          let log = try openLog(path)
          var generator = SeededGenerator(seed: UInt64(terminal))
          for card in try log.cards() {
            for _ in 0..<8 {
              try log.answer(card, Grade.allCases.randomElement(using: &generator) ?? .good)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let log = try openLog(path)
    var count = 0
    try log.read { try $0.reviews.forEach { _ in count += 1 } }
    #expect(count == 4 * 5 * 8)
    #expect(try log.check() == [])
  }

  @Test func `the grades that count are those of the reviews that count`() throws {
    let log = try openLog()
    try log.store([kana])
    var generator = SeededGenerator(seed: 5)
    let cards = try log.cards()
    for card in cards {
      for day in 0..<6 {
        try log.write {
          try $0.reviews.record(
            Review(
              card: card.id, grade: Grade.allCases.randomElement(using: &generator) ?? .good,
              moment: morning.advanced(byMilliseconds: Int64(day) * 86_400_000), typed: nil,
              verdict: [nil, "wrong", "correct"].randomElement(using: &generator) ?? nil,
              hintUsed: Bool.random(using: &generator), duration: 0), of: card)
        }
        if Int.random(in: 0..<4, using: &generator) == 0 {
          _ = try log.write { try $0.reviews.undo(at: morning) }
        }
      }
    }
    var expected = HardMisuseTally()
    try log.read {
      try $0.reviews.forEach {
        let (review, place) = (
          $0.review, cards.firstIndex { [card = $0.review.card] in $0.id == card }
        )
        guard !$0.isRetracted, let place else { return }
        expected.add(
          place, review.grade, at: review.moment,
          isJudgedWrong: review.verdict.map { $0 == "wrong" },
          hintUsed: review.hintUsed)
      }
    }
    #expect(try log.read { try $0.statistics.hardMisuse() } == expected.use)
    #expect(expected.use.judgedWrong > 3)
  }

  @Test(arguments: 0..<10) func `whatever is answered and taken back, replay proves the schedule`(
    seed: Int
  ) throws {
    let log = try openLog()
    try log.store([kana])
    let cards = try log.cards()
    var generator = SeededGenerator(seed: UInt64(seed))
    var moment = morning
    for _ in 0..<120 {
      moment = moment.advanced(byMilliseconds: Int64.random(in: 0...200_000_000, using: &generator))
      if Int.random(in: 0..<4, using: &generator) == 0 {
        _ = try log.write { try $0.reviews.undo(at: moment) }
      } else {
        try log.answer(
          cards.randomElement(using: &generator) ?? cards[0],
          Grade.allCases.randomElement(using: &generator) ?? .good, at: moment)
      }
    }
    #expect(try log.check() == [])
    let before = try log.dump("schedule")
    _ = try log.rebuild()
    #expect(try log.dump("schedule") == before)
  }
}

extension StudyLog {
  fileprivate func pragma(_ name: String) throws -> String? {
    try inspect { try String.fetchOne($0, sql: "PRAGMA \(name)") }
  }
}
