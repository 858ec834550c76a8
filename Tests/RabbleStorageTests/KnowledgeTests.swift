import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import Testing

/// What groups build on, and how much of them is known.
@Suite struct KnowledgeTests {
  private let words = group("Words", [("ねこ", "cat"), ("いぬ", "dog")])
  private let log: StudyLog
  private let groups: [StoredGroup]
  private let path: Prerequisites

  init() throws {
    log = try openLog()
    try log.store([kana, words])
    groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
    var path = Prerequisites()
    path[groups[1]] = [groups[0]]
    self.path = path
  }

  private func days(_ count: Int64) -> Moment {
    morning.advanced(byMilliseconds: count * 86_400_000)
  }

  /// The groups of the cards there are to study, each once.
  private func studied(at moment: Moment, newPerDay: Int = 100) throws -> Set<GroupName> {
    let entries = try log.read {
      try $0.queue.entries(of: groups, after: path, newPerDay: newPerDay, at: moment)
    }
    return try log.read { tx in
      Set(
        try entries.compactMap {
          try tx.cards.standing(of: $0.card, in: groups, at: moment)?.card.group
        })
    }
  }

  private func learn(_ count: Int, _ grade: Grade = .easy) throws {
    for card in try log.cards().prefix(count) { try log.answer(card, grade) }
  }

  @Test func `a group gives no new cards until what it builds on is known`() throws {
    #expect(try studied(at: morning) == ["Kana"])
    try learn(3)
    #expect(try studied(at: morning) == ["Kana"])
    try learn(4)
    #expect(try studied(at: morning) == ["Kana", "Words"])
    #expect(try studied(at: morning, newPerDay: 0) == [])
  }

  @Test func `cards in their first steps are not known yet`() throws {
    try learn(5, .good)
    #expect(try studied(at: morning) == ["Kana"])
    #expect(
      try log.read { try $0.groups.knowledge(of: groups, at: morning) }.map(\.share) == [0, 0])
    try learn(5, .good)
    #expect(
      try log.read { try $0.groups.knowledge(of: groups, at: morning) }.map(\.share) == [1, 0])
  }

  @Test func `what was forgotten since keeps the cards of groups that were not started back`()
    throws
  {
    try learn(5)
    let late = days(2000)
    let knowledge = try log.read { try $0.groups.knowledge(of: groups, at: late) }
    #expect(knowledge[0].share < GroupKnowledge.known)
    #expect(try studied(at: late) == ["Kana"])
  }

  @Test func `a group with a card that was answered or taken as known stays unlocked`() throws {
    #expect(try studied(at: morning) == ["Kana"])
    let word = try #require(try log.cards().last)
    let answer = try log.answer(word, .easy)
    #expect(try studied(at: morning) == ["Kana", "Words"])
    let queued = try log.read {
      try $0.queue.entries(of: groups, after: path, newPerDay: 100, at: days(2000))
    }
    #expect(queued.count == 7)
    _ = try log.write { try $0.reviews.undo(answer.id, at: morning) }
    #expect(try studied(at: morning) == ["Kana"])
    let known = (card: word, memory: MemoryState(stability: 9, difficulty: 5), interval: 9)
    try log.write { _ = try $0.adjustments.takeAsKnown([known], .known, at: morning) }
    #expect(try studied(at: morning) == ["Kana", "Words"])
  }

  @Test func `new cards are announced for tomorrow only where a group is open`() throws {
    try learn(3)
    let words = [groups[1]]
    let open = try log.read { try $0.queue.nextDue(of: words, newPerDay: 20, at: morning) }
    #expect(open == .on(StudyDay(number: morning.day.number + 1)))
    #expect(
      try log.read { try $0.queue.nextDue(of: words, after: path, newPerDay: 20, at: morning) }
        == nil)
    try learn(5)
    #expect(
      try log.read { try $0.queue.nextDue(of: words, after: path, newPerDay: 20, at: morning) }
        == open)
  }

  @Test func `groups have begun with the first answer, and not after it was taken back`() throws {
    #expect(try !log.read { try $0.groups.hasStarted(groups) })
    let answer = try log.answer(try #require(try log.cards().last))
    #expect(try log.read { try $0.groups.hasStarted(groups) })
    #expect(try !log.read { try $0.groups.hasStarted([groups[0]]) })
    _ = try log.write { try $0.reviews.undo(answer.id, at: morning) }
    #expect(try !log.read { try $0.groups.hasStarted(groups) })
  }
}
