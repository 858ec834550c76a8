import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Devices that study apart and then exchange events: whatever they did, and in whatever order the
/// events come, all come to the same.
@Suite struct SyncHistoryTests {
  /// How many histories are played; RABBLE_FUZZ sets another number.
  private static let histories =
    ProcessInfo.processInfo.environment["RABBLE_FUZZ"].flatMap { Int($0) } ?? 60

  @Test
  func `any history of two to five devices ends with the same caches in any order of arrival`()
    async throws
  {
    let workers = 2
    try await withThrowingTaskGroup { group in
      for worker in 0..<workers {
        group.addTask {
          let logs = try Logs()
          for seed in stride(from: worker, to: Self.histories, by: workers) {
            try Self.play(seed: UInt64(seed), on: logs)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  /// Logs that are used for one history after the other: to make one takes longer than to play on it.
  private struct Logs {
    private let logs: [StudyLog]
    /// The tables that have no rows in a log in which nothing was done.
    private let tables: [String]

    init() throws {
      logs = try (0..<6).map { _ in try openLog() }
      tables = try logs[0].inspect { db in
        try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'").filter {
          try $0 != "sqlite_sequence" && Int.fetchOne(db, sql: "SELECT 1 FROM \($0)") == nil
        }
      }
      for log in logs {
        try log.inspect { db in
          try db.execute(sql: "PRAGMA foreign_keys = OFF")
          for table in EventForm.tables {
            try db.execute(sql: "DROP TRIGGER IF EXISTS \(table)_never_DELETE")
          }
        }
      }
    }

    /// A log in which nothing was done. Its tables stay as they are, so that no statement is prepared
    /// again.
    func fresh(_ index: Int) throws -> StudyLog {
      let log = logs[index]
      try log.inspect { db in
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        for table in tables { try db.cachedStatement(sql: "DELETE FROM \(table)").execute() }
        try db.execute(sql: "PRAGMA foreign_keys = ON")
      }
      log.caches.withLock { $0 = Caches() }
      try log.store([group("Kana", Device.questions)])
      return log
    }
  }

  private static func play(seed: UInt64, on logs: Logs) throws {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...5, using: &generator)
    var devices = try (0..<count).map { Device(try logs.fresh($0), &generator) }
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      for index in devices.indices {
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          try devices[index].act(&generator)
        }
      }
      // Some meet, one way or both.
      for _ in 0..<Int.random(in: 0...count, using: &generator) {
        let (from, to) = (generator.element(of: devices), generator.element(of: devices))
        try to.take(from.lines(), &generator)
      }
    }
    let fresh = Device(try logs.fresh(count), &generator)
    // In the end all have read the same decks, before or after they got everything.
    for device in devices + [fresh] where Bool.random(using: &generator) { try device.store() }
    // What has met before comes more than once.
    let lines = try devices.flatMap { try $0.lines() }
    for device in devices + [fresh] { try device.take(lines, &generator) }
    for device in devices + [fresh] { try device.store() }
    // Reading decks may have made decisions.
    let known = Set(lines)
    let decisions = try (devices + [fresh]).flatMap { try $0.lines() }.filter {
      !known.contains($0)
    }
    if !decisions.isEmpty {
      for device in devices + [fresh] { try device.take(decisions, &generator) }
    }
    let (events, caches) = (try fresh.lines().sorted(), try fresh.caches())
    for (index, device) in devices.enumerated() {
      #expect(try device.lines().sorted() == events, "history \(seed), device \(index)")
      let found = try device.caches()
      for (table, rows) in found where rows != caches[table] {
        Issue.record("history \(seed), device \(index): \(table)\n\(rows)\n\(caches[table] ?? [])")
      }
    }
    // These take as long as the rest.
    guard seed % 8 == 0 else { return }
    #expect(try fresh.log.check().filter { !$0.isRemark } == [], "history \(seed)")
    // Twice is once.
    try fresh.take(events, &generator)
    #expect(try fresh.caches() == caches, "history \(seed)")
  }

  // MARK: - Single laws

  @Test func `a card answered on two devices counts both answers, the second by its true time`()
    throws
  {
    let desk = try fresh()
    let laptop = try fresh()
    let card = try desk.cards()[0]
    let day = 86_400_000 as Int64
    try desk.answer(card, .good, at: morning)
    try laptop.exchange(desk.lines())
    try laptop.answer(card, .good, at: morning.advanced(byMilliseconds: 3 * day))
    try desk.answer(card, .hard, at: morning.advanced(byMilliseconds: 5 * day))
    try desk.exchange(laptop.lines())
    try laptop.exchange(desk.lines())
    // One device on which all of it was done.
    let single = try fresh()
    let first = try single.answer(card, .good, at: morning).schedule
    try single.answer(card, .good, at: morning.advanced(byMilliseconds: 3 * day))
    let last = try single.answer(card, .hard, at: morning.advanced(byMilliseconds: 5 * day))
      .schedule
    for log in [desk, laptop] {
      let found = try #require(try log.read { try $0.schedules.progress(of: card.id) }).schedule
      #expect(found.repetitions == 3 && found.lastReview == last.lastReview)
      #expect(found.memory == last.memory && found.memory != first.memory)
    }
  }

  @Test func `an undo takes back its own event only`() throws {
    let desk = try fresh()
    let laptop = try fresh()
    let card = try desk.cards()[0]
    let first = try desk.answer(card, .again).id
    try laptop.exchange(desk.lines())
    let later = morning.advanced(byMilliseconds: 60_000)
    let second = try laptop.answer(card, .good, at: later).id
    _ = try desk.undo(first, at: later)
    try desk.exchange(laptop.lines())
    try laptop.exchange(desk.lines())
    for log in [desk, laptop] {
      #expect(try log.read { try $0.reviews.last(of: card.id) }?.id == second)
      #expect(try log.read { try $0.schedules.progress(of: card.id) }?.score.total == 1)
    }
  }

  @Test func `the later preset holds as a whole, and is told`() throws {
    let desk = try fresh()
    let laptop = try fresh()
    try laptop.write { try $0.devices.name("laptop", at: morning) }
    let later = morning.advanced(byMilliseconds: 60_000)
    try desk.write {
      var preset = Preset(name: Preset.defaultName, desiredRetention: 0.95)
      preset.maximumInterval = 100
      try $0.presets.apply(.set(preset, .learner), at: morning)
    }
    try laptop.write {
      try $0.presets.apply(
        .set(Preset(name: Preset.defaultName, desiredRetention: 0.8), .learner), at: later)
    }
    let (own, other) = (try desk.lines(), try laptop.lines())
    let news = try desk.exchange(other)
    #expect(news.presets.map(\.name) == [Preset.defaultName])
    #expect(news.presets[0].deviceName == "laptop" && !news.presets[0].isOwn)
    let heard = try laptop.exchange(own)
    #expect(heard.presets.map(\.isOwn) == [true])
    for log in [desk, laptop] {
      let preset = try log.read { try $0.presets.book() }.preset(forGroup: "Kana")
      #expect(preset.desiredRetention == 0.8)
      #expect(preset.maximumInterval == Preset(name: "other").maximumInterval)
    }
  }

  @Test func `devices that find the same text to be another question ask one question`() throws {
    let (desk, laptop) = (try fresh(), try fresh())
    let text = try desk.cards()[0].id.question
    let later = morning.advanced(byMilliseconds: 60_000)
    for (log, moment) in [(desk, morning), (laptop, later)] {
      let edited = QuestionID(bits: moment == later ? 2 : 1)
      try log.write { try $0.identities.reidentify([(text, edited)], at: moment) }
      try log.answer(log.cards()[0], at: moment)
    }
    let card = try desk.cards()[0].id
    #expect(try laptop.cards()[0].id == card && card.question != text)
    try desk.exchange(laptop.lines())
    try laptop.exchange(desk.lines())
    for log in [desk, laptop] {
      #expect(try log.cards()[0].id == card)
      #expect(try log.read { try $0.schedules.progress(of: card) }?.score.total == 2)
    }
    // The same text, edited away once more, is yet another.
    let again = morning.advanced(byMilliseconds: 120_000)
    try desk.write { try $0.identities.reidentify([(text, QuestionID(bits: 3))], at: again) }
    #expect(try ![card.question, text].contains(desk.cards()[0].id.question))
  }

  @Test func `a name of a device that no device gives itself keeps nobody from syncing`() throws {
    let (desk, laptop) = (try fresh(), try fresh())
    let name = "\u{202e}" + String(repeating: "long ", count: 3000)
    try laptop.write { try $0.devices.name(name, at: morning) }
    let news = try desk.exchange(laptop.lines())
    #expect(news.shares.map(\.name) == [String(name.dropFirst().prefix(60))])
  }

  @Test func `reviews and wordings are read the quick way, and none of which a character differs`()
    throws
  {
    let log = try fresh()
    let cards = try log.cards()
    try log.answer(cards[0])
    try log.answer(cards[1], .again, at: morning.advanced(byMilliseconds: 90_000_000))
    for name in [ReviewEvent.table, WordingEvent.table] {
      var scan = EventScan(.of(name), directions: 64)
      for line in try log.lines([name]).split(separator: "\n").map({ Array($0.utf8) }) {
        #expect(line.withUnsafeBytes { scan.read($0, until: .max) }, "\(name)")
        // A wording waits for no clock: answers of any date refer to it.
        let isEarly = line.withUnsafeBytes { scan.read($0, until: morning.milliseconds - 1) }
        #expect(isEarly == (name == WordingEvent.table))
        for place in line.indices {
          var other = line
          other[place] ^= 1
          #expect(!other.withUnsafeBytes { scan.read($0, until: .max) }, "\(name), \(place)")
        }
      }
    }
  }

  @Test func `a review with values that none has is not taken in, whatever its check value says`()
    throws
  {
    let laptop = try fresh()
    try laptop.answer(laptop.cards()[0])
    let lines = try laptop.lines(["wording", "review"]).split(separator: "\n").map(String.init)
    let review = try #require(lines.last)
    let form = EventForm.of(ReviewEvent.table)
    let hostile: [(column: String, value: EventValue, text: String)] = [
      ("revises", .bytes(Data("abc".utf8)), "YWJj"), ("mistaken_for", .bytes(Data()), ""),
      ("cause", .bytes(Data([0])), "AA=="), ("occasion", .text("dream"), "dream"),
      ("occasion", .text(""), ""),
    ]
    for (column, value, text) in hostile {
      var values = try laptop.inspect { try $0.event(form).values }
      values[try #require(form.place(of: column))] = value
      var sum = EventCheck(form)
      let check = UInt64(bitPattern: sum.value(values))
      let digits = String(check, radix: 16)
      let head = try #require(review.split(separator: ",\"check\"").first)
      let line =
        "\(head),\"\(column)\":\"\(text)\",\"check\":\""
        + String(repeating: "0", count: 16 - digits.count) + digits + "\"}"
      let desk = try fresh()
      let news = try desk.exchange(lines[0] + "\n" + line)
      #expect(news.shares.map(\.reviews) == [0], "\(column)")
      #expect(try desk.read { try $0.syncs.waiting() } == [.unknown: 1], "\(column)")
      // With its own values it is sound.
      #expect(try desk.exchange(review).shares.map(\.reviews) == [1])
    }
  }

  @Test func `events wait for a newer version, for what they refer to, and for their time`() throws
  {
    let desk = try fresh()
    let laptop = try fresh()
    let cards = try laptop.cards()
    try laptop.answer(cards[0])
    let ahead = morning.advanced(byMilliseconds: 3 * 86_400_000)
    let lines = try laptop.lines().split(separator: "\n").map(String.init)
    let (wording, review) = (lines[0], lines[1])
    try laptop.write { try $0.marks.put(.flag(true), on: [cards[1].id], at: ahead) }
    let mark = try #require(try laptop.lines(["flag"]).split(separator: "\n").first).description
    let unknown = "{\"event\":\"dream\",\"id\":\"019a\",\"text\":\"of cards\"}"
    let damaged = review.replacing("\"grade\":3", with: "\"grade\":4")
    let news = try desk.exchange(
      [review, mark, unknown, damaged, "{"].joined(separator: "\n"), at: morning)
    #expect(news.shares == [] && news.former == nil)
    #expect(try desk.read { try $0.syncs.waiting() } == [.reference: 1, .time: 1, .unknown: 1])
    #expect(try desk.exchange(wording, at: morning).shares.map(\.events) == [2])
    #expect(try desk.read { try $0.syncs.waiting() } == [.time: 1, .unknown: 1])
    try desk.exchange("", at: ahead)
    #expect(try desk.read { try $0.syncs.waiting() } == [.unknown: 1])
    #expect(try desk.read { try $0.marks.marks(of: cards[1].id) }.isFlagged)
    // What was made here when the clock was ahead is known, and does not wait.
    let own = try fresh()
    try own.write { try $0.marks.put(.flag(true), on: [cards[1].id], at: ahead) }
    #expect(try own.exchange(own.lines(), at: morning).shares == [])
    #expect(try own.read { try $0.syncs.waiting() } == [:])
  }

  @Test func `answers to questions of other decks are counted, and are there when the deck comes`()
    throws
  {
    let desk = try fresh()
    let laptop = try fresh()
    try laptop.store([group("Kanji", [("犬", "dog"), ("猫", "cat")])], as: "/kanji.json")
    let cards = try laptop.cards("/kanji.json")
    for card in cards { try laptop.answer(card) }
    let news = try desk.exchange(laptop.lines())
    let apart = { try desk.read { try $0.syncs.apart(news.questions) } }
    #expect(try apart() == (2, 0))
    try desk.store([group("Kanji", [("犬", "dog"), ("猫", "cat")])], as: "/kanji.json")
    #expect(try apart() == (0, 0))
    #expect(try desk.dump("schedule").sorted() == laptop.dump("schedule").sorted())
  }

  @Test func `a question counts once, and only if something came for it, however many there are`()
    throws
  {
    let words = group("Words", [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")])
    for thresholds in [Thresholds.always, .never] {
      let desk = try openLog(thresholds: thresholds)
      let laptop = try openLog()
      for log in [desk, laptop] { try log.store([kana]) }
      // Both have answered words that no deck of the desk has; only some of the answers are news.
      try laptop.store([words], as: "/words.json")
      let cards = try laptop.cards("/words.json")
      try laptop.answer(cards[0])
      try desk.exchange(laptop.lines())
      for card in cards.dropFirst() { try laptop.answer(card) }
      try laptop.answer(try laptop.cards()[0])
      let news = try desk.exchange(laptop.lines())
      #expect(news.questions.count == 3)
      #expect(try desk.read { try $0.syncs.apart(news.questions) } == (2, 0))
    }
  }

  @Test func `a card that an answer suspended is asked again once the answer is undone elsewhere`()
    throws
  {
    for thresholds in [Thresholds.always, .never] {
      let desk = try openLog(thresholds: thresholds)
      try desk.store([kana])
      let laptop = try fresh()
      let card = try laptop.cards()[0]
      let leeches = Preset(
        name: Preset.defaultName, leech: LeechRule(threshold: 1, action: .suspend))
      try laptop.write { try $0.presets.apply(.set(leeches, .learner), at: morning) }
      try laptop.answer(card, .easy)
      let week = morning.advanced(byMilliseconds: 7 * 86_400_000)
      let lapse = try laptop.answer(card, .again, at: week).id
      try desk.exchange(laptop.lines())
      let state = { try desk.read { try $0.suspensions.state(of: card.id) } }
      #expect(try state() == .suspended)
      _ = try laptop.undo(lapse, at: week)
      try desk.exchange(laptop.lines())
      #expect(try state() == .active)
      #expect(try desk.check() == [])
      _ = try laptop.write { try $0.history.redo(lapse, at: week) }
      try desk.exchange(laptop.lines())
      #expect(try state() == .suspended)
      #expect(try desk.check() == [])
    }
  }

  @Test func `after a clock was wrong once, only what was dated by it waits`() throws {
    let (desk, laptop) = (try fresh(), try fresh())
    let cards = try desk.cards()
    let wrong = morning.advanced(byMilliseconds: 10 * 365 * 86_400_000)
    let early = try desk.answer(cards[0], at: wrong).id
    // What comes after it has an identity of that time, as all that is done on the device from then on.
    for card in cards { try desk.answer(card, at: morning) }
    let last = try desk.answer(cards[1], at: morning.advanced(byMilliseconds: 86_400_000)).id
    #expect(last > early && last.milliseconds >= wrong.milliseconds)
    #expect(try laptop.exchange(desk.lines()).shares.map(\.reviews) == [cards.count + 1])
    #expect(try laptop.read { try $0.syncs.waiting() } == [.time: 1])
    // The other device goes on after it, too, and undoes what it says.
    let own = try laptop.answer(cards[2], at: morning.advanced(byMilliseconds: 2 * 86_400_000)).id
    #expect(own > last)
    _ = try laptop.undo(last, at: morning.advanced(byMilliseconds: 3 * 86_400_000))
    _ = try desk.undo(early, at: morning.advanced(byMilliseconds: 3 * 86_400_000))
    try desk.exchange(laptop.lines())
    try laptop.exchange(desk.lines())
    #expect(try laptop.read { try $0.syncs.waiting() } == [.time: 1])
    #expect(try desk.dump("schedule").sorted() == laptop.dump("schedule").sorted())
    #expect(try laptop.check() == [])
    // Its time comes.
    try laptop.exchange("", at: wrong)
    #expect(try laptop.read { try $0.syncs.waiting() } == [:])
    #expect(try laptop.lines() == desk.lines())
  }

  @Test func `an identity after which there is hardly another is not taken`() throws {
    let (desk, laptop) = (try fresh(), try fresh())
    let far = Moment(milliseconds: LogBounds.time.upperBound / 2 + 1, utcOffset: 0)
    try desk.answer(try desk.cards()[0], at: far)
    try desk.answer(try desk.cards()[1], at: morning)
    #expect(try laptop.exchange(desk.lines()).shares == [])
    #expect(try laptop.answer(try laptop.cards()[0]).id.milliseconds == morning.milliseconds)
  }

  @Test
  func `who gets an event of its own that it did not have is not alone, and gets a new identity`()
    throws
  {
    let desk = try fresh()
    try desk.answer(try desk.cards()[0])
    let identity = try #require(try desk.read { try $0.devices.own() })
    let later = morning.advanced(byMilliseconds: 60_000)
    let second = try copied(desk)
    try second.answer(try second.cards()[1], at: later)
    let news = try desk.exchange(second.lines(), at: later)
    #expect(news.former == identity)
    let renewed = try #require(try desk.read { try $0.devices.own() })
    #expect(renewed != identity)
    let own = try desk.answer(try desk.cards()[2], at: later).id
    #expect(try desk.read { try $0.reviews.review(own) }?.review.device == renewed)
  }

  private func fresh() throws -> StudyLog {
    let log = try openLog()
    try log.store([kana])
    return log
  }

  /// A log in memory with the events and the identity of another.
  private func copied(_ other: StudyLog) throws -> StudyLog {
    let log = try fresh()
    try log.exchange(other.lines())
    let identity = try other.read { try $0.devices.own() }
    try log.inspect {
      try $0.execute(sql: "UPDATE device SET is_own = 0")
      try $0.execute(
        sql: """
          INSERT INTO device (id, is_own) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET is_own = 1
          """, arguments: [identity])
    }
    return log
  }
}
