import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// The facts that are kept with answers are what replaying their cards says.
@Suite struct AnswerFactTests {
  private struct Rollback: Error {}
  private static let parts: [ScannedParts] = [
    [], [.cards], [.groups], [.states], [.cards, .groups, .states, .memories],
  ]

  /// With blocks of one, two, … answers.
  private static func thresholds(_ answers: Int) -> Thresholds {
    var thresholds = Thresholds.shipped
    thresholds.answersOfBlock = answers
    return thresholds
  }

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
    let use = try tx.statistics.hardMisuse()
    // It is the same where it is counted beside other things.
    #expect(try tx.statistics.forEach([.states, .hardMisuse]) { _, _ in }.hardMisuse == use)
    lines.append("\(use.judgedWrong) \(use.calledHard) \(use.selfGraded) \(use.again) \(use.hard)")
    lines.append("\((use.expected * 1e6).rounded())")
    return lines
  }

  /// Makes sure that reports read the same when all facts are computed anew.
  private func compare(_ log: StudyLog, _ history: [String] = []) throws {
    let kept = try log.read { try Self.replayed($0) }
    // Without any block, from the rows.
    do {
      try log.write { tx in
        try tx.db.execute(sql: "DELETE FROM review_block")
        let rows = try Self.replayed(tx)
        #expect(rows == kept, "\(history)")
        throw Rollback()
      }
    } catch is Rollback {}
    var fresh: [String] = []
    do {
      try log.write { tx in
        try tx.db.execute(sql: "UPDATE review SET state = 5, stability = 1, lapses = 9")
        try tx.schedules.rebuild()
        fresh = try Self.replayed(tx)
        throw Rollback()
      }
    } catch is Rollback {}
    #expect(kept.count == fresh.count)
    let different = zip(kept, fresh).first { $0 != $1 }
    #expect(different.map(\.0) == different.map(\.1), "\(history)")
  }

  @Test(arguments: 0..<12)
  func `reports are the same when all facts are computed anew, whatever happened`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: UInt64(seed) + 160)
    let log = try openLog(thresholds: Self.thresholds(seed))
    try log.store([kana, group("Words", [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")])])
    let cards = try log.cards()
    var moment = morning
    var history: [String] = []
    func chance(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    for step in 0..<160 {
      moment = moment.advanced(byMilliseconds: Int64(chance(1..<40)) * 1_800_000 / 3)
      if chance(0..<40) == 0 {
        moment = Moment(milliseconds: moment.milliseconds, utcOffset: chance(-11..<13) * 3600)
      }
      // A clock that was ahead is put right.
      if chance(0..<60) == 0 {
        moment = moment.advanced(byMilliseconds: -Int64(chance(1..<80)) * 3_600_000)
      }
      let card = generator.element(of: cards)
      let deed = chance(0..<30)
      history.append("\(step): \(deed)")
      switch deed {
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
      case 9:
        if let last = try log.read({ try $0.reviews.last(of: card.id) }) {
          _ = try log.write {
            try $0.reviews.revise(
              last.id, to: generator.element(of: Grade.allCases), accepting: false, at: moment)
          }
        }
      case 10:
        // From another device, which answered some days ago.
        let other = try openLog()
        try other.store([kana, group("Words", [("犬", "dog"), ("猫", "cat"), ("鳥", "bird")])])
        let earlier = moment.advanced(byMilliseconds: -Int64(chance(1..<200)) * 3_600_000)
        for card in cards.shuffled(using: &generator).prefix(2) {
          try other.answer(card, generator.element(of: Grade.allCases), at: earlier)
        }
        try log.join(try other.lines(), at: moment)
      default:
        let review = Review(
          card: card.id, grade: generator.element(of: Grade.allCases), moment: moment,
          typed: nil, verdict: [nil, "wrong", "correct"][chance(0..<3)],
          hintUsed: chance(0..<5) == 0, duration: chance(0..<90_000),
          occasion: chance(0..<8) == 0 ? .cram : nil)
        try log.write { _ = try $0.reviews.record(review, of: card) }
      }
      if step % 8 == 7 { try compare(log, history) }
    }
    #expect(try log.check() == [])
  }

  /// A log with answers of ten days.
  private func answered() throws -> (log: StudyLog, answers: [EventID]) {
    let log = try openLog(thresholds: Self.thresholds(8))
    try log.store([kana])
    let cards = try log.cards()
    var answers: [EventID] = []
    for day in 0..<10 {
      for card in cards {
        let moment = morning.advanced(byMilliseconds: Int64(day) * 86_400_000)
        answers.append(try log.answer(card, day == 5 ? .again : .good, at: moment).id)
      }
    }
    return (log, answers)
  }

  /// The facts of all answers, in the order in which they came.
  private func facts(_ log: StudyLog) throws -> [String] {
    let names = AnswerFacts.columns.joined(separator: ", ")
    return try log.inspect {
      try Row.fetchAll($0, sql: "SELECT seq, \(names) FROM review ORDER BY seq").map(\.description)
    }
  }

  @Test func `an answer and its undo leave the facts of the others alone`() throws {
    let (log, _) = try answered()
    let before = try facts(log)
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    let new = try log.answer(try log.cards()[0], at: later).id
    #expect(try log.undo(new, at: later) != nil)
    #expect(try facts(log).dropLast() == before[...])
    try compare(log)
  }

  @Test
  func `an undone answer changes the facts of its card's later ones, and a redo gives them back`()
    throws
  {
    let (log, answers) = try answered()
    let before = try facts(log)
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    #expect(try log.undo(answers[7], at: later) != nil)
    let changed = zip(before, try facts(log)).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(!changed.isEmpty && changed.allSatisfy { $0 > 7 && $0 % 5 == 2 })
    try compare(log)
    _ = try log.write { try $0.history.redo(answers[7], at: later) }
    #expect(try facts(log) == before)
  }

  @Test func `answers of another device change the facts of those after them`() throws {
    let (log, _) = try answered()
    let other = try openLog()
    try other.store([kana])
    let day = morning.advanced(byMilliseconds: 4 * 86_400_000 + 7_200_000)
    let wrong = try other.answer(try other.cards()[0], .again, at: day).id
    try log.join(try other.lines(), at: morning.advanced(byMilliseconds: 12 * 86_400_000))
    try compare(log)
    #expect(try log.check() == [])
    let later = morning.advanced(byMilliseconds: 30 * 86_400_000)
    try other.answer(try other.cards()[1], at: later)
    _ = try other.undo(wrong, at: later)
    try log.join(try other.lines(), at: later)
    try compare(log)
    #expect(try log.check() == [])
  }

  @Test func `a title that an edit of a deck gave a group is undone in reports, too`() throws {
    let (log, _) = try answered()
    let later = morning.advanced(byMilliseconds: 12 * 86_400_000)
    let edit = try log.write { tx in
      let change = DeckFileChange(path: "/kana.json", before: [1], after: [2])
      let edit = try tx.deckEdits.record([change], "renamed “Kana” to “Hiragana”", at: later)
      try tx.presets.rename(group: "Kana", to: "Hiragana", with: edit, at: later)
      try tx.presets.apply(
        .set(Preset(desiredRetention: 0.8), .learner), with: edit, at: later)
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

  @Test(arguments: [
    "state = 5", "state = 7", "state = -1", "first_of_day = 1 - first_of_day",
    "interval_before = interval_before + 1", "interval_before = 9223372036854775807",
    "recall = 0.5", "recall = 1e308", "recall = -1", "target = 0.5", "target = 9e999",
    "stability = stability * 2 + 1", "stability = -1", "difficulty = 1e308", "phase = 9",
    "lapses = lapses + 1", "lapses = -9223372036854775808",
  ])
  func `a check finds what was changed, no report crashes, and a rebuild puts it right`(
    change: String
  ) throws {
    let (log, _) = try answered()
    #expect(try log.check() == [])
    try log.inspect { try $0.execute(sql: "UPDATE OR IGNORE review SET \(change)") }
    #expect((1...2).contains(try log.check().count))
    try expectRepaired(log) { if case .factsDiffer = $0 { true } else { false } }
  }

  /// A check finds something of a kind first, no report crashes, and a rebuild puts it right.
  private func expectRepaired(_ log: StudyLog, _ isMeant: (LogFinding) -> Bool) throws {
    let findings = try log.check()
    #expect(findings.first.map(isMeant) == true, "\(findings)")
    _ = try? log.read { try Self.replayed($0) }
    _ = try log.rebuild()
    #expect(try log.check() == [])
    try compare(log)
  }

  @Test(arguments: [
    "answers = zeroblob(length(answers))", "answers = substr(answers, 1, 56)",
    "answers = X'00'", "answers = randomblob(length(answers))", "causes = zeroblob(16)",
    "causes = X'01'", "cause = zeroblob(16)", "first = first - 1", "last = last + 1",
    "last = 9223372036854775807", "lowest = 0", "highest = 0", "is_sorted = 0",
  ])
  func `a block that is not what its answers come to is found, and made again by a rebuild`(
    change: String
  ) throws {
    let (log, _) = try answered()
    #expect(try log.inspect { try Int.fetchOne($0, sql: "SELECT count(*) FROM review_block") } == 5)
    try log.inspect {
      try $0.execute(
        sql: "UPDATE review_block SET \(change) WHERE rowid = (SELECT max(rowid) FROM review_block)"
      )
    }
    try expectRepaired(log) { if case .blocksDiffer = $0 { true } else { false } }
  }

  @Test func `answers after a block that is missing are read from their rows`() throws {
    let (log, _) = try answered()
    let before = try log.read { try Self.replayed($0) }
    for place in 0..<4 {
      try log.inspect {
        try $0.execute(
          sql:
            "DELETE FROM review_block WHERE first = (SELECT first FROM review_block LIMIT 1 OFFSET ?)",
          arguments: [place])
      }
      #expect(try !log.check().isEmpty)
      #expect(try log.read { try Self.replayed($0) } == before)
      _ = try log.rebuild()
    }
  }
}
