import GRDB
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

@testable import RabbleMemory
@testable import RabbleStorage

/// What was studied in another program, beside what was studied here.
struct ImportedProgressTests {
  private let log: StudyLog
  private let card: Card

  init() throws { try self.init(at: nil) }

  private init(at path: String?) throws {
    log = try StudyLog(path: path) { UInt128.random(in: .min ... .max) }
    let question = Question(id: "n1", prompt: "犬", answer: "dog")
    card = Card(
      id: CardID(question: QuestionID(of: question, inGroup: "Words")), question: question,
      group: "Words", position: 0)
  }

  private func moment(day: Int) -> Moment {
    Moment(milliseconds: 1_790_000_000_000 + Int64(day) * 86_400_000, utcOffset: 0)
  }

  private func review(day: Int, _ grade: Grade, outside: Bool = false) -> Review {
    Review(
      card: card.id, grade: grade, moment: moment(day: day), typed: nil, verdict: nil,
      hintUsed: false, duration: 1000, occasion: outside ? .cram : nil)
  }

  private func progress(
    _ answers: [Review], due: Int? = nil, resetOn day: Int? = nil, flag: FlagColor? = nil,
    suspension: Suspension = .active, kinds: [ImportedProgress.Kind] = []
  ) -> ImportedProgress {
    let standing = due.map {
      ImportedProgress.Standing(
        due: moment(day: $0).day, interval: 7, memory: MemoryState(stability: 7, difficulty: 5))
    }
    return ImportedProgress(
      cards: [
        ImportedProgress.OfCard(
          card: card,
          answers: answers.enumerated().map { number, answer in
            ImportedProgress.Answer(
              moment: answer.moment, grade: answer.grade, duration: answer.duration,
              fuzzPosition: answer.fuzzPosition, occasion: answer.occasion,
              kind: kinds.indices.contains(number) ? kinds[number] : .review)
          },
          changes: [
            ImportedProgress.Change(moment: moment(day: 1), kind: .rescheduled, interval: 3)
          ]
            + (day.map {
              [ImportedProgress.Change(moment: moment(day: $0), kind: .manual, interval: 0)]
            } ?? []), standing: standing, flag: flag, suspension: suspension)
      ], presets: [])
  }

  @discardableResult
  private func add(_ progress: ImportedProgress, day: Int) throws -> (
    id: EventID, added: ImportedProgress.Added
  ) {
    try log.write { tx in
      let id = try tx.imports.record(
        "x.apkg", into: DeckFileChange(path: "/decks/x.json", before: nil, after: [1]), taken: 1,
        updated: 0, at: moment(day: day))
      return (id, try tx.imports.add(progress, because: id, at: moment(day: day)))
    }
  }

  private func schedule() throws -> Schedule? {
    try log.read { try $0.schedules.progress(of: card.id)?.schedule }
  }

  private func isSound() throws -> Bool {
    try log.read { try $0.schedules.check().isEmpty }
  }

  @Test func `reviews of both sides count in the order of their times`() throws {
    try log.write { _ = try $0.reviews.record(review(day: 5, .good), of: card) }
    try add(
      progress([review(day: 0, .good), review(day: 2, .hard), review(day: 9, .again)]), day: 10)
    let reviews = [(0, Grade.good), (2, .hard), (5, .good), (9, .again)].map {
      review(day: $0.0, $0.1)
    }
    let expected = try log.read { try Scheduler($0.presets.book().preset(forGroup: "Words")) }
      .replay(reviews)
    let found = try schedule()
    #expect(found?.memory == expected?.memory)
    #expect(found?.repetitions == 4 && found?.lapses == expected?.lapses)
    #expect(try isSound())
  }

  @Test func `an answer in another program's steps is no lapse, whatever steps there are here`()
    throws
  {
    var preset = Preset(learningSteps: [], relearningSteps: [])
    preset.name = "Stepless"
    try add(ImportedProgress(cards: [], presets: [(preset, ["Words"])]), day: 0)
    // Anki has its steps of FSRS there: one lapse, which three more answers don't make good.
    let answers = [
      review(day: 0, .hard), review(day: 1, .again), review(day: 2, .again), review(day: 3, .again),
      review(day: 4, .again),
    ]
    try add(
      progress(answers, kinds: [.learn, .review, .relearn, .relearn, .relearn]), day: 5)
    let found = try #require(try schedule())
    #expect(found.phase == .review && found.repetitions == 5 && found.lapses == 1)
    #expect(try isSound())
    let replayed = try log.read { tx in
      var last: Schedule?
      try tx.statistics.replay(card.id) { _, _, after, _ in last = after }
      return last
    }
    #expect(replayed?.lapses == 1)
    // A lapse here counts as ever.
    try log.write { _ = try $0.reviews.record(review(day: 9, .again), of: card) }
    #expect(try schedule()?.lapses == 2)
  }

  /// Of twenty such cards, of which four fail at the end, Anki 26.9.3 counts 56 passed and 4 failed.
  @Test func `retention counts the answers that another program had in review`() throws {
    let answers = [
      review(day: 0, .good), review(day: 1, .good), review(day: 4, .good), review(day: 12, .again),
    ]
    try add(progress(answers, kinds: [.learn, .review, .review, .review]), day: 13)
    let expected = try log.read { try Scheduler($0.presets.book().preset(forGroup: "Words")) }
      .replay(answers)
    #expect(try schedule() == expected)
    func retention() throws -> Score {
      var figures = AnswerFigures()
      _ = try log.read { tx in
        try tx.statistics.forEach(.states) { event, _ in figures.add(event.answer) }
      }
      return figures.trueRetention
    }
    #expect(try retention() == Score(correct: 2, incorrect: 1))
    var kinds: [AnswerKind] = []
    try log.read { tx in
      try tx.statistics.replay(card.id) { answer, _, _, _ in kinds.append(answer.kind) }
    }
    #expect(kinds == [.new, .young, .young, .young])
  }

  @Test func `a due day is the other program's until the next answer`() throws {
    try add(progress([review(day: 0, .easy), review(day: 8, .good)], due: 40), day: 10)
    #expect(try schedule()?.due == .on(moment(day: 40).day))
    #expect(try isSound())
    try log.write { _ = try $0.reviews.record(review(day: 41, .good), of: card) }
    let days = try #require(try schedule())
    #expect(days.due != .on(moment(day: 40).day) && days.repetitions == 3)
    // What another import says of the day is older than the answer here.
    try add(progress([review(day: 0, .easy), review(day: 8, .good)], due: 40), day: 42)
    #expect(try schedule() == days)
  }

  @Test func `a card without reviews has its day and memory, and counts the time since the last`()
    throws
  {
    try add(progress([], due: 14), day: 10)
    let found = try #require(try schedule())
    #expect(found.due == .on(moment(day: 14).day) && found.memory.stability == 7)
    #expect(found.lastReview.day == moment(day: 7).day)
    #expect(try isSound())
  }

  @Test func `twice is once, and after undo it comes again`() throws {
    let all = progress(
      [review(day: 0, .good), review(day: 2, .good)], due: 20, suspension: .suspended)
    let first = try add(all, day: 10)
    #expect(first.added.answers == 2 && first.added.changes == 1 && first.added.suspensions == 1)
    let before = try schedule()
    #expect(try add(all, day: 11).added.isEmpty)
    #expect(try schedule() == before)
    try log.write { _ = try $0.history.undo(first.id, at: moment(day: 12)) }
    #expect(try schedule() == nil)
    #expect(try log.read { try $0.suspensions.state(of: card.id) } == .active)
    #expect(try isSound())
    for day in 13..<18 {
      let again = try add(all, day: day)
      #expect(again.added.answers == 2)
      #expect(try schedule()?.due == before?.due)
      #expect(try isSound())
      try log.write { _ = try $0.history.undo(again.id, at: moment(day: day)) }
    }
    // Of an answer that earlier imports did not have, the first identity is free.
    let more = progress([0, 2, 4].map { review(day: $0, .good) }, due: 20)
    #expect(try add(more, day: 20).added.answers == 3)
    #expect(try add(more, day: 21).added.answers == 0)
    let identity = ImportedIdentity(of: card.id, in: ReviewEvent.table).id(at: moment(day: 4))
    #expect(try log.read { try $0.events.has(identity) })
    #expect(try isSound())
  }

  @Test func `answers outside the schedule leave a card new`() throws {
    try add(progress([review(day: 0, .good, outside: true)]), day: 10)
    #expect(try schedule() == nil)
    #expect(try log.read { try $0.reviews.last() } == nil)
  }

  @Test func `what the learner suspended or restored here stays`() throws {
    let held = progress([review(day: 0, .good)], suspension: .suspended)
    try add(held, day: 10)
    try log.write { try $0.suspensions.suspend(card.id, .active, at: moment(day: 11)) }
    try add(held, day: 12)
    #expect(try log.read { try $0.suspensions.state(of: card.id) } == .active)
  }

  @Test func `what was suspended here, and there too by now, goes with the other program`() throws {
    func state() throws -> Suspension { try log.read { try $0.suspensions.state(of: card.id) } }
    let answers = [review(day: 0, .good)]
    try add(progress(answers), day: 1)
    try log.write { try $0.suspensions.suspend(card.id, .suspended, at: moment(day: 2)) }
    try add(progress(answers), day: 3)
    #expect(try state() == .suspended)
    let agreed = try add(progress(answers, suspension: .suspended), day: 4)
    #expect(agreed.added.agreements == 1 && agreed.added.suspensions == 0)
    #expect(try add(progress(answers, suspension: .suspended), day: 5).added.isEmpty)
    // Where the import is undone, nothing is known of the other program.
    try log.write { _ = try $0.history.undo(agreed.id, at: moment(day: 6)) }
    #expect(try add(progress(answers), day: 7).added.isEmpty)
    #expect(try state() == .suspended)
    try add(progress(answers, suspension: .suspended), day: 8)
    #expect(try add(progress(answers), day: 9).added.suspensions == 1)
    #expect(try state() == .active)
    #expect(try isSound())
  }

  @Test func `a leech that was suspended here stays one when the other program has it suspended`()
    throws
  {
    var preset = Preset()
    preset.leech = LeechRule(threshold: 1, action: .suspend)
    try log.write { _ = try $0.presets.apply(.set(preset, .learner), at: moment(day: 0)) }
    try add(progress([review(day: 0, .good), review(day: 2, .good)], due: 4), day: 3)
    try log.write { _ = try $0.reviews.record(review(day: 4, .again), of: card) }
    func leech() throws -> Bool? {
      try log.read { try $0.suspensions.cards(at: moment(day: 9)) }.first?.isLeech
    }
    try #require(try leech() == true)
    let answers = [review(day: 0, .good), review(day: 2, .good), review(day: 4, .again)]
    #expect(try add(progress(answers, suspension: .suspended), day: 5).added.agreements == 1)
    #expect(try leech() == true)
  }

  @Test func `a card that was last answered here is made new there, once`() throws {
    try add(progress([review(day: 0, .good)], due: 4), day: 1)
    try log.write { _ = try $0.reviews.record(review(day: 4, .good), of: card) }
    let outside = [
      review(day: 0, .good, outside: true), review(day: 4, .good, outside: true),
    ]
    let reset = try add(progress(outside, resetOn: 5), day: 6)
    #expect(reset.added.resets == 1)
    #expect(try schedule() == nil)
    #expect(try add(progress(outside, resetOn: 5), day: 7).added.isEmpty)
    try log.write { _ = try $0.history.undo(reset.id, at: moment(day: 8)) }
    #expect(try schedule()?.repetitions == 2)
    #expect(try add(progress(outside, resetOn: 5), day: 9).added.resets == 1)
    #expect(try schedule() == nil)
    #expect(try isSound())
  }

  @Test func `a card made new here, and so there, is not made new once more`() throws {
    try add(progress([review(day: 0, .good)], due: 4), day: 1)
    try log.write { _ = try $0.adjustments.forget([card.id], at: moment(day: 2)) }
    let outside = progress([review(day: 0, .good, outside: true)], resetOn: 2)
    #expect(try add(outside, day: 3).added.resets == 0)
    #expect(try schedule() == nil)
  }

  @Test func `a card made new in the other program since is new here, and what came after counts`()
    throws
  {
    try add(progress([review(day: 0, .good), review(day: 4, .good)], due: 20), day: 5)
    #expect(try schedule()?.repetitions == 2)
    let before = [review(day: 0, .good, outside: true), review(day: 4, .good, outside: true)]
    try add(progress(before, resetOn: 6), day: 7)
    #expect(try schedule() == nil)
    try add(progress(before, resetOn: 6), day: 8)
    #expect(try schedule() == nil)
    try add(progress(before + [review(day: 9, .good)], due: 12, resetOn: 6), day: 10)
    let again = try #require(try schedule())
    #expect(again.repetitions == 1 && again.due == .on(moment(day: 12).day))
    #expect(try isSound())
  }

  @Test func `a card made new here stays new until it is answered in the other program`() throws {
    let known = progress([review(day: 0, .good), review(day: 4, .good)], due: 20)
    try add(known, day: 5)
    try log.write { _ = try $0.adjustments.forget([card.id], at: moment(day: 6)) }
    try add(known, day: 7)
    #expect(try schedule() == nil)
    try add(
      progress([review(day: 0, .good), review(day: 4, .good), review(day: 8, .good)], due: 30),
      day: 9)
    #expect(try schedule()?.due == .on(moment(day: 30).day))
    #expect(try isSound())
  }

  @Test func `a flag goes with the other program's until the learner sets it here`() throws {
    func isFlagged() throws -> Bool { try log.read { try $0.marks.marks(of: card.id).isFlagged } }
    let answers = [review(day: 0, .good)]
    try add(progress(answers, flag: .blue), day: 1)
    #expect(try isFlagged())
    try add(progress(answers), day: 2)
    #expect(try !isFlagged())
    try log.write { _ = try $0.marks.put(.flag(true), on: [card.id], at: moment(day: 3)) }
    try add(progress(answers), day: 4)
    #expect(try isFlagged())
  }

  @Test func `a preset that the learner has, and a group that has one, stay as they are`() throws {
    var preset = Preset()
    preset.name = "Anki: Default"
    preset.desiredRetention = 0.8
    let imported = ImportedProgress(cards: [], presets: [(preset, ["Words"])])
    try add(imported, day: 1)
    #expect(
      try log.read { try $0.presets.book().preset(forGroup: "Words").desiredRetention } == 0.8)
    preset.desiredRetention = 0.95
    #expect(
      try add(ImportedProgress(cards: [], presets: [(preset, ["Words"])]), day: 2).added.isEmpty)
    #expect(
      try log.read { try $0.presets.book().preset(forGroup: "Words").desiredRetention } == 0.8)
  }

  // MARK: - Many

  /// The progress of so many cards, each with two answers, among them one in steps and one without a day.
  private func progress(ofCards count: Int) -> ImportedProgress {
    let cards = (0..<count).map { number in
      let question = Question(id: "m\(number)", prompt: "p\(number)", answer: "a\(number)")
      let answers = [(0, Grade.good, ImportedProgress.Kind.learn), (2, .hard, .review)].map {
        ImportedProgress.Answer(
          moment: moment(day: $0.0).advanced(byMilliseconds: Int64(number) * 1000), grade: $0.1,
          duration: 900, kind: $0.2)
      }
      return ImportedProgress.OfCard(
        card: Card(
          id: CardID(question: QuestionID(of: question, inGroup: "Many")), question: question,
          group: "Many", position: number),
        answers: answers, changes: [],
        standing: number.isMultiple(of: 3)
          ? nil
          : ImportedProgress.Standing(
            due: moment(day: 9 + number % 50).day, interval: 7,
            memory: MemoryState(stability: 7, difficulty: 5)),
        flag: number == 1 ? .red : nil, suspension: number == 2 ? .suspended : .active)
    }
    return ImportedProgress(cards: cards, presets: [])
  }

  private func rows(_ tables: [String]) throws -> [Row] {
    try log.read { tx in
      try tables.flatMap {
        try Row.fetchAll(tx.db, sql: "SELECT * FROM \($0) ORDER BY 1, 2, 3")
      }
    }
  }

  /// Every table, index and trigger.
  private func objects() throws -> Set<String> {
    try log.read {
      try String.fetchSet($0.db, sql: "SELECT type || name || coalesce(sql, '') FROM sqlite_schema")
    }
  }

  @Test func `an import of many cards keeps what a rebuild computes, beside answers given here`()
    throws
  {
    let count = 10_500
    let questions = (0..<count).map {
      Question(id: "m\($0)", prompt: "p\($0)", answer: "a\($0)")
    }
    let deck = StoredDeck(path: "/many.json", signature: "1", faults: [])
    let objects = try objects()
    try log.write { tx in
      let group = QuestionGroup(title: "Many", questions: questions)
      _ = try tx.decks.store([(deck, [group])], removed: [], at: moment(day: 0))
    }
    try log.write { _ = try $0.reviews.record(review(day: 5, .good), of: card) }
    let (id, added) = try add(progress(ofCards: count), day: 10)
    #expect(added.answers == 2 * count && added.flags == 1 && added.suspensions == 1)
    #expect(try log.check() == [])
    #expect(try self.objects() == objects)
    let before = try rows(["schedule", "deck_card"])
    #expect(before.count == 2 * count + 1)
    try log.write { try LogUnionEvent.recompute($0) }
    #expect(try rows(["schedule", "deck_card"]) == before)
    let again = try add(progress(ofCards: count), day: 11).added
    #expect(again.answers == 0)
    try log.write { _ = try $0.history.undo(id, at: moment(day: 12)) }
    #expect(try log.read { try $0.schedules.count() } == 1)
    #expect(try log.check() == [])
  }

  @Test func `after an undo, the answers of an import count for no preset of many cards`() throws {
    let imported = progress(ofCards: 600)
    let event = try add(imported, day: 10).id
    try log.write { _ = try $0.history.undo(event, at: moment(day: 11)) }
    let untouched = try openLog()
    let cards = imported.cards.map(\.card).enumerated().map { number, id in
      Card(
        id: id, question: Question(id: "m\(number)", prompt: "p\(number)", answer: "a\(number)"),
        group: "Many", position: number)
    }
    for log in [log, untouched] {
      try log.write { tx in
        for card in cards {
          let answer = Review(
            card: card.id, grade: .easy, moment: moment(day: 12), typed: nil, verdict: nil,
            hintUsed: false, duration: 1000)
          _ = try tx.reviews.record(answer, of: card)
        }
        try tx.presets.apply(.set(Preset(desiredRetention: 0.85), .learner), at: moment(day: 13))
      }
    }
    for card in cards {
      let (found, expected) = try (
        log.read { try $0.schedules.schedule(of: card.id) },
        untouched.read { try $0.schedules.schedule(of: card.id) }
      )
      #expect(found == expected && found?.repetitions == 1)
    }
    #expect(try log.check() == [])
    let histories = try log.read { try $0.optimizerInput.histories() }
    let expected = try untouched.read { try $0.optimizerInput.histories() }
    #expect(histories.starts == expected.starts && histories.grades == expected.grades)
    #expect(histories.milliseconds == expected.milliseconds && histories.count > 0)
  }

  @Test func `a log takes in imported answers in the order in which another one writes them`()
    throws
  {
    try add(progress([review(day: 0, .good), review(day: 2, .hard)]), day: 10)
    // The answers are older than the import, and than the wording that they refer to.
    let kinds = try log.lines().split(separator: "\n").map { $0.prefix { $0 != "," } }
    let wording = try #require(kinds.firstIndex { $0.hasSuffix("\"wording\"") })
    let review = try #require(kinds.firstIndex { $0.hasSuffix("\"review\"") })
    #expect(wording < review)
    let other = try openLog()
    let report = try other.join(try log.lines(), at: moment(day: 11))
    #expect(report.leftOut == 0)
    #expect(try other.read { try $0.schedules.progress(of: card.id)?.schedule } == schedule())
  }
}
