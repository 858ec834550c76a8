import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// Which cards a filter selects.
@Suite struct FilterStoreTests {
  private static let localTime = LocalTime.fixed(offset: 9 * 3600)

  /// A log with two decks, one of which has a question of the other, and a history made by chance.
  private static func makeLog() throws -> (log: StudyLog, groups: [FilterStore.Group], now: Moment)
  {
    let log = try openLog()
    var generator = SeededGenerator(seed: 15)
    func question(_ number: Int) -> Question {
      Question(
        id: "q\(number)", prompt: "word \(number)", hint: number % 3 == 0 ? "hint" : nil,
        answer: "答え \(number % 7)", reading: number % 4 == 0 ? "かな\(number)" : nil,
        tags: number % 5 == 0 ? ["verb"] : number % 7 == 0 ? ["noun", "N\(number % 3)"] : [],
        directions: number % 2 == 0 ? [.recognition, .production] : nil)
    }
    try log.store(
      [
        QuestionGroup(title: "N5: one", questions: (0..<60).map(question)),
        QuestionGroup(title: "N4: two", questions: (60..<110).map(question)),
      ], as: "/a.json")
    try log.store(
      [QuestionGroup(title: "Others", questions: (40..<75).map(question))], as: "/b.md")
    var moment = morning.advanced(byMilliseconds: -80 * 86_400_000)
    let cards = try log.cards("/a.json") + log.cards("/b.md")
    for _ in 0..<900 {
      moment = moment.advanced(byMilliseconds: .random(in: 1...16_000_000, using: &generator))
      // Few cards are answered often, others not at all.
      let card = cards[
        min(.random(in: 0..<cards.count, using: &generator), .random(in: 0..<90, using: &generator))
      ]
      let grade = generator.element(of: [Grade.again, .hard, .good, .good, .easy])
      let review = Review(
        card: card.id, grade: grade, moment: moment, typed: "x",
        verdict: grade == .again ? "wrong" : "correct",
        mistake: grade == .again ? generator.element(of: ["long_vowel", "typo"]) : nil,
        hintUsed: false, duration: 1500,
        occasion: Int.random(in: 0..<12, using: &generator) == 0 ? .cram : nil)
      let id = try log.write { try $0.reviews.record(review, of: card) }.id
      switch Int.random(in: 0..<60, using: &generator) {
      case 0: _ = try log.undo(id, at: moment)
      case 1: try log.write { try $0.suspensions.suspend(card.id, .suspended, at: moment) }
      case 2:
        try log.write {
          try $0.suspensions.suspend(
            card.id, .buried(until: moment.day.advanced(byDays: 40)), at: moment)
        }
      case 3, 4: try log.write { try $0.marks.put(.flag(true), on: [card.id], at: moment) }
      case 5: try log.write { try $0.marks.put(.tag("my tag", true), on: [card.id], at: moment) }
      case 6: try log.write { try $0.marks.put(.note("Eselsbrücke"), on: [card.id], at: moment) }
      case 7: try log.write { try $0.adjustments.forget([card.id], at: moment) }
      case 8: try log.write { try $0.marks.put(.flag(false), on: [card.id], at: moment) }
      default: break
      }
    }
    let fresh = try log.read { tx in
      try tx.cards.new(in: tx.decks.groups(of: ["/a.json"])[1], at: moment)
    }
    try log.write { tx in
      _ = try tx.adjustments.takeAsKnown(
        fresh.prefix(5).map { ($0, MemoryState(stability: 30, difficulty: 5), 30) }, .known,
        at: moment)
    }
    let groups = try log.read { try $0.decks.groups(of: ["/a.json", "/b.md"]) }
    return (log, groups.map { FilterStore.Group($0, names: [$0.title]) }, moment)
  }

  private let log: StudyLog
  private let groups: [FilterStore.Group]
  private let now: Moment

  init() throws { (log, groups, now) = try Self.makeLog() }

  private func find(_ text: String?) throws -> [CardID] {
    let filter = try text.map { try CardFilter($0) }
    return try log.read {
      try $0.filters.cards(filter, in: groups, localTime: Self.localTime, at: now).cards
    }
  }

  /// The cards that a query of its own finds: of `q`, `c` and, if the card has one, `s`.
  private func query(_ condition: String, _ arguments: StatementArguments = []) throws -> Set<
    CardID
  > {
    try log.inspect { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT DISTINCT q.id AS question, c.direction FROM deck_card c
            JOIN question q ON q.deck_group = c.deck_group AND q.position = c.position
            JOIN deck_group g ON g.id = c.deck_group
            LEFT JOIN schedule s ON s.question = q.id AND s.direction = c.direction
          WHERE \(condition)
          """, arguments: arguments)
      return Set(try rows.map { try CardID($0) })
    }
  }

  private static let counted = """
    NOT EXISTS (SELECT 1 FROM undo u WHERE u.target = e.id
      AND NOT EXISTS (SELECT 1 FROM redo r WHERE r.target = u.id))
      AND NOT EXISTS (SELECT 1 FROM review r WHERE r.revises = e.id)
    """

  /// The conditions are written from the meaning of the words, over the tables of events where the
  /// filter reads what was computed from them.
  @Test func `each filter selects what an independent query does`() throws {
    let today = now.day.number
    let (second, start) = (86_400_000, Int64(today) * 86_400_000 + (4 - 9) * 3_600_000)
    func answered(since time: Int64, before end: Int64 = .max, _ grades: String) -> String {
      """
      EXISTS (SELECT 1 FROM whole_review e WHERE e.question = q.id AND e.direction = c.direction
        AND e.time >= \(time) AND e.time < \(end) AND e.grade IN (\(grades)) AND \(Self.counted)
        AND (e.occasion IS 'cram' OR NOT EXISTS (SELECT 1 FROM adjustment f
          WHERE f.kind = 'forget' AND f.question = e.question AND f.direction = e.direction
            AND f.id > e.id)))
      """
    }
    func begin(of day: Int64) -> Int64 { day * 86_400_000 + (4 - 9) * 3_600_000 }
    let held =
      "EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = c.direction AND (h.until_day IS NULL OR h.until_day > \(today)))"
    let own =
      "EXISTS (SELECT 1 FROM mark m WHERE m.question = q.id AND m.kind = 'tag' AND m.name = 'my tag')"
    let flagged = """
      (SELECT m.is_on FROM mark m WHERE m.question = q.id AND m.direction = c.direction
        AND m.kind = 'flag' ORDER BY m.id DESC LIMIT 1) = 1
      """
    let expected: [(String, String)] = [
      (
        "deck:\"N5*\"",
        "EXISTS (SELECT 1 FROM question o JOIN deck_group p ON p.id = o.deck_group WHERE o.id = q.id AND p.title LIKE 'N5%')"
      ),
      (
        "deck:others",
        "EXISTS (SELECT 1 FROM question o JOIN deck_group p ON p.id = o.deck_group WHERE o.id = q.id AND p.title = 'Others')"
      ),
      ("tag:verb", "q.more LIKE '%\"verb\"%'"), ("tag:n*", "q.more LIKE '%\"tags\":[\"noun\"%'"),
      ("tag:\"my tag\"", own), ("tag:*", "q.more LIKE '%\"tags\":%' OR \(own)"),
      ("is:new", "s.question IS NULL"), ("is:learning", "s.phase IN (0, 2)"),
      ("is:review", "s.phase = 1"), ("is:young", "s.phase = 1 AND s.interval < 21"),
      ("is:mature", "s.phase = 1 AND s.interval >= 21"),
      ("is:due", "(s.due_day <= \(today) OR s.due_time <= \(now.milliseconds)) AND NOT \(held)"),
      ("is:overdue", "(s.due_day < \(today) OR s.due_time < \(start)) AND NOT \(held)"),
      (
        "is:suspended",
        "EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = c.direction AND h.until_day IS NULL)"
      ),
      (
        "is:buried",
        "EXISTS (SELECT 1 FROM held h WHERE h.question = q.id AND h.direction = c.direction AND h.until_day > \(today))"
      ),
      ("is:flagged", flagged), ("is:leech", "s.lapses >= 8"),
      ("is:known", "s.repetitions = 0"),
      ("rated:1", answered(since: start, "1, 2, 3, 4")),
      ("rated:7", answered(since: start - Int64(6 * second), "1, 2, 3, 4")),
      ("rated:30:again", answered(since: start - Int64(29 * second), "1")),
      ("rated:60:good", answered(since: start - Int64(59 * second), "3")),
      (
        "rated:2026-10", answered(since: begin(of: 20_727), before: begin(of: 20_758), "1, 2, 3, 4")
      ),
      (
        "rated:2026-10-20..2026-11:again",
        answered(since: begin(of: 20_746), before: begin(of: 20_788), "1")
      ),
      (
        "rated:2026-10-20..2026-10-31:again",
        answered(since: begin(of: 20_746), before: begin(of: 20_758), "1")
      ),
      ("added:1", "0"), ("added:365", "1"), ("added:2026-11-21", "1"), ("added:2026-10", "0"),
      (
        "introduced:30", "s.introduced_day BETWEEN \(today - 29) AND \(today) AND s.repetitions > 0"
      ),
      ("introduced:2026-10", "s.introduced_day BETWEEN 20727 AND 20757 AND s.repetitions > 0"),
      ("due:3", "coalesce(s.due_day, (s.due_time + (9 - 4) * 3600000) / 86400000) <= \(today + 3)"),
      ("due>7", "coalesce(s.due_day, (s.due_time + (9 - 4) * 3600000) / 86400000) > \(today + 7)"),
      ("due=0", "coalesce(s.due_day, (s.due_time + (9 - 4) * 3600000) / 86400000) = \(today)"),
      ("stability<10", "s.stability < 10"), ("difficulty>7", "s.difficulty > 7"),
      ("difficulty:7", "s.difficulty >= 6.5 AND s.difficulty < 7.5"),
      ("lapses>3", "s.lapses > 3"), ("lapses:2", "s.lapses = 2"),
      ("interval>=21", "s.interval >= 21"),
      ("lapses<=1", "coalesce(s.lapses, 0) <= 1"), ("lapses:0", "coalesce(s.lapses, 0) = 0"),
      ("reviews>5", "s.repetitions > 5"), ("reviews!=1", "coalesce(s.repetitions, 0) <> 1"),
      ("reviews:0", "s.question IS NULL OR s.repetitions = 0"),
      ("reviews<1 -is:known", "s.question IS NULL"),
      ("lapses<3 lapses>=0 stability<10", "s.lapses < 3 AND s.stability < 10"),
      ("direction:production", "c.direction = 'production'"),
      ("direction:recognition", "c.direction = 'answer'"),
      (
        "mistake:long-vowel",
        "EXISTS (SELECT 1 FROM whole_review e WHERE e.question = q.id AND e.direction = c.direction AND e.mistake = 'long_vowel' AND \(Self.counted))"
      ),
      (
        "mistake:*",
        "EXISTS (SELECT 1 FROM whole_review e WHERE e.question = q.id AND e.direction = c.direction AND e.mistake IS NOT NULL AND \(Self.counted))"
      ),
      ("\"word 1\"", "q.prompt LIKE '%word 1%'"), ("答え", "1"), ("\"答え 3\"", "q.answer LIKE '%3'"),
      ("hint:*", "q.hint IS NOT NULL"), ("カナ", "q.more LIKE '%かな%'"),
      ("kana", "q.more LIKE '%かな%'"),
      ("eselsbrucke", "EXISTS (SELECT 1 FROM mark m WHERE m.question = q.id AND m.kind = 'note')"),
      ("note:*", "EXISTS (SELECT 1 FROM mark m WHERE m.question = q.id AND m.kind = 'note')"),
      (
        "tag:verb -is:new (lapses>1 or is:flagged)",
        "q.more LIKE '%\"verb\"%' AND s.question IS NOT NULL AND (s.lapses > 1 OR \(flagged))"
      ),
    ]
    for (filter, condition) in expected {
      let found = try find(filter)
      let wanted = try query(condition)
      #expect(Set(found) == wanted, "\(filter): \(found.count), \(wanted.count)")
      #expect(Set(found).count == found.count, "\(filter) has a card twice")
      if !["0", "1"].contains(condition), filter != "is:leech" {
        #expect(!found.isEmpty, "\(filter) selects nothing, so that it shows nothing")
      }
    }
    #expect(try Set(find(nil)) == query("1"))
  }

  /// The cards that were answered on some days, by the rows of answers alone.
  private func rated(_ days: ClosedRange<StudyDay>, _ grade: Int?) throws -> Set<CardID> {
    try query(
      """
      EXISTS (SELECT 1 FROM review r JOIN card k ON k.n = r.card
        WHERE k.question = q.id AND k.direction = c.direction
          AND (r.time + (r.utc_offset - \(StudyDay.rolloverHour * 3600)) * 1000) / 86400000
            BETWEEN \(days.lowerBound.number) AND \(days.upperBound.number)
          AND r.grade = \(grade.map(String.init) ?? "r.grade")
          AND EXISTS (SELECT 1 FROM whole_review e WHERE e.seq = r.seq AND \(Self.counted))
          AND (r.occasion IS 'cram' OR NOT EXISTS (SELECT 1 FROM adjustment f
            WHERE f.question = k.question AND f.direction = k.direction AND f.kind = 'forget'
              AND f.id > r.id AND NOT EXISTS (SELECT 1 FROM undone u WHERE u.target IN (f.id, f.cause)))))
      """)
  }

  /// Even if some were forgotten, undone or crammed since.
  @Test func `days of the past select the cards that were answered on them`() throws {
    let some = try log.cards("/a.json")
    func expectRated() throws {
      for (length, end) in [(0, 1), (0, 2), (0, 5), (0, 30), (5, 1), (20, 15), (60, 33), (60, 1)] {
        let last = now.day.advanced(byDays: -end)
        let days = last.advanced(byDays: -length)...last
        for grade in [nil, Grade.again] {
          let filter = CardFilter(.term(.rated(.days(days), grade)))
          let found = try log.read { tx in
            try tx.filters.cards(filter, in: groups, localTime: Self.localTime, at: now).cards
          }
          #expect(
            try Set(found) == rated(days, grade?.rawValue), "\(days), \(String(describing: grade))")
        }
      }
    }
    try expectRated()
    let forgotten = try #require(some.first)
    try log.write { try $0.adjustments.forget([forgotten.id], at: now) }
    try expectRated()
  }

  private func schedules() throws -> [(CardID, Schedule)] {
    try log.read { tx in
      try tx.schedules.dueDates().keys.compactMap { card in
        try tx.schedules.schedule(of: card).map { (card, $0) }
      }
    }
  }

  @Test func `retrievability is what the scheduler says`() throws {
    let scheduler = Scheduler()
    let wanted = try schedules().compactMap { card, schedule -> CardID? in
      let recall = scheduler.retrievability(
        of: schedule.memory, since: schedule.lastReview, at: now)
      return recall < 0.9 ? card : nil
    }
    #expect(try Set(find("retrievability<.9")) == Set(wanted) && !wanted.isEmpty)
    #expect(try find("retrievability<90%") == find("retrievability<.9"))
  }

  @Test func `a card of a stability below ten days is recalled with less than 90% after them`()
    throws
  {
    let wanted = try schedules().compactMap { card, schedule -> CardID? in
      MemoryModel().retrievability(schedule.memory, elapsedDays: 10) < 0.9 ? card : nil
    }
    #expect(try Set(find("stability<10")) == Set(wanted) && !wanted.isEmpty)
  }

  @Test func `a filter and its negation share the cards among them`() throws {
    var filters = RandomFilters(seed: 1)
    let all = try Set(find(nil))
    for _ in 0..<150 {
      let filter = filters.next()
      let (cards, others) = (try Set(find(filter)), try Set(find("-(\(filter))")))
      #expect(cards.isDisjoint(with: others) && cards.union(others) == all, "\(filter)")
      #expect(try Set(find("--(\(filter))")) == cards)
    }
  }

  @Test func `the order of terms makes no difference`() throws {
    var generator = SeededGenerator(seed: 2)
    var filters = RandomFilters(seed: 2)
    for _ in 0..<60 {
      let terms = (0..<4).map { _ in "(\(filters.next(depth: 1)))" }
      let shuffled = terms.shuffled(using: &generator)
      for join in [" ", " or ", " and "] {
        #expect(
          try find(terms.joined(separator: join)) == find(shuffled.joined(separator: join)),
          "\(terms)")
      }
      // De Morgan.
      #expect(
        try find("-(\(terms.joined(separator: " or ")))")
          == find(terms.map { "-" + $0 }.joined(separator: " ")))
    }
  }

  @Test func `cards come in the order of the groups, each once`() throws {
    let found = try find(nil)
    let reversed = try log.read {
      try $0.filters.cards(
        nil, in: groups.reversed(), localTime: Self.localTime, at: now
      ).cards
    }
    #expect(Set(found) == Set(reversed) && found.count == reversed.count)
    let positions = try log.read { tx in
      try tx.decks.questions(of: [groups[0].stored]).map(\.id)
    }
    #expect(found.prefix(90).map(\.question).uniqued() == positions)
  }

  /// By the preset of either group.
  @Test func `a card in groups with other presets is a leech or not, but never both or neither`()
    throws
  {
    try log.write { tx in
      let preset = Preset(name: "strict", leech: LeechRule(threshold: 1))
      try tx.presets.apply(.set(preset, .learner), at: now)
      try tx.presets.apply(.use(preset: "strict", retention: nil, groups: ["Others"]), at: now)
    }
    let (leeches, others) = (try Set(find("is:leech")), try Set(find("-is:leech")))
    #expect(try leeches.isDisjoint(with: others) && leeches.union(others) == Set(find(nil)))
    let both = try Set(find("deck:Others")).intersection(find("deck:N5*"))
    #expect(try leeches.intersection(both) == Set(find("lapses>=1")).intersection(both))
    #expect(!leeches.isDisjoint(with: both))
  }

  @Test func `a filter may be as long as the language allows`() throws {
    let words = (0..<1_200).map { "w\($0 % 10)" }
    #expect(try find(words.joined(separator: " ")).isEmpty)
    let terms = (0..<400).map { "lapses=\($0 % 9)" }
    #expect(try Set(find(terms.joined(separator: " or "))).count > 100)
    // Each level is a choice between what no card is and all of the next.
    let nested = String(repeating: "zzz or -is:flagged -(", count: 100)
    let closed = nested + "is:new" + String(repeating: ")", count: 100)
    let flagged = try Set(find("is:flagged"))
    #expect(try Set(find(closed)).isDisjoint(with: flagged) && !find(closed).isEmpty)
  }

  @Test func `a text may have as many stars as the language allows`() throws {
    let log = try openLog()
    let letters = String(repeating: "ab", count: 200)
    try log.store([group("Long", [(letters, "x"), ("a" + letters.dropLast(2), "y")])])
    func count(_ filter: String) throws -> Int {
      try log.read { tx in
        let groups = try tx.decks.groups(of: ["/kana.json"])
          .map { FilterStore.Group($0, names: [$0.title]) }
        return try tx.filters.cards(
          CardFilter(filter), in: groups, localTime: Self.localTime, at: morning
        ).cards.count
      }
    }
    #expect(try count("prompt:" + Array(repeating: "b", count: 199).joined(separator: "*")) == 2)
    #expect(try count("prompt:" + Array(repeating: "b", count: 200).joined(separator: "*")) == 1)
    #expect(try count("prompt:" + Array(repeating: "b", count: 201).joined(separator: "*")) == 0)
  }

  @Test func `a question that goes on under another identity has it in filters at once`() throws {
    let log = try openLog()
    func answered() throws -> [CardID] {
      let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
      let found = try log.read {
        try $0.filters.cards(
          CardFilter("-is:new"), in: groups.map { FilterStore.Group($0, names: []) },
          localTime: Self.localTime, at: morning)
      }
      return found.cards
    }
    try log.store([group("Kana", [("あ", "a"), ("い", "i")])])
    let card = try log.cards()[1]
    try log.answer(card)
    #expect(try answered() == [card.id])
    try log.store([group("Kana", [("あ", "a"), ("い", "i!")])])
    #expect(try answered() == [card.id])
    let decision = try #require(
      try log.inspect { try EventID.fetchOne($0, sql: "SELECT id FROM identity") })
    _ = try log.undo(decision, at: morning)
    #expect(try answered().isEmpty)
    #expect(try log.check() == [])
  }

  @Test(arguments: ["''", "'x'", "CAST(X'02ff01' AS TEXT)", "folded || folded"])
  func `texts that are not those of the deck are found and made again`(value: String) throws {
    let found = try find("word")
    try log.inspect {
      try $0.execute(sql: "UPDATE question SET folded = \(value) WHERE position < 3")
    }
    #expect(try log.check() == [.textsDiffer(questions: 9)])
    _ = try log.rebuild()
    #expect(try log.check() == [] && find("word") == found)
  }

  @Test func `a question has its only direction in its row`() throws {
    let found = try find(nil)
    try log.inspect {
      try $0.execute(sql: "UPDATE question SET sole = 'reading' WHERE position < 1")
    }
    #expect(try log.check().contains(.cardsDiffer(questions: 3)))
    _ = try log.rebuild()
    #expect(try log.check() == [] && find(nil) == found)
  }

  @Test func `a question keeps the day on which it came when its deck is read again`() throws {
    let later = morning.advanced(byMilliseconds: 10 * 86_400_000)
    let log = try openLog()
    func store(_ pairs: [(String, String)], at moment: Moment) throws {
      let deck = StoredDeck(path: "/k.json", signature: "\(moment)\(pairs)", faults: [])
      _ = try log.write {
        try $0.decks.store([(deck, [group("Kana", pairs)])], removed: [], at: moment)
      }
    }
    try store([("あ", "a"), ("い", "i")], at: morning)
    try log.answer(log.cards("/k.json")[1])
    try store([("い", "i!"), ("あ", "a"), ("う", "u")], at: later)
    let days = try log.inspect {
      try Row.fetchAll($0, sql: "SELECT prompt, added_day FROM question ORDER BY position")
        .map { ($0[0] as String, $0[1] as Int) }
    }
    #expect(days.map(\.0) == ["い", "あ", "う"])
    #expect(days.map(\.1) == [morning.day.number, morning.day.number, later.day.number])
  }
}

extension Array where Element: Hashable {
  fileprivate func uniqued() -> [Element] {
    var met: Set<Element> = []
    return filter { met.insert($0).inserted }
  }
}
