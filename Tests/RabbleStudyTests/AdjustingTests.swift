import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage
@testable import RabbleStudy

/// Cards taken as known, and cards that get other due days.
@Suite struct AdjustingTests {
  private let clock = TestClock(Lesson.start)
  private let library: Library

  init() throws {
    library = try Library(
      inMemory: [Self.group("Many", 300), Self.group("Few", 20)], clock.surroundings)
  }

  private static func group(_ title: String, _ count: Int) -> QuestionGroup {
    QuestionGroup(
      title: title,
      questions: (0..<count).map {
        Question(
          prompt: "\(title) \($0)", answer: "answer \($0)", directions: [.recognition, .production])
      })
  }

  private func dump() throws -> [String] {
    try ["schedule", "deck_card"].flatMap { table in
      try library.log.read { tx in
        try Row.fetchAll(tx.db, sql: "SELECT * FROM \(table)").map(\.description)
      }
    }
  }

  /// How many cards are due on each day, and for each question the days.
  private func dues() throws -> (days: [StudyDay: Int], questions: [QuestionID: [StudyDay]]) {
    var days: [StudyDay: Int] = [:]
    var questions: [QuestionID: [StudyDay]] = [:]
    for candidate in try library.log.read({
      try $0.schedules.due(
        in: library.groups, through: StudyDay(number: 100_000), at: clock.now)
    }) {
      days[candidate.due, default: 0] += 1
      questions[candidate.card.question, default: []].append(candidate.due)
    }
    return (days, questions)
  }

  /// Answers new cards easily, one a minute.
  private func learn(_ count: Int) throws {
    let groups = try library.plan(["Many"]).groups
    for card in try library.log.read({ try $0.cards.new(in: groups[0], at: clock.now) })
      .prefix(count)
    {
      let review = Review(
        card: card.id, grade: .easy, moment: clock.now, typed: nil, verdict: nil, hintUsed: false,
        duration: 0)
      _ = try library.log.write { try $0.reviews.record(review, of: card) }
      clock.set(clock.now.advanced(byMilliseconds: 60_000))
    }
  }

  private func wait(days: Int) {
    clock.set(clock.now.advanced(byMilliseconds: Int64(days) * 86_400_000))
  }

  @Test func `groups taken as known come back over weeks, no day with many, siblings apart`() throws
  {
    let known = try library.takeAsKnown(["Many"])
    #expect(known.count == 600)
    #expect(known.groups.map(\.title) == ["Many"])
    let (days, questions) = try dues()
    let today = clock.now.day
    #expect(days.keys.min() == today.advanced(byDays: 7))
    #expect(days.keys.max() == today.advanced(byDays: 60))
    // 600 cards on 54 days: 11 or 12 a day.
    #expect(days.values.allSatisfy { (11...12).contains($0) })
    #expect(questions.values.allSatisfy { Set($0).count == 2 })
    #expect(try library.takeAsKnown(["Many"]).count == 0)
    #expect(try library.checkLog(rebuilds: false).findings == [])
  }

  @Test func `what is due already keeps cards taken as known to other days`() throws {
    try library.log.write { tx in
      let cards = try tx.cards.new(in: library.groups[0], at: clock.now).prefix(200)
      let memory = MemoryState(stability: 20, difficulty: 5)
      _ = try tx.adjustments.takeAsKnown(
        cards.map { ($0, memory, 20) }, .known, at: clock.now)
    }
    _ = try library.takeAsKnown(["Few"])
    #expect(try dues().days[clock.now.day.advanced(byDays: 20)] == 200)
  }

  @Test func `undo makes all cards new again and redo known again, to the byte`() throws {
    let before = try dump()
    let known = try library.takeAsKnown(["Few"])
    let after = try dump()
    #expect(after != before)
    let undone = try #require(try library.undo())
    #expect(undone.description.contains("marked \(known.count) cards as known"))
    #expect(undone.description.contains("\(known.count) cards are new again"))
    #expect(try dump() == before)
    _ = try library.redo(try #require(try library.itemToRedo()))
    #expect(try dump() == after)
    #expect(try library.history().map(\.what) == ["marked 40 cards as known"])
  }

  @Test func `the model has a card due after the days it was given`() {
    for (retention, slope) in [(0.8, 0.0), (0.9, 0), (0.95, 0), (0.8, 0.2), (0.9, 0.1)] {
      let scheduler = Scheduler(desiredRetention: retention, slope: slope)
      for days in [1, 3, 14, 90, 400] {
        let memory = scheduler.memory(dueAfter: days)
        let interval = scheduler.model.interval(
          stability: memory.stability, target: RecallTarget(level: retention, slope: slope))
        #expect(abs(interval - Double(days)) < 0.01, "\(retention) \(slope) \(days)")
      }
    }
  }

  // MARK: - Rescheduling

  @Test func `a backlog is spread evenly over the days, today among them`() throws {
    try learn(210)
    wait(days: 60)
    let before = try dump()
    let dry = try library.reschedule(library.cards(named: []).cards, .spread(days: 7), isDry: true)
    #expect(try dump() == before)
    let done = try library.reschedule(library.cards(named: []).cards, .spread(days: 7))
    #expect(done == dry)
    #expect(done.moves.count == 210)
    #expect(done.days.map(\.day) == (0..<7).map { clock.now.day.advanced(byDays: $0) })
    #expect(done.days.allSatisfy { $0.moved == 30 })
    #expect(try dues().questions.values.allSatisfy { Set($0).count == $0.count })
    #expect(try library.checkLog(rebuilds: false).findings == [])
    #expect(
      try library.undo()?.description.contains("spread 210 overdue cards over 7 days") == true)
    #expect(try dump() == before)
  }

  @Test func `the cards that lose most by waiting come first`() throws {
    try learn(40)
    wait(days: 60)
    let now = clock.now
    let candidates = try library.log.read {
      try $0.schedules.due(in: library.groups, through: now.day, at: now)
    }
    let moves = Rescheduling.moves(of: candidates, .spread(days: 8), at: now)
    let scheduler = Scheduler()
    func loss(_ move: Rescheduling.Move) throws -> Double {
      let schedule = try #require(candidates.first { $0.card == move.card }).schedule
      func recall(_ days: Int64) -> Double {
        scheduler.retrievability(
          of: schedule.memory, since: schedule.lastReview,
          at: now.advanced(byMilliseconds: days * 86_400_000))
      }
      return recall(0) - recall(8)
    }
    // Siblings may change places with a neighbor.
    let losses = try moves.sorted { $0.to < $1.to }.map(loss)
    #expect(losses.prefix(10).reduce(0, +) >= losses.suffix(10).reduce(0, +))
  }

  @Test func `postponed cards are due that much later, advanced ones today, others as they were`()
    throws
  {
    try learn(50)
    let start = try dues().days
    let first = try #require(start.keys.min())
    wait(days: first.number - clock.now.day.number)
    let due = start[first] ?? 0
    let postponed = try library.reschedule(
      library.cards(named: ["Many"]).cards, .postpone(days: 30))
    #expect(postponed.moves.count == due)
    var expected = start
    expected[first] = nil
    expected[first.advanced(byDays: 30), default: 0] += due
    #expect(try dues().days == expected)
    let advanced = try library.reschedule(library.cards(named: []).cards, .advance(days: 3))
    let soon = (1...3).reduce(0) { $0 + (expected[first.advanced(byDays: $1)] ?? 0) }
    #expect(soon > 0 && advanced.moves.count == soon)
    #expect(try dues().days[first] == soon)
    #expect(try library.checkLog(rebuilds: false).findings == [])
    #expect(
      try library.history(limit: 2).map(\.what) == [
        "advanced \(soon) cards by up to 3 days", "postponed \(due) cards by 30 days",
      ])
  }

  @Test func `new, suspended and learning cards, and those of other groups are left alone`() throws
  {
    try learn(10)
    let groups = try library.plan(["Many"]).groups
    let card = try #require(
      try library.log.read { try $0.cards.new(in: groups[0], at: clock.now) }.first)
    let learning = Review(
      card: card.id, grade: .good, moment: clock.now, typed: nil, verdict: nil, hintUsed: false,
      duration: 0)
    _ = try library.log.write { try $0.reviews.record(learning, of: card) }
    wait(days: 100)
    let candidates = try library.log.read {
      try $0.schedules.due(in: groups, through: clock.now.day, at: clock.now)
    }
    #expect(candidates.count == 10)
    _ = try library.suspend([candidates[0].card], .suspended)
    #expect(
      try library.reschedule(library.cards(named: ["Many"]).cards, .postpone(days: 3)).moves.count
        == 9)
    #expect(
      try library.reschedule(library.cards(named: ["Few"]).cards, .postpone(days: 3)).moves == [])
    #expect(try library.history().first?.kind == .reschedule)
  }

  @Test(arguments: [(0, false), (1, true), (3650, true), (3651, false)])
  func `a session puts a card off by one day to ten years`(days: Int, isTaken: Bool) throws {
    let words = ["犬": "dog", "猫": "cat"].map {
      Question(prompt: $0, answer: $1, directions: [.recognition])
    }
    var first = try Lesson(words)
    _ = first.begin()
    for _ in words {
      _ = first.type("")
      _ = first.type("4")
    }
    var lesson = try Lesson(on: first, at: first.now.advanced(byMilliseconds: 90 * 86_400_000))
    #expect(lesson.begin().questions.first?.isNew == false)
    let lines = lesson.type(":due \(days)").notices.flatMap(\.lines)
    let day = lesson.now.day.advanced(byDays: days).iso8601
    #expect(
      lines.contains { $0.hasPrefix("Rescheduled this card to \(day).") } == isTaken, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("Name the day") } == !isTaken, "\(lines)")
  }

  @Test func `a session puts a card off to a date of the next ten years`() throws {
    var first = try Lesson([Question(prompt: "犬", answer: "dog", directions: [.recognition])])
    _ = first.begin()
    _ = first.type("")
    _ = first.type("4")
    var lesson = try Lesson(on: first, at: first.now.advanced(byMilliseconds: 90 * 86_400_000))
    _ = lesson.begin()
    let today = lesson.now.day
    for days in [-1, 3651] {
      let lines = lesson.type(":due \(today.advanced(byDays: days).iso8601)")
        .notices.flatMap(\.lines)
      #expect(lines.contains { $0.hasPrefix("Name the day") }, "\(lines)")
    }
    let last = today.advanced(byDays: 3650).iso8601
    let lines = lesson.type(":due \(last)").notices.flatMap(\.lines)
    #expect(lines.contains { $0.hasPrefix("Rescheduled this card to \(last).") }, "\(lines)")
  }
}
