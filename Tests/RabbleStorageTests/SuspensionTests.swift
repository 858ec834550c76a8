import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

@testable import RabbleStorage

@Suite struct SuspensionTests {
  private func day(_ number: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(number) * 86_400_000)
  }

  private func queue(_ log: StudyLog, at moment: Moment) throws -> Set<CardID> {
    Set(
      try log.read {
        try $0.queue.entries(
          of: $0.decks.groups(of: ["/kana.json"]), newPerDay: 20, at: moment)
      }.map(\.card))
  }

  @Test func `a suspended card is not asked, new or due, until it is wanted back`() throws {
    let log = try openLog()
    try log.store([kana])
    let cards = try log.cards()
    let (seen, new) = (cards[0], cards[1])
    try log.answer(seen, .easy)
    for card in [seen, new] {
      try log.write { try $0.suspensions.suspend(card.id, .suspended, at: morning) }
    }
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    #expect(try queue(log, at: day(30)) == Set(cards.dropFirst(2).map(\.id)))
    #expect(
      try log.read { try $0.cards.standing(of: seen.id, in: groups, at: day(30)) }?.suspension
        == .suspended)
    #expect(
      try log.read { try $0.cards.standing(of: seen.id, in: groups, at: day(30)) }?.isHeld(
        at: day(30)) == true)
    #expect(try log.read { try $0.groups.counts(of: groups, at: day(30)) }[0].due == 0)
    #expect(try log.read { try $0.groups.counts(of: groups, at: day(30)) }[0].new == 3)
    for card in [seen, new] {
      try log.write { try $0.suspensions.suspend(card.id, .active, at: day(30)) }
    }
    #expect(try queue(log, at: day(30)) == Set(cards.map(\.id)))
    #expect(try log.read { try $0.groups.counts(of: groups, at: day(30)) }[0].due == 1)
    #expect(try log.check() == [])
  }

  @Test func `when all that is left is suspended, nothing is due and nothing will be`() throws {
    let log = try openLog()
    try log.store([kana])
    let groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    let cards = try log.cards()
    try log.answer(cards[0], .easy)
    for card in cards {
      try log.write { try $0.suspensions.suspend(card.id, .suspended, at: morning) }
    }
    #expect(try queue(log, at: day(30)).isEmpty)
    #expect(try log.read { try $0.queue.nextDue(of: groups, newPerDay: 20, at: morning) } == nil)
  }

  @Test func `a buried card comes on the day it was put off to`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    try log.write { try $0.suspensions.suspend(card.id, .buried(until: day(1).day), at: morning) }
    #expect(try !queue(log, at: morning).contains(card.id))
    #expect(try log.read { try $0.suspensions.cards(at: morning) }.map(\.until) == [day(1).day])
    #expect(try queue(log, at: day(1)).contains(card.id))
    #expect(try log.read { try $0.suspensions.cards(at: day(1)) } == [])
  }

  @Test func `a suspension is taken back by itself`() throws {
    let log = try openLog()
    try log.store([kana])
    let card = try log.cards()[0]
    let id = try log.write { try $0.suspensions.suspend(card.id, .suspended, at: morning) }
    guard
      case .suspension(let last, card.id, .suspended, morning) = try log.read({
        try $0.history.last()
      })
    else {
      Issue.record("the last event is no suspension")
      return
    }
    #expect(last == id)
    let undone = try log.undo(id, at: morning)?.event
    #expect(undone == .suspension(id, card.id, .suspended, morning))
    #expect(try log.undo(id, at: morning) == nil)
    #expect(try queue(log, at: morning).contains(card.id))
  }

  @Test func `the eighth lapse makes a leech, and undo of it none`() throws {
    let log = try openLog()
    try log.store([kana])
    try log.write {
      try $0.presets.apply(.set(Preset(leech: LeechRule(action: .suspend)), .learner), at: morning)
    }
    let card = try log.cards()[0]
    var told: [Int] = []
    var now = day(0)
    var last: RecordedAnswer?
    try log.answer(card, .easy, at: now)
    while told.count < 3 {
      now = now.advanced(byMilliseconds: 40 * 86_400_000)
      let review = Review(
        card: card.id, grade: .again, moment: now, typed: nil, verdict: nil, hintUsed: false,
        duration: 1)
      let recorded = try log.write { try $0.reviews.record(review, of: card) }
      if recorded.leech != nil { told.append(recorded.schedule?.lapses ?? 0) }
      if told.count == 3 {
        last = recorded
      } else {
        try log.write { try $0.suspensions.suspend(card.id, .active, at: now) }
      }
      try log.answer(card, .good, at: now.advanced(byMilliseconds: 900_000))
    }
    #expect(told == [8, 12, 16])
    #expect(try log.read { try $0.suspensions.leeches() }.map(\.lapses) == [16])
    #expect(try log.read { try $0.suspensions.cards(at: now) }.map(\.isLeech) == [true])
    #expect(try log.check() == [])
    _ = try log.write { try $0.reviews.undo(last?.id, at: now) }
    #expect(try log.read { try $0.suspensions.cards(at: now) } == [])
    #expect(try log.read { try $0.suspensions.leeches() }.map(\.lapses) == [15])
    #expect(try log.check() == [])
  }

  @Test func `a suspended card does not hold its siblings back`() throws {
    let log = try openLog()
    let question = Question(
      prompt: "犬", answer: "dog", directions: [.recognition, .production])
    try log.store([QuestionGroup(title: "Words", questions: [question])])
    let cards = try log.cards()
    let recognition = try #require(cards.first { $0.id.direction == .recognition })
    try log.answer(recognition, .easy)
    try log.write { try $0.suspensions.suspend(recognition.id, .suspended, at: morning) }
    let all = try queue(log, at: day(60))
    #expect(all.map(\.direction) == [.production])
  }
}
