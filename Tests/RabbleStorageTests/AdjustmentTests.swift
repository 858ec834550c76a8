import Foundation
import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Changes of schedules that are no answers, and answers that change no schedule.
@Suite struct AdjustmentTests {
  private let log: StudyLog
  private let cards: [Card]

  init() throws {
    log = try openLog()
    try log.store([kana])
    cards = try log.cards()
  }

  private func day(_ number: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(number) * 86_400_000)
  }

  private func schedule(of card: Card) throws -> Schedule? {
    try log.read { try $0.schedules.progress(of: card.id)?.schedule }
  }

  private let memory = MemoryState(stability: 20, difficulty: 4)

  @discardableResult
  private func know(
    _ cards: some Sequence<Card>, interval: Int = 12, at moment: Moment = morning
  ) throws -> EventID {
    let known = cards.map { (card: $0, memory: memory, interval: interval) }
    return try #require(
      try log.write { try $0.adjustments.takeAsKnown(known, .known, at: moment) }.id)
  }

  /// A model with other parameters than the defaults.
  private func otherModel() throws -> MemoryModel {
    var parameters = MemoryModel().parameters
    parameters[8] *= 1.4
    return try MemoryModel(parameters: parameters)
  }

  @Test func `a card taken as known has its memory, and is due after its interval`() throws {
    try know([cards[0]])
    let schedule = try #require(try schedule(of: cards[0]))
    #expect(schedule.memory == memory)
    #expect(schedule.due == .on(morning.day.advanced(byDays: 12)))
    #expect(schedule.phase == .review && schedule.lastReview == morning)
    #expect(schedule.repetitions == 0 && schedule.lapses == 0)
    // The first answer counts from the day it was taken as known.
    let answered = try log.answer(cards[0], .good, at: day(15)).schedule
    #expect(
      answered.memory
        == MemoryModel().nextState(memory, grade: .good, elapsedDays: 15))
    #expect(try log.check() == [])
  }

  @Test func `cards taken as known are not new, and use up none of the day's new cards`() throws {
    try know(cards.prefix(3))
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let queue = try log.read { try $0.queue.entries(of: groups, newPerDay: 2, at: morning) }
    #expect(queue.map(\.card) == cards.suffix(2).map(\.id))
    #expect(try log.read { try $0.groups.counts(of: groups, at: morning) }[0].new == 2)
  }

  @Test func `one undo makes all cards of a command new again, and a redo gives all back`() throws {
    let before = try (log.dump("schedule"), log.dump("deck_card"))
    let id = try know(cards)
    let after = try (log.dump("schedule"), log.dump("deck_card"))
    guard case .adjustment(id, let adjustment) = try log.read({ try $0.history.last() }) else {
      Issue.record("the last event is no adjustment")
      return
    }
    #expect(adjustment.command == .known)
    #expect(try log.read { try $0.adjustments.count(with: id) } == cards.count)
    #expect(try log.read { try $0.history.entries() }.count == 1)
    #expect(try log.undo(id, at: morning)?.moved == cards.count)
    #expect(try (log.dump("schedule"), log.dump("deck_card")) == before)
    #expect(try log.write { try $0.history.redo(id, at: morning) }?.moved == cards.count)
    #expect(try (log.dump("schedule"), log.dump("deck_card")) == after)
    #expect(try log.check() == [])
  }

  @Test func `a card that was answered is not taken as known`() throws {
    let answered = try log.answer(cards[0], .easy).schedule
    try know(cards.prefix(2))
    #expect(try schedule(of: cards[0]) == answered)
    #expect(try log.read { try $0.history.entries() }.count == 2)
  }

  @Test func `another due day changes nothing else, and the next answer counts all the time`()
    throws
  {
    let before = try log.answer(cards[0], .easy).schedule
    let late = morning.day.advanced(byDays: 40)
    _ = try log.write {
      try $0.adjustments.move([(cards[0].id, late)], .postpone(days: 30), at: day(2))
    }
    let after = try #require(try schedule(of: cards[0]))
    #expect(after.due == .on(late))
    #expect(after.memory == before.memory && after.interval == before.interval)
    #expect(after.lastReview == before.lastReview && after.repetitions == 1)
    let answered = try log.answer(cards[0], .good, at: day(40)).schedule
    #expect(
      answered.memory
        == MemoryModel().nextState(before.memory, grade: .good, elapsedDays: 40))
    #expect(try log.check() == [])
  }

  @Test func `cards that are new, in their steps, or due then already are not moved`() throws {
    try log.answer(cards[0], .good)
    let third = try log.answer(cards[2], .easy).schedule
    guard case .on(let due) = third.due else {
      Issue.record("easy leaves the steps")
      return
    }
    let moved = try log.write {
      try $0.adjustments.move(
        cards.prefix(3).map { ($0.id, due) }, .advance(days: 1), at: morning)
    }
    #expect(moved.id == nil && moved.cards.isEmpty)
  }

  @Test func `a preset that changes later schedules the cards as if it had always held`() throws {
    try know(cards.prefix(2))
    try log.answer(cards[1], .good, at: day(12))
    let model = try otherModel()
    _ = try log.write {
      try $0.presets.apply(.set(Preset(model: model), .optimize), at: day(13))
    }
    #expect(try schedule(of: cards[0])?.memory == memory)
    #expect(try schedule(of: cards[0])?.due == .on(morning.day.advanced(byDays: 12)))
    #expect(
      try schedule(of: cards[1])?.memory
        == model.nextState(memory, grade: .good, elapsedDays: 12))
    #expect(try log.check() == [])
  }

  @Test func `memory models learn nothing from cards taken as known`() throws {
    try know([cards[0]])
    for card in cards.prefix(2) { try log.answer(card, .good, at: day(12)) }
    #expect(try log.read { try $0.optimizerInput.histories() }.count == 1)
  }

  // MARK: - Answers outside the schedule

  private func cram(_ card: Card, _ grade: Grade, at moment: Moment) throws -> RecordedAnswer {
    let review = Review(
      card: card.id, grade: grade, moment: moment, typed: "x", verdict: "wrong", hintUsed: false,
      duration: 10, occasion: .cram)
    return try log.write { try $0.reviews.record(review, of: card) }
  }

  @Test func `an answer outside the schedule is kept and counted, and changes no schedule`() throws
  {
    let before = try log.answer(cards[0], .easy).schedule
    let tables = try (log.dump("schedule"), log.dump("deck_card"))
    #expect(try cram(cards[0], .again, at: day(3)).schedule == before)
    #expect(try cram(cards[1], .good, at: day(3)).schedule == nil)
    #expect(try (log.dump("schedule"), log.dump("deck_card")) == tables)
    var occasions: [ReviewOccasion?] = []
    try log.read { try $0.reviews.forEach { occasions.append($0.review.occasion) } }
    #expect(occasions == [nil, .cram, .cram])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(
      try log.read { try $0.groups.counts(of: groups, at: morning) }[0].score
        == Score(correct: 2, incorrect: 1))
    #expect(try log.read { try $0.optimizerInput.histories() }.count == 1)
    #expect(try log.read { try $0.reviews.durationsOfRightAnswers(latest: 9) } == [1500])
    #expect(try log.check() == [])
    _ = try log.rebuild()
    #expect(try log.dump("schedule") == tables.0)
  }

  @Test func `an answer outside the schedule makes no leech, keeps its occasion, and is undone`()
    throws
  {
    _ = try log.write {
      try $0.presets.apply(
        .set(Preset(leech: LeechRule(threshold: 1, action: .suspend)), .learner), at: morning)
    }
    try log.answer(cards[0], .easy)
    let wrong = try cram(cards[0], .again, at: day(20))
    #expect(wrong.leech == nil && wrong.schedule?.lapses == 0)
    let revised = try #require(
      try log.write {
        try $0.reviews.revise(wrong.id, to: .good, accepting: false, at: day(20))
      })
    #expect(revised.review.occasion == .cram && revised.answer.schedule == wrong.schedule)
    #expect(try log.undo(revised.answer.id, at: day(20)) != nil)
    #expect(try log.undo(wrong.id, at: day(20))?.moved == 0)
    #expect(try log.check() == [])
  }

  @Test func `the first answer after a lesson is marked, and counts like any other`() throws {
    let review = Review(
      card: cards[0].id, grade: .good, moment: morning, typed: "a", verdict: "correct",
      hintUsed: false, duration: 1, occasion: .taught)
    let taught = try log.write { try $0.reviews.record(review, of: cards[0]) }
    #expect(
      taught.schedule
        == Scheduler().schedule(nil, grade: .good, at: morning, card: cards[0].id))
    #expect(try log.read { try $0.optimizerInput.histories() }.count == 1)
    #expect(try log.read { try $0.reviews.last() }?.review.occasion == .taught)
  }

  // MARK: - Damage

  @Test(arguments: [
    "body = json_set(body, '$.kind', 'other')", "body = json_set(body, '$.stability', '-1')",
    "body = json_remove(body, '$.stability')", "body = json_set(body, '$.difficulty', '99')",
    "body = json_set(body, '$.interval', -5)", "body = json_set(body, '$.command', 'x')",
    "body = json_set(body, '$.days', 4)", "direction = ''", "body = '{'",
  ])
  func `an adjustment that no version writes is found, and trusted nowhere`(change: String) throws {
    try know([cards[0]])
    try log.inspect { db in
      try db.execute(sql: "DROP TRIGGER event_never_UPDATE; UPDATE event SET \(change)")
    }
    #expect(try log.check().contains { $0.isDamage })
    #expect(throws: StorageError.self) { try log.rebuild() }
  }

  @Test func `a card taken as known whose wording is lost keeps its schedule when salvaged`() throws
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    do {
      let log = try openLog(path)
      try log.store([kana])
      let known = try log.cards().map { (card: $0, memory: memory, interval: 9) }
      try log.write { _ = try $0.adjustments.takeAsKnown(known, .placement, at: morning) }
      try log.inspect { db in
        try db.execute(
          sql: """
            PRAGMA foreign_keys = OFF; DROP TRIGGER wording_never_DELETE; DELETE FROM wording
            """)
      }
      try log.close()
    }
    _ = try LogSalvage.run(from: path, to: folder.path + "/new.sqlite") {
      .random(in: .min ... .max)
    }
    let log = try openLog(folder.path + "/new.sqlite")
    #expect(try log.dump("schedule").count == 5)
    #expect(try log.check() == [])
  }

  // MARK: - Properties

  @Test(arguments: UInt64(1)...16)
  func `whatever is adjusted, answered, crammed and changed, undo and rebuild are exact`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var moment = morning
    func caches() throws -> [[String]] {
      try ["schedule", "held", "deck_card"].map { try log.dump($0).sorted() }
    }
    var states: [[[String]]] = [try caches()]
    while states.count < 40 {
      moment = moment.advanced(byMilliseconds: .random(in: 1...200_000_000, using: &generator))
      let some = cards.filter { _ in Bool.random(using: &generator) }
      let card = generator.element(of: cards)
      let days = Int.random(in: 1...30, using: &generator)
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        let known = some.map {
          (
            card: $0,
            memory: MemoryState(
              stability: .random(in: 1...90, using: &generator),
              difficulty: .random(in: 1...10, using: &generator)), interval: days
          )
        }
        let taken = try log.write { try $0.adjustments.takeAsKnown(known, .known, at: moment) }
        if taken.id == nil { continue }
      case 1, 2:
        let moved = try log.write {
          try $0.adjustments.move(
            some.map { ($0.id, moment.day.advanced(byDays: days)) }, .postpone(days: days),
            at: moment)
        }
        if moved.id == nil { continue }
      case 3: _ = try cram(card, generator.element(of: Grade.allCases), at: moment)
      case 4:
        let preset = try Preset(
          model: Bool.random(using: &generator) ? otherModel() : MemoryModel(),
          desiredRetention: .random(in: 0.75...0.95, using: &generator),
          maximumInterval: generator.element(of: [10, 36_500]))
        _ = try log.write { try $0.presets.apply(.set(preset, .learner), at: moment) }
      case 5:
        guard case .review(let last) = try log.read({ try $0.history.last() }) else { continue }
        _ = try log.write {
          try $0.reviews.revise(
            last.id, to: generator.element(of: Grade.allCases), accepting: false, at: moment)
        }
      default: try log.answer(card, generator.element(of: Grade.allCases), at: moment)
      }
      states.append(try caches())
      #expect(try log.check() == [], "seed \(seed), step \(states.count)")
    }
    _ = try log.rebuild()
    #expect(try caches() == states.last)
    for state in states.dropLast().reversed() {
      let last = try #require(try log.read { try $0.history.last() })
      #expect(try log.undo(last.id, at: moment) != nil)
      #expect(try caches() == state, "seed \(seed)")
    }
    for state in states.dropFirst() {
      let redone = try log.write { tx in
        try tx.history.lastUndone().flatMap { try tx.history.redo($0, at: moment) }
      }
      #expect(redone != nil)
      #expect(try caches() == state, "seed \(seed)")
    }
    #expect(try log.check() == [])
  }
}
