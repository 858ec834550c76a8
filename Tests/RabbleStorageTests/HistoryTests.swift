import GRDB
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

/// What was done, undone and redone.
@Suite struct HistoryTests {
  /// What is computed from the events, row by row.
  private func caches(_ log: StudyLog) throws -> [String: [String]] {
    try Dictionary(
      uniqueKeysWithValues: ["schedule", "held", "marked", "question", "deck_card"].map {
        ($0, try log.dump($0).sorted())
      })
  }

  private func redo(_ log: StudyLog, at moment: Moment) throws -> Bool {
    try log.write { tx in
      guard let id = try tx.history.lastUndone() else { return false }
      return try tx.history.redo(id, at: moment) != nil
    }
  }

  private func undo(_ log: StudyLog, at moment: Moment) throws -> Bool {
    guard let event = try log.read({ try $0.history.last() }) else { return false }
    return try log.undo(event.id, at: moment) != nil
  }

  @Test func `answers that replace each other in a circle end no program`() throws {
    let path = try TemporaryFolder()
    let log = try openLog(path.path + "/study.sqlite")
    try log.store([kana])
    let card = try log.cards()[0]
    let ids = try (0..<3).map { try log.answer(card, at: morning.advanced(byMilliseconds: $0)).id }
    // As lines of another log have it.
    try log.write { tx in
      try tx.db.execute(sql: "DROP TRIGGER review_never_UPDATE")
      for (id, revised) in zip(ids, [ids[2], ids[0], ids[1]]) {
        try tx.db.execute(
          sql: "UPDATE review SET revises = ? WHERE id = ?", arguments: [revised, id])
      }
      try tx.undone.refresh(ids[1])
      #expect(try tx.undone.countDifferences() == 0)
    }
    #expect(try log.read { try $0.answerSessions.session() } == nil)
  }

  @Test func `an answer that was undone is redone, and counts as it did`() throws {
    let log = try openLog()
    let card = try log.storedCards()[0]
    let id = try log.answer(card).id
    let before = try caches(log)
    #expect(try undo(log, at: morning))
    #expect(try log.read { try $0.history.last() } == nil)
    #expect(try redo(log, at: morning))
    #expect(try caches(log) == before)
    #expect(try log.read { try $0.history.last()?.id } == id)
    #expect(try !redo(log, at: morning))
    #expect(try log.check() == [])
  }

  @Test func `what was done since stands in the way of a redo`() throws {
    let log = try openLog()
    let cards = try log.storedCards()
    try log.answer(cards[0])
    #expect(try undo(log, at: morning))
    try log.answer(cards[1])
    #expect(try log.read { try $0.history.lastUndone() } == nil)
    #expect(try undo(log, at: morning))
    #expect(try redo(log, at: morning))
  }

  @Test func `undo of another grade gives the one before, and redo the other one again`() throws {
    let log = try openLog()
    let card = try log.storedCards()[0]
    let answer = try log.answer(card)
    let regraded = try #require(
      try log.write { try $0.reviews.revise(answer.id, to: .again, accepting: true, at: morning) })
    let grades = { try log.read { try $0.reviews.recorded(of: card.id).map(\.review.grade) } }
    #expect(try grades() == [.again])
    #expect(try log.read { try $0.acceptances.answers(of: card.id) } == ["typed"])
    #expect(try undo(log, at: morning))
    #expect(try grades() == [.good])
    #expect(try log.read { try $0.acceptances.answers(of: card.id) } == [])
    #expect(try redo(log, at: morning))
    #expect(try grades() == [.again])
    #expect(try log.read { try $0.history.last()?.id } == regraded.answer.id)
    // The answer that was replaced can't be undone beneath the grade that replaces it.
    #expect(try log.undo(answer.id, at: morning) == nil)
    #expect(try log.read { try $0.history.entry(of: answer.id)?.state } == .replaced)
    #expect(try undo(log, at: morning) && undo(log, at: morning))
    #expect(try grades() == [])
    #expect(try !undo(log, at: morning))
    #expect(try log.check() == [])
  }

  @Test func `what belongs to an edit of a deck is undone and redone with it`() throws {
    let log = try openLog()
    try log.store([kana])
    let (old, new) = (QuestionID(of: kana.questions[0], inGroup: "Kana"), QuestionID(bits: 7))
    let preset = Preset(name: "exam")
    try log.write { _ = try $0.presets.apply(.set(preset, .learner), at: morning) }
    try log.write {
      _ = try $0.presets.apply(
        .use(preset: "exam", retention: nil, groups: ["Kana"]), at: morning)
    }
    let before = try caches(log)
    let edit = try log.write { tx in
      let edit = try tx.deckEdits.record(
        [DeckFileChange(path: "/kana.json", before: [1], after: [2])], "edited", at: morning)
      try tx.identities.reidentify([(old, new)], with: edit, at: morning)
      try tx.presets.rename(group: "Kana", to: "Signs", with: edit, at: morning)
      return edit
    }
    #expect(try log.read { try $0.history.last()?.id } == edit)
    let after = try caches(log)
    let known = { try log.read { try $0.identities.known() } }
    #expect(try known()[new] == old)
    #expect(try undo(log, at: morning))
    #expect(try known().isEmpty && caches(log) == before)
    #expect(try log.read { try $0.presets.book().name(forGroup: "Signs") } == nil)
    #expect(try redo(log, at: morning))
    #expect(try known()[new] == old)
    #expect(try caches(log) == after)
    #expect(try log.read { try $0.presets.book().name(forGroup: "Signs") } == "exam")
  }

  @Test func `events are numbered from the first one, whatever was undone`() throws {
    let log = try openLog()
    let cards = try log.storedCards()
    try log.answer(cards[0])
    let second = try log.write { try $0.suspensions.suspend(cards[1].id, .suspended, at: morning) }
    try log.answer(cards[0], at: morning.advanced(byMilliseconds: 1_000_000))
    let numbers = { try log.read { try $0.history.entries() }.map { ($0.number, $0.state) } }
    #expect(try numbers().map(\.0) == [3, 2, 1])
    #expect(try log.undo(second, at: morning) != nil)
    #expect(try numbers().map(\.0) == [3, 2, 1])
    #expect(try numbers().map(\.1) == [.counts, .undone, .counts])
    #expect(try log.read { try $0.history.entry(number: 2)?.event.id } == second)
    #expect(try log.read { try $0.history.number(of: second) } == 2)
    #expect(try log.read { try $0.history.entries(limit: 1) }.map(\.number) == [3])
    for number in [0, -1, 4, .max] {
      #expect(try log.read { try $0.history.entry(number: number) } == nil)
    }
  }

  @Test func `what the program did by itself is passed over, and undone by its identity`() throws {
    let log = try openLog()
    let card = try log.storedCards()[0]
    let answer = try log.answer(card).id
    let refit = try log.write { tx in
      try tx.presets.apply(.set(Preset(desiredRetention: 0.8), .automatic), at: morning).id
    }
    #expect(try log.read { try $0.history.last()?.id } == answer)
    #expect(try log.read { try $0.history.entries() }.map(\.isAutomatic) == [true, false])
    #expect(try log.undo(refit, at: morning)?.event.id == refit)
    #expect(try log.read { try $0.presets.book().preset(named: "default") } == Preset())
    #expect(try log.check() == [])
  }

  @Test func `versions of decks are kept as long as there is room, the newest ones`() throws {
    let log = try openLog()
    var generator = SeededGenerator(seed: 3)
    // What chance gives can't be compressed.
    let versions = (0..<5).map { _ in
      (0..<1000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
    try log.write { tx in
      for (before, after) in zip(versions, versions.dropFirst()) {
        try tx.deckEdits.record(
          [DeckFileChange(path: "/d.json", before: before, after: after)], "edited", at: morning)
      }
    }
    let kept = {
      try log.read { tx in try versions.map { try tx.deckEdits.content(FileDigest($0)) == $0 } }
    }
    #expect(try kept() == [true, true, true, true, true])
    try log.write { try $0.deckEdits.dropOldest(limit: 2500) }
    #expect(try kept() == [false, false, false, true, true])
    #expect(try log.check() == [])
  }

  /// The digest of "abc" in FIPS 180-4.
  @Test func `bytes are told apart by SHA-256`() throws {
    #expect(
      FileDigest(Array("abc".utf8)).description
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test(arguments: UInt64(1)...12)
  func `whatever was done, as many undos give everything back, and as many redos the end again`(
    seed: UInt64
  ) throws {
    let log = try openLog()
    let cards = try log.storedCards()
    var generator = SeededGenerator(seed: seed)
    var moment = morning
    var states = [try caches(log)]
    while states.count < 25 {
      moment = moment.advanced(byMilliseconds: .random(in: 1...90_000_000, using: &generator))
      let card = generator.element(of: cards)
      let isDone = try log.act(&generator, on: card, at: moment)
      if isDone { states.append(try caches(log)) }
    }
    let last = states.count - 1
    for index in states.indices.dropLast().reversed() {
      #expect(try undo(log, at: moment))
      #expect(try caches(log) == states[index], "seed \(seed), undone down to \(index)")
    }
    #expect(try !undo(log, at: moment))
    #expect(try log.check() == [])
    for index in 1...last {
      #expect(try redo(log, at: moment))
      #expect(try caches(log) == states[index], "seed \(seed), redone up to \(index)")
    }
    #expect(try !redo(log, at: moment))
    #expect(try log.check() == [])
  }
}

extension StudyLog {
  /// The cards of a deck that is read.
  fileprivate func storedCards() throws -> [Card] {
    try store([kana])
    return try cards()
  }

  /// Does something by chance that can be undone; `false` when there was nothing to do.
  fileprivate func act(
    _ generator: inout SeededGenerator, on card: Card, at moment: Moment
  ) throws -> Bool {
    let grade = generator.element(of: [Grade.again, .hard, .good, .easy])
    let number = Int.random(in: 0..<14, using: &generator)
    switch number {
    case 0..<4: try answer(card, grade, at: moment)
    case 4:
      guard case .review(let last) = try read({ try $0.history.last() }) else { return false }
      return try write {
        try $0.reviews.revise(last.id, to: grade, accepting: grade == .good, at: moment) != nil
      }
    case 5, 6:
      let state = generator.element(of: [
        Suspension.suspended, .active, .buried(until: moment.day.advanced(byDays: 2)),
      ])
      try write { tx in
        let first = try tx.suspensions.suspend(card.id, state, at: moment)
        let other = CardID(question: QuestionID(bits: UInt128(number)))
        try tx.suspensions.suspend(other, state, with: first, at: moment)
      }
    case 7:
      let retention = generator.element(of: [0.8, 0.85, 0.9])
      let reason = generator.element(of: [PresetChange.Reason.learner, .optimize])
      try write {
        _ = try $0.presets.apply(.set(Preset(desiredRetention: retention), reason), at: moment)
      }
    case 8:
      try write { tx in
        let edit = try tx.deckEdits.record(
          [DeckFileChange(path: "/kana.json", before: [1], after: [UInt8(number)])], "edited",
          at: moment)
        let text = QuestionID(of: card.question, inGroup: card.group.title)
        try tx.identities.reidentify(
          [(text, QuestionID(bits: UInt128(moment.milliseconds)))], with: edit, at: moment)
      }
    case 9: return try write { try !$0.adjustments.forget([card.id], at: moment).cards.isEmpty }
    case 10, 11:
      let change = generator.element(of: [
        Mark.Change.flag(true), .flag(false), .tag("hard", true), .tag("hard", false),
        .note("one"), .note("two"), .note(nil),
      ])
      let other = CardID(question: QuestionID(bits: 3))
      return try write {
        try !$0.marks.put(change, on: [card.id, other], at: moment).cards.isEmpty
      }
    case 12:
      let day = moment.day.advanced(byDays: number)
      return try write {
        try !$0.adjustments.move([(card.id, day)], .set, at: moment).cards.isEmpty
      }
    default:
      let change = DeckFileChange(path: "/kana.json", before: [1], after: [2])
      try write {
        _ = try $0.imports.record("words.csv", into: change, taken: 1, updated: 0, at: moment)
      }
    }
    return true
  }
}
