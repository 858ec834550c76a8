import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

@testable import RabbleStorage

/// The cards a simulation begins with.
@Suite struct KnownCardsTests {
  private let log: StudyLog
  private let groups: [StoredGroup]

  private func day(_ number: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(number) * 86_400_000)
  }

  /// Three cards answered twice, days apart, one of five a step before; one is new.
  init() throws {
    log = try openLog()
    try log.store([kana])
    groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    for (number, card) in try log.cards().prefix(4).enumerated() {
      try log.answer(card, .easy, at: morning)
      if number < 3 { try log.answer(card, .good, at: day(5 + number)) }
      if number == 2 { try log.answer(card, .again, at: day(20)) }
    }
  }

  @Test func `they stand as their schedules do`() throws {
    let now = day(20)
    let known = try log.read {
      try $0.optimizerInput.knownCards(of: groups, under: MemoryModel(), at: now)
    }
    let cards = try log.cards().prefix(4)
    let schedules = try log.read { tx in
      try cards.compactMap { try tx.cards.standing(of: $0.id, in: groups, at: now)?.schedule }
    }
    #expect(known.count == 4)
    #expect(Set(known.map(\.state)) == Set(schedules.map(\.memory)))
    #expect(known.map(\.daysSinceReview).sorted() == [0, 14, 15, 20])
    // The one that is in a step is due on the same day.
    #expect(known.first { $0.daysSinceReview == 0 }?.daysUntilDue == 0)
    for schedule in schedules {
      guard case .on(let due) = schedule.due else { continue }
      let card = known.first { $0.state == schedule.memory }
      #expect(card?.daysUntilDue == due.number - now.day.number)
    }
  }

  @Test func `new cards are counted without those that are suspended or put off`() throws {
    func counted() throws -> Int {
      try log.read { tx in
        let input = try SimulatorInput(
          tx, of: groups, after: Prerequisites(), limits: [], shares: [:],
          under: MemoryModel(), at: day(20))
        let counts = try tx.groups.counts(of: groups, at: day(20))
        #expect(counts.reduce(0) { $0 + $1.new } == input.newCards)
        return input.newCards
      }
    }
    let cards = try log.cards()
    #expect(try counted() == 1)
    func hold(_ card: Card, _ suspension: Suspension) throws {
      try log.write { try $0.suspensions.suspend(card.id, suspension, at: day(20)) }
    }
    try hold(cards[0], .suspended)
    try hold(cards[4], .buried(until: day(20).day))
    #expect(try counted() == 1)
    try hold(cards[4], .buried(until: day(21).day))
    #expect(try counted() == 0)
  }

  @Test func `a card that stands in two decks is one card to a simulation`() throws {
    try log.store([kana], as: "/other.json")
    let both = try log.read { try $0.decks.groups(of: ["/kana.json", "/other.json"]) }
    #expect(both.count == 2 * groups.count)
    func input(_ groups: [StoredGroup]) throws -> SimulatorInput {
      try log.read {
        try SimulatorInput(
          $0, of: groups, after: Prerequisites(), limits: [], shares: [:],
          under: MemoryModel(), at: day(20))
      }
    }
    let (one, two) = (try input(groups), try input(both))
    #expect(one.known.count == 4)
    #expect(two.known == one.known)
    let new = one.course.newCards(10) { _ in 1 }
    #expect(new.count == 1)
    #expect(two.course.newCards(10) { _ in 1 } == new)
  }

  @Test func `other parameters remember them by their reviews`() throws {
    var parameters = MemoryModel().parameters
    for index in 0..<4 { parameters[index] *= 2 }
    let model = try MemoryModel(parameters: parameters)
    let known = try log.read {
      try $0.optimizerInput.knownCards(of: groups, under: model, at: day(20))
    }
    let first = model.initialState(.easy)
    let expected: [MemoryState] =
      [first]
      + [5, 6].map { model.nextState(first, grade: .good, elapsedDays: $0) }
    let lapsed = model.nextState(
      model.nextState(first, grade: .good, elapsedDays: 7), grade: .again, elapsedDays: 13)
    #expect(Set(known.map(\.state)) == Set(expected + [lapsed]))
  }

  @Test func `a buried card is not due before its day`() throws {
    let (cards, now) = (try log.cards(), day(400))
    func due() throws -> [Int] {
      try log.read {
        try $0.optimizerInput.knownCards(of: groups, under: MemoryModel(), at: now)
      }
      .map(\.daysUntilDue)
    }
    let before = try due()
    #expect(before.allSatisfy { $0 < 0 })
    for (until, expected) in [(0, before[1]), (1, 1), (4, 4)] {
      let end = now.day.advanced(byDays: until)
      try log.write { try $0.suspensions.suspend(cards[1].id, .buried(until: end), at: now) }
      #expect(try due() == [before[0], expected] + before[2...])
    }
  }

  @Test func `suspended cards are left out, those put off are not`() throws {
    let cards = try log.cards()
    try log.write { try $0.suspensions.suspend(cards[0].id, .suspended, at: day(20)) }
    try log.write {
      try $0.suspensions.suspend(cards[1].id, .buried(until: day(21).day), at: day(20))
    }
    let model = MemoryModel()
    #expect(
      try log.read { try $0.optimizerInput.knownCards(of: groups, under: model, at: day(20)) }.count
        == 3)
    #expect(
      try log.read { try $0.optimizerInput.knownCards(of: [], under: model, at: day(20)) }.isEmpty)
    #expect(
      try log.read {
        try $0.optimizerInput.knownCards(of: groups + groups, under: model, at: day(20))
      }.count == 3)
  }
}
