import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleStorage

@Suite struct SiblingTests {
  private static let taberu = Question(
    prompt: "食べる", answer: "to eat", reading: "たべる",
    directions: [.recognition, .production, .reading])
  private static let nomu = Question(prompt: "飲む", answer: "to drink")

  private func log(_ path: String? = nil, _ questions: [Question] = [taberu, nomu]) throws
    -> StudyLog
  {
    let log = try openLog(path)
    try log.store([QuestionGroup(title: "Verbs", questions: questions)])
    return log
  }

  private func day(_ days: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(days) * 86_400_000)
  }

  /// The cards there are to study, as `prompt direction`.
  private func queue(_ log: StudyLog, at moment: Moment, newPerDay: Int = 20) throws -> [String] {
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    return try log.read { try $0.queue.entries(of: groups, newPerDay: newPerDay, at: moment) }
      .sorted { $0.deckPosition < $1.deckPosition }
      .compactMap { entry in
        try log.read { try $0.cards.standing(of: entry.card, in: groups, at: moment) }.map {
          "\($0.card.question.prompt) \($0.card.id.direction.fullName)"
        }
      }
  }

  private func card(_ log: StudyLog, _ direction: Direction) throws -> Card {
    let id = CardID(
      question: QuestionID(of: Self.taberu, inGroup: "Verbs"), direction: direction)
    return try #require(
      try log.read {
        try $0.cards.standing(
          of: id, in: $0.decks.groups(of: ["/kana.json"]), at: morning)
      }
    ).card
  }

  private func counts(_ log: StudyLog, at moment: Moment) throws -> GroupCounts {
    try log.read {
      try $0.groups.counts(of: $0.decks.groups(of: ["/kana.json"]), at: moment)
    }[0]
  }

  @Test func `a question's cards are introduced one a day`() throws {
    let log = try log()
    #expect(try queue(log, at: morning) == ["食べる recognition", "飲む recognition"])
    try log.answer(card(log, .recognition), .easy, at: morning)
    #expect(try queue(log, at: morning) == ["飲む recognition"])
    #expect(try queue(log, at: day(1)) == ["食べる production", "飲む recognition"])
    try log.answer(card(log, .production), .easy, at: day(1))
    #expect(try queue(log, at: day(1)) == ["飲む recognition"])
    #expect(try queue(log, at: day(2)) == ["食べる reading", "飲む recognition"])
    #expect(try log.check() == [])
  }

  @Test func `each card has a schedule of its own`() throws {
    let log = try log()
    let first = try log.answer(card(log, .recognition), .easy, at: morning).schedule
    let second = try log.answer(card(log, .production), .again, at: day(1)).schedule
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    func schedule(_ direction: Direction) throws -> Schedule? {
      let card = try card(log, direction).id
      return try log.read { try $0.cards.standing(of: card, in: groups, at: morning) }?.schedule
    }
    #expect(try schedule(.recognition) == first)
    #expect(try schedule(.production) == second)
    #expect(try schedule(.reading) == nil)
    #expect(first.phase == .review)
    #expect(second.phase == .learning(step: 0))
  }

  @Test func `of two due cards one comes today, the other tomorrow, also in counts`() throws {
    let log = try log()
    let first = try log.answer(card(log, .recognition), .easy, at: morning).schedule
    try log.answer(card(log, .production), .easy, at: day(1))
    let late = day(60)
    #expect(first.isDue(at: late))
    #expect(try queue(log, at: late) == ["食べる recognition", "飲む recognition"])
    let before = try counts(log, at: late)
    #expect((before.cards, before.new, before.due) == (4, 2, 1))
    try log.answer(card(log, .recognition), .easy, at: late)
    #expect(try queue(log, at: late) == ["飲む recognition"])
    #expect(try counts(log, at: late).due == 0)
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(
      try log.read { try $0.queue.nextDue(of: groups, newPerDay: 0, at: late) }
        == .on(late.day.advanced(byDays: 1)))
    #expect(try queue(log, at: day(61)) == ["食べる production", "飲む recognition"])
    #expect(try counts(log, at: day(61)).due == 1)
  }

  @Test func `a card in its steps comes whatever its siblings do`() throws {
    let log = try log()
    try log.answer(card(log, .recognition), .again, at: morning)
    try log.answer(card(log, .production), .again, at: morning)
    #expect(
      try queue(log, at: morning) == ["食べる recognition", "食べる production", "飲む recognition"])
  }

  @Test func `an answer taken back lets the siblings come again`() throws {
    let log = try log()
    let answer = try log.answer(card(log, .recognition), .easy, at: morning)
    try log.answer(card(log, .production), .easy, at: day(1))
    #expect(try queue(log, at: day(1)) == ["飲む recognition"])
    _ = try log.write { try $0.reviews.undo(at: day(1)) }
    #expect(try queue(log, at: day(1)) == ["食べる production", "飲む recognition"])
    _ = try log.write { try $0.reviews.undo(answer.id, at: day(1)) }
    #expect(try queue(log, at: day(1)) == ["食べる recognition", "飲む recognition"])
    #expect(try log.check() == [])
  }

  @Test func `an answer in another terminal holds the siblings back here`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/study.sqlite"
    let here = try log(path)
    let there = try openLog(path)
    let groups = try here.read { try $0.decks.groups(of: ["/kana.json"]) }
    try here.answer(card(here, .recognition), .easy, at: morning)
    let production = try card(here, .production)
    #expect(
      try here.read { try $0.cards.standing(of: production.id, in: groups, at: day(1)) }?
        .isHeldBySibling == false)
    try there.answer(card(there, .reading), .easy, at: day(1))
    #expect(
      try here.read { try $0.cards.standing(of: production.id, in: groups, at: day(1)) }?
        .isHeldBySibling == true)
    #expect(
      try here.read { try $0.cards.standing(of: production.id, in: groups, at: day(2)) }?
        .isHeldBySibling == false)
    #expect(try queue(here, at: day(1)) == ["飲む recognition"])
  }

  @Test func `the day's allowance counts cards, and no card twice`() throws {
    let log = try log(
      nil, [Self.taberu, Self.nomu, Question(cloze: "私{{は}}学生{{です}}。", id: "s")])
    #expect(try queue(log, at: morning, newPerDay: 2) == ["食べる recognition", "飲む recognition"])
    #expect(try queue(log, at: morning, newPerDay: 5).count == 3)
    try log.answer(card(log, .recognition), .easy, at: morning)
    #expect(try queue(log, at: morning, newPerDay: 2) == ["飲む recognition"])
    #expect(try counts(log, at: morning).cards == 6)
  }

  @Test func `a direction that the deck drops rests, and comes back with its history`() throws {
    let log = try log()
    let schedule = try log.answer(card(log, .recognition), .easy, at: morning).schedule
    try log.answer(card(log, .production), .easy, at: day(1))
    let single = Question(
      prompt: "食べる", answer: "to eat", reading: "たべる", directions: [.recognition])
    try log.store([QuestionGroup(title: "Verbs", questions: [single, Self.nomu])])
    #expect(try counts(log, at: day(90)).cards == 2)
    #expect(try queue(log, at: day(90)) == ["食べる recognition", "飲む recognition"])
    #expect(try log.check() == [])
    try log.store([QuestionGroup(title: "Verbs", questions: [Self.taberu, Self.nomu])])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let recognition = try card(log, .recognition).id
    #expect(
      try log.read { try $0.cards.standing(of: recognition, in: groups, at: day(90)) }?.schedule
        == schedule)
    #expect(try queue(log, at: day(1)) == ["飲む recognition"])
  }

  @Test func `what the learner accepted counts for that card only`() throws {
    let log = try log()
    let answer = try log.answer(card(log, .recognition), .again, at: morning)
    _ = try log.write { try $0.reviews.revise(answer.id, to: .good, accepting: true, at: morning) }
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    func accepted(_ direction: Direction) throws -> [String]? {
      let card = try card(log, direction).id
      return try log.read { try $0.cards.standing(of: card, in: groups, at: morning) }?.accepted
    }
    #expect(try accepted(.recognition) == ["typed"])
    #expect(try accepted(.production) == [])
  }

  @Test func `groups come back whole`() throws {
    let group = QuestionGroup(
      title: "Verbs", description: "What one does", language: "ja",
      answerLanguage: "en", author: "A", license: "MIT",
      version: "1.0", directions: [.recognition, .production],
      settings: GroupSettings(
        accents: .demanded, furigana: .hidden, typos: .young, politeness: .plain),
      questions: [Self.nomu, Question(cloze: "私{{は}}学生{{です::copula}}。", id: "s")],
      score: Score(correct: 3, incorrect: 1))
    let log = try openLog()
    try log.store([group])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(try log.read { try $0.decks.content(of: groups) } == [group])
    let card = try #require(try log.cards().first)
    #expect(card.settings == group.settings)
    #expect(card.languages == group.languages)
    #expect(try counts(log, at: morning).cards == 4)
    #expect(try log.check() == [])
  }
}

extension Question {
  fileprivate init(cloze: String, id: String) {
    self.init(id: id, prompt: "I am a student.", answer: "私は学生です。", cloze: cloze)
  }
}
