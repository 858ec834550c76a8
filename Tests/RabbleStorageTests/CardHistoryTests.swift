import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

@testable import RabbleStorage

/// What an explanation needs to know of a card.
@Suite struct CardHistoryTests {
  @Test func `a history has the reviews that count, the oldest first, and leads to the schedule`()
    throws
  {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    #expect(try log.read { try $0.cards.history(of: card) } == CardHistory())
    try log.answer(card, .good)
    try log.answer(card, .again)
    try log.answer(card, .easy)
    _ = try log.write { try $0.reviews.undo(at: morning) }
    try log.answer(card, .hard)
    let history = try log.read { try $0.cards.history(of: card) }
    #expect(history.reviews.map(\.grade) == [.good, .again, .hard])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(
      Scheduler(history.preset).origin(after: history.events)?.schedule
        == (try log.read { try $0.cards.standing(of: card.id, in: groups, at: morning) }?.schedule))
  }

  @Test func `a history has the preset of the group and the wish of the group itself`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    try log.write {
      try $0.presets.apply(
        .set(Preset(name: "exam", desiredRetention: 0.8, maximumInterval: 50), .learner),
        at: morning)
    }
    try log.write {
      try $0.presets.apply(
        .use(preset: "exam", retention: 0.95, groups: [card.group]), at: morning)
    }
    let history = try log.read { try $0.cards.history(of: card) }
    #expect(history.ownRetention == 0.95)
    #expect(history.preset.desiredRetention == 0.95)
    #expect(history.preset.maximumInterval == 50)
  }

  @Test func `the other cards of the question are its siblings`() throws {
    let log = try openLog()
    try log.store([
      QuestionGroup(
        title: "Both", directions: [.recognition, .production],
        questions: [Question(prompt: "犬", answer: "dog")])
    ])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let card = try log.cards()[0]
    let other = CardID(question: card.id.question, direction: .production)
    try log.answer(
      #require(try log.read { try $0.cards.standing(of: other, in: groups, at: morning) }).card,
      .easy)
    let history = try log.read { try $0.cards.history(of: card) }
    #expect(history.siblings.map(\.card) == [other])
    #expect(history.siblings.map(\.lastAnswered) == [morning.day])
    let questions = try log.read { try $0.decks.questions(of: groups) }
    #expect(questions.map(\.directions) == [[.recognition, .production]])
    #expect(questions.map(\.id) == [card.id.question])
    #expect(questions.map(\.question.prompt) == ["犬"])
    #expect(questions.map(\.group.title) == ["Both"])
  }
}
