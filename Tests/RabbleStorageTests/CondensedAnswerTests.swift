import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What statistics keep of answers is what replaying them says.
@Suite struct CondensedAnswerTests {
  private struct Rollback: Error {}
  private static let parts: [ScannedParts] = [
    [], [.cards], [.groups], [.states], [.cards, .groups, .states, .memories],
  ]

  /// Everything that a report can ask for, as text.
  static func replayed(_ tx: Transaction) throws -> [String] {
    var lines: [String] = []
    for parts in parts {
      let names = try tx.statistics.forEach(parts) { event, names in
        var answer = event.answer
        if !parts.contains(.cards) { answer.card = 0 }
        if !parts.contains(.groups) { answer.group = 0 }
        if event.isAdjustment { (answer.group, answer.interval) = (0, 0) }
        // What was not asked for may come all the same.
        if !parts.contains(.states) {
          if event.isAdjustment { return }
          (answer.isFirstOfDay, answer.interval) = (false, 0)
          answer.kind = answer.kind == .cram ? .cram : .learning
        }
        let card = parts.contains(.cards) ? "\(names.cards[answer.card])" : ""
        let group = parts.contains(.groups) ? names.groups[answer.group] : ""
        let state = parts.contains(.memories) ? "\(event.state) \(event.scheduler)" : ""
        lines.append("\(answer) \(event.isAdjustment) \(card) \(group) \(state)")
      }
      if parts.contains(.memories) { lines.append("\(names.presets.map(\.desiredRetention))") }
    }
    let use = try tx.statistics.hardUse()
    // It is the same where it is counted beside other things.
    #expect(try tx.statistics.forEach([.states, .hardUse]) { _, _ in }.hardUse == use)
    lines.append("\(use.judgedWrong) \(use.calledHard) \(use.selfGraded) \(use.again) \(use.hard)")
    lines.append("\((use.expected * 1e6).rounded())")
    return lines
  }

  /// Makes sure that reports read the same with what is condensed and without it.
  private func compare(_ log: StudyLog) throws {
    let kept = try log.read { try Self.replayed($0) }
    var fresh: [String] = []
    do {
      try log.write { tx in
        try tx.statistics.forget()
        fresh = try Self.replayed(tx)
        throw Rollback()
      }
    } catch is Rollback {}
    #expect(kept.count == fresh.count)
    let different = zip(kept, fresh).first { $0 != $1 }
    #expect(different.map(\.0) == different.map(\.1))
  }

  @Test(arguments: 0..<12)
  func `reports are the same however many answers are condensed, whatever happens to them`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(seed) + 160)
    let log = try openLog()
    try log.store([kana, group("Words", [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")])])
    let cards = try log.cards()
    var moment = morning
    func chance(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    for step in 0..<160 {
      moment = moment.advanced(byMilliseconds: Int64(chance(1..<40)) * 1_800_000 / 3)
      if chance(0..<40) == 0 {
        moment = Moment(milliseconds: moment.milliseconds, utcOffset: chance(-11..<13) * 3600)
      }
      let card = generator.element(of: cards)
      switch chance(0..<30) {
      case 0:
        if let event = try log.read({ try $0.history.last() }) {
          _ = try log.undo(event.id, at: moment)
        }
      case 1:
        if let event = try log.read({ try $0.history.lastUndone() }) {
          _ = try log.write { try $0.history.redo(event, at: moment) }
        }
      case 2:
        let ids = try log.inspect { try EventID.fetchAll($0, sql: "SELECT id FROM review") }
        if !ids.isEmpty { _ = try log.undo(generator.element(of: ids), at: moment) }
      case 3:
        let memory = MemoryState(stability: Double(chance(1..<50)), difficulty: 5)
        try log.write {
          _ = try $0.adjustments.takeAsKnown([(card, memory, 9)], .known, at: moment)
        }
      case 4: try log.write { _ = try $0.adjustments.forget([card.id], at: moment) }
      case 5:
        try log.write {
          _ = try $0.adjustments.move([(card.id, moment.day.advanced(byDays: 5))], .set, at: moment)
        }
      case 6 where step > 20:
        let preset = Preset(desiredRetention: Double(chance(75..<97)) / 100)
        try log.write { _ = try $0.presets.apply(.set(preset, .learner), at: moment) }
      case 7 where step > 20:
        try log.write {
          _ = try $0.presets.apply(
            .use(preset: "own", retention: 0.8, groups: ["Words"]), at: moment)
        }
      case 8 where step > 60 && chance(0..<3) == 0:
        try log.write {
          _ = try $0.presets.apply(.rename(from: "Words", to: "Nouns"), at: moment)
        }
      case 9, 10:
        try log.write { tx in
          try tx.statistics.condense(before: moment.day.advanced(byDays: chance(-3..<2)))
        }
        try prove(log)
      default:
        let review = Review(
          card: card.id, grade: generator.element(of: Grade.allCases), moment: moment,
          typed: nil, verdict: [nil, "wrong", "correct"][chance(0..<3)],
          hintUsed: chance(0..<5) == 0, duration: chance(0..<90_000),
          occasion: chance(0..<8) == 0 ? .cram : nil)
        try log.write { _ = try $0.reviews.record(review, of: card) }
      }
      if step % 8 == 7 { try compare(log) }
    }
    try log.write { try $0.statistics.condense(before: moment.day.advanced(byDays: 2)) }
    try compare(log)
    #expect(try log.check() == [])
    #expect(try isCurrent(log))
  }

  private func prove(_ log: StudyLog) throws {
    #expect(try log.read { try $0.statistics.check() } == [])
  }

  /// A log with answers of ten days, all of them condensed.
  private func condensed(
    _ thresholds: Thresholds = .shipped
  ) throws -> (log: StudyLog, answers: [EventID]) {
    let log = try openLog(thresholds: thresholds)
    try log.store([kana])
    let cards = try log.cards()
    var answers: [EventID] = []
    for day in 0..<10 {
      for card in cards {
        let moment = morning.advanced(byMilliseconds: Int64(day) * 86_400_000)
        answers.append(try log.answer(card, day == 5 ? .again : .good, at: moment).id)
      }
    }
    try log.write { try $0.statistics.condense(before: morning.day.advanced(byDays: 20)) }
    return (log, answers)
  }

  private func condensedRows(of log: StudyLog) throws -> [String] {
    try ["answer_block", "answer_card", "answer_extent"].flatMap { try log.dump($0) }
  }

  private func isCurrent(_ log: StudyLog) throws -> Bool {
    try log.read { try AnswerBlocks($0).current() } != nil
  }

  @Test func `an answer and its undo leave what is condensed alone`() throws {
    let (log, _) = try condensed()
    let before = try condensedRows(of: log)
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    let new = try log.answer(try log.cards()[0], at: later).id
    #expect(try log.undo(new, at: later) != nil)
    #expect(try condensedRows(of: log) == before)
    #expect(try isCurrent(log))
    try compare(log)
  }

  @Test func `an undone answer of an earlier day has all condensed again`() throws {
    let (log, answers) = try condensed()
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    #expect(try log.undo(answers[7], at: later) != nil)
    #expect(try !isCurrent(log))
    try compare(log)
    try log.write { try $0.statistics.condense(before: later.day) }
    #expect(try isCurrent(log))
    try compare(log)
  }

  @Test func `answers of another device among those that are condensed are counted`() throws {
    let (log, _) = try condensed()
    let other = try openLog()
    try other.store([kana])
    let day = morning.advanced(byMilliseconds: 4 * 86_400_000 + 7_200_000)
    let wrong = try other.answer(try other.cards()[0], .again, at: day).id
    try log.join(try other.lines(), at: morning.advanced(byMilliseconds: 12 * 86_400_000))
    #expect(try log.read { try AnswerBlocks($0).extent() } == nil)
    try compare(log)
    try log.write { try $0.statistics.condense(before: morning.day.advanced(byDays: 20)) }
    try compare(log)
    // Later answers leave what is condensed alone.
    let later = morning.advanced(byMilliseconds: 30 * 86_400_000)
    try other.answer(try other.cards()[1], at: later)
    let extent = try log.read { try AnswerBlocks($0).extent() }
    _ = try other.undo(wrong, at: later)
    #expect(extent != nil)
    try log.join(try other.lines(), at: later)
    try compare(log)
    try prove(log)
  }

  @Test(arguments: [(0, true), (49, true), (50, false), (.max, false)])
  func `few answers are not worth it, and those of the present day never`(
    most: Int, isWorthwhile: Bool
  ) throws {
    var thresholds = Thresholds.shipped
    thresholds.uncondensedAnswers = most
    let (log, answers) = try condensed(thresholds)
    #expect(answers.count == 50)
    try log.write { try $0.statistics.forget() }
    let day = morning.day.advanced(byDays: 20)
    let isSo = { day in try log.read { try $0.statistics.isCondensingWorthwhile(before: day) } }
    #expect(try isSo(day) == isWorthwhile)
    #expect(try !isSo(morning.day))
    try log.write { try $0.statistics.condense(before: morning.day) }
    #expect(try !isCurrent(log))
  }

  @Test func `a title that an edit of a deck gave a group is undone in reports, too`() throws {
    let (log, _) = try condensed()
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    let edit = try log.write { tx in
      let change = DeckFileChange(path: "/kana.json", before: [1], after: [2])
      let edit = try tx.deckEdits.record([change], "renamed “Kana” to “Hiragana”", at: later)
      try tx.presets.rename(group: "Kana", to: "Hiragana", with: edit, at: later)
      try tx.presets.apply(
        .set(Preset(desiredRetention: 0.8), .learner), with: edit, at: later)
      try tx.statistics.condense(before: morning.day.advanced(byDays: 20))
      return edit
    }
    try compare(log)
    #expect(try log.undo(edit, at: later) != nil)
    try compare(log)
    #expect(try log.check() == [])
    _ = try log.write { try $0.history.redo(edit, at: later) }
    try compare(log)
    #expect(try log.check() == [])
  }

  /// Counts of a misuse of “hard” as a block has them: 64 bits each, the lowest byte first.
  private static func hardUse(_ first: [Int64], _ expected: Double, _ last: [Int64]) -> String {
    let words =
      first.map { UInt64(bitPattern: $0) } + [expected.bitPattern]
      + last.map { UInt64(bitPattern: $0) }
    let bytes = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    return "X'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
  }

  @Test(arguments: [
    "UPDATE answer_block SET answers = zeroblob(length(answers))",
    "UPDATE answer_block SET answers = substr(answers, 1, 280)",
    "UPDATE answer_block SET memories = zeroblob(length(memories))",
    "UPDATE answer_block SET names = zeroblob(3)",
    "UPDATE answer_block SET cards = randomblob(length(cards))",
    "UPDATE answer_block SET hard_use = zeroblob(48), events = events",
    "UPDATE answer_block SET events = events + 1",
    "DELETE FROM answer_block",
    "UPDATE answer_extent SET cards = 0",
    "UPDATE answer_extent SET presets = 7",
    "UPDATE answer_extent SET last = X'00'", "UPDATE answer_extent SET basis = X''",
    "UPDATE answer_extent SET cards = 1000000000000",
    "UPDATE answer_block SET events = 9223372036854775807",
    "UPDATE answer_block SET number = 9223372036854775807",
    "UPDATE answer_block SET last_day = -800000",
    "UPDATE answer_block SET memories = CAST(substr(hex(memories), 1, length(memories)) AS BLOB)",
    "DELETE FROM answer_card",
    "UPDATE answer_card SET stability = stability * 2", "UPDATE answer_card SET phase = NULL",
    "UPDATE answer_card SET scheduler = 7", "UPDATE answer_card SET last_day = 3000001",
    "UPDATE answer_card SET had_previous_day = 1 - had_previous_day",
    "UPDATE answer_card SET average_stability = NULL", "UPDATE answer_card SET average_time = 0",
    "UPDATE answer_card SET interval = 9223372036854775807",
    "UPDATE answer_card SET direction = 'cloze' WHERE question = (SELECT min(question) FROM schedule)",
    // More were to be forgotten than there are numbers for.
    "UPDATE answer_block SET hard_use = \(hardUse([100, 0, 1_000_000], 1.5e19, [0, 1 << 62]))",
    "UPDATE answer_block SET hard_use = \(hardUse([1, 0, 1], .nan, [0, 0]))",
    // The largest number everywhere, in two blocks.
    """
    UPDATE answer_block SET hard_use = \(hardUse([.max, .max, .max], 1, [.max, .max]));
    INSERT INTO answer_block SELECT 1, events, last_day, hard_use, names, cards, answers, memories
      FROM answer_block
    """,
  ])
  func `a check finds what was changed, no report crashes, and a rebuild removes it`(
    change: String
  ) throws {
    let (log, _) = try condensed()
    // So that the counts of “hard” are not all 0.
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    let card = try log.cards()[0]
    let review = Review(
      card: card.id, grade: .hard, moment: later, typed: nil, verdict: "wrong", hintUsed: false,
      duration: 1)
    try log.write { tx in
      try tx.reviews.record(review, of: card)
      try tx.statistics.forget()
      try tx.statistics.condense(before: later.day.advanced(byDays: 1))
    }
    #expect(try log.check() == [])
    try log.inspect { try $0.execute(sql: change) }
    #expect(try log.check() == [.condensedAnswersDiffer])
    _ = try? log.read { try Self.replayed($0) }
    _ = try log.rebuild()
    #expect(try log.check() == [])
    try compare(log)
  }
}
