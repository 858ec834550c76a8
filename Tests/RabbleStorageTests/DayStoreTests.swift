import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What was answered on which day, and what will be due.
struct DayStoreTests {
  private let log: StudyLog
  private let cards: [Card]

  init() throws {
    log = try openLog()
    try log.store([kana])
    cards = try log.cards()
  }

  /// A moment some days after ``morning``, on a clock this many seconds ahead of UTC.
  private func moment(_ days: Int, hour: Int = 9, utcOffset: Int = 9 * 3600) -> Moment {
    let midnight = morning.milliseconds - 9 * 3_600_000
    return Moment(
      milliseconds: midnight + Int64(days * 24 + hour) * 3_600_000
        + Int64(9 * 3600 - utcOffset) * 1000,
      utcOffset: utcOffset)
  }

  private func streak(_ day: Int) throws -> Int {
    try log.read { try $0.days.streak(on: moment(day).day) }
  }

  @Test func `a streak counts days in a row, and today only once it has an answer`() throws {
    #expect(try streak(0) == 0)
    for day in [0, 1, 3, 4, 5] { try log.answer(cards[0], at: moment(day)) }
    #expect(try streak(5) == 3)
    #expect(try streak(6) == 3)
    #expect(try streak(7) == 0)
    #expect(try streak(4) == 2)
  }

  @Test func `a day on which only schedules were changed is in no streak`() throws {
    try log.answer(cards[0], at: moment(0))
    let known = (card: cards[1], memory: MemoryState(stability: 9, difficulty: 5), interval: 9)
    try log.write { _ = try $0.adjustments.takeAsKnown([known], .known, at: moment(1)) }
    try log.answer(cards[0], at: moment(2))
    #expect(try streak(2) == 1)
  }

  @Test func `an answer after midnight counts for the day before, and an undone one for none`()
    throws
  {
    try log.answer(cards[0], at: moment(0))
    try log.answer(cards[1], at: moment(2, hour: 3))
    #expect(try streak(1) == 2)
    let last = try log.answer(cards[2], at: moment(2))
    #expect(try streak(2) == 3)
    _ = try log.undo(last.id, at: moment(2, hour: 10))
    #expect(try streak(2) == 2)
    #expect(try log.read { try $0.days.answers(since: moment(0).day) }.count == 2)
  }

  @Test(arguments: 0..<8)
  func `days in any zone are counted as one by one`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var time = morning
    var days: [StudyDay] = []
    for _ in 0..<60 {
      let hours = [1, 5, 20, 24, 30, 50].randomElement(using: &random) ?? 1
      let zone = [-8, 0, 9, 12].randomElement(using: &random) ?? 0
      time = Moment(
        milliseconds: time.milliseconds + Int64(hours) * 3_600_000, utcOffset: zone * 3600)
      try log.answer(cards[Int.random(in: 0..<cards.count, using: &random)], at: time)
      days.append(time.day)
    }
    let counted = try log.read { try $0.days.answers(since: days[0]) }
    #expect(
      counted == Dictionary(days.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.key >= days[0] })
    let today = time.day
    let answered = Set(days)
    var expected = 0
    while answered.contains(today.advanced(byDays: -expected)) { expected += 1 }
    #expect(try log.read { try $0.days.streak(on: today) } == expected)
  }

  @Test func `an answer of a clock that was ahead does not end a streak`() throws {
    for day in [0, 1, 400, 2, 3] { try log.answer(cards[0], at: moment(day)) }
    #expect(try streak(3) == 4)
    #expect(try streak(4) == 4)
    #expect(try streak(5) == 0)
  }

  @Test func `a day that comes again after a flight west is part of the streak`() throws {
    for day in [0, 1] { try log.answer(cards[0], at: moment(day, hour: 20)) }
    try log.answer(cards[1], at: moment(3, hour: 10))
    // Five hours later, in San Francisco.
    try log.answer(cards[2], at: moment(2, hour: 22, utcOffset: -8 * 3600))
    #expect(try streak(3) == 4)
  }

  @Test(arguments: 0..<8)
  func `a streak of any answers in any order is that of their days`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var days: Set<StudyDay> = []
    for _ in 0..<80 {
      let day = Int.random(in: 0..<50, using: &random)
      let answered = moment(day, hour: Int.random(in: 4..<28, using: &random))
      let id = try log.answer(cards[Int.random(in: 0..<cards.count, using: &random)], at: answered)
        .id
      if Int.random(in: 0..<10, using: &random) == 0 {
        _ = try log.undo(id, at: answered)
      } else {
        days.insert(answered.day)
      }
    }
    for day in 0..<60 {
      let today = moment(day).day
      let last = days.contains(today) ? today : today.advanced(byDays: -1)
      let expected = (0...).first { !days.contains(last.advanced(byDays: -$0)) }
      #expect(try streak(day) == expected, "\(day)")
    }
  }

  @Test
  func `the first day is the earliest, also for a traveler to whom an earlier day comes again`()
    throws
  {
    #expect(try log.read { try $0.days.first() } == nil)
    try log.answer(cards[0], at: moment(1))
    // Six hours later, in Honolulu.
    try log.answer(cards[1], at: moment(0, hour: 20, utcOffset: -10 * 3600))
    try log.answer(cards[2], at: moment(3))
    #expect(try log.read { try $0.days.first() } == moment(0).day)
  }

  @Test func `the first answer to a card of an earlier day is not new`() throws {
    try log.answer(cards[0], at: moment(0))
    try log.answer(cards[0], .again, at: moment(1))
    try log.answer(cards[1], at: moment(1))
    try log.answer(cards[1], at: moment(1, hour: 10))
    var news: [Bool] = []
    try log.read { try $0.days.forEachAnswer(on: moment(1).day) { news.append($1) } }
    #expect(news == [false, true, true])
  }

  @Test func `the forecast counts what is due on each day, without what is suspended`() throws {
    let due = try cards.prefix(3).map { try log.answer($0, .easy, at: moment(0)).schedule.due }
    guard case .on(let day) = due[0] else { return #expect(Bool(false), "\(due)") }
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    func forecast() throws -> [Int] {
      try log.read { try $0.days.forecast(of: groups, days: 40, at: moment(0)) }.due
    }
    let ahead = day.number - moment(0).day.number - 1
    let all = try forecast()
    #expect(all.reduce(0, +) == 3)
    #expect(all[ahead] > 0)
    try log.write { _ = try $0.suspensions.suspend(cards[0].id, .suspended, at: moment(0)) }
    #expect(try forecast()[ahead] == all[ahead] - 1)
    #expect(
      try log.read { try $0.days.forecast(of: [], days: 40, at: moment(0)) }.due
        .allSatisfy { $0 == 0 })
  }

  @Test func `what is overdue, in its steps or buried until tomorrow comes tomorrow`() throws {
    // One in a few days, one in its steps.
    let due = try log.answer(cards[0], .easy, at: moment(0)).schedule.due
    guard case .on(let day) = due else { return #expect(Bool(false), "\(due)") }
    try log.answer(cards[2], .again, at: moment(0))
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let ahead = day.number - moment(0).day.number
    func forecast(_ now: Int) throws -> (due: [Int], carriedOver: Int) {
      try log.read { try $0.days.forecast(of: groups, days: 40, at: moment(now)) }
    }
    let first = try forecast(0)
    #expect(first.carriedOver == 1)
    #expect(first.due[0] == 1 && first.due[ahead - 1] == 1)
    for late in [ahead, ahead + 3] {
      let found = try forecast(late)
      #expect(found.carriedOver == 2)
      #expect(found.due == [2] + Array(repeating: 0, count: 39))
    }
    let until = day.advanced(byDays: 1)
    try log.write {
      _ = try $0.suspensions.suspend(cards[0].id, .buried(until: until), at: moment(ahead))
    }
    #expect(try forecast(ahead).carriedOver == 2)
  }
}
