import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStorage
import Testing

/// The groups of a course that are learned side by side.
@Suite struct CoursePaceTests {
  private let log: StudyLog
  private let groups: [StoredGroup]

  init() throws {
    log = try openLog()
    func group(_ title: String, _ count: Int, _ directions: [Direction]) -> QuestionGroup {
      QuestionGroup(
        title: title, directions: directions,
        questions: (0..<count).map {
          Question(prompt: "\(title) \($0)", answer: "\($0)", reading: "\($0)")
        })
    }
    let both: [Direction] = [.recognition, .production]
    try log.store([
      group("Kana", 30, [.recognition]), group("Words", 12, both), group("Verbs", 12, both),
      group("Own", 4, both),
    ])
    groups = try log.read { try $0.decks.groups(of: ["/kana.json"]) }
  }

  private func moment(day: Int) -> Moment {
    morning.advanced(byMilliseconds: Int64(day) * 86_400_000)
  }

  /// The new cards of a day by the numbers of their groups; they are answered “easy”, so that they are
  /// past their steps.
  @discardableResult
  private func study(
    _ day: Int, new: Int, share: Int? = 4, limits: [GroupLimit] = [], answering: Bool = true,
    _ grade: Grade = .easy
  ) throws -> [[Card]] {
    let moment = moment(day: day)
    let shares = share.map { share in
      Dictionary(uniqueKeysWithValues: groups.prefix(3).map { ($0.id, share) })
    }
    let entries = try log.read {
      try $0.queue.entries(
        of: groups, newPerDay: new, limits: limits, shares: shares ?? [:], at: moment)
    }
    var cards: [[Card]] = Array(repeating: [], count: groups.count)
    for entry in entries where entry.due == nil {
      let card = try log.read {
        try $0.cards.standing(of: entry.card, in: groups, at: moment)?.card
      }
      cards[entry.groupRank].append(try #require(card))
    }
    if answering { for card in cards.joined() { try log.answer(card, grade, at: moment) } }
    return cards
  }

  @Test func `a day takes a share from each group in turn, and an own deck has none`() throws {
    #expect(try study(0, new: 10).map(\.count) == [4, 4, 2, 0])
    #expect(try study(1, new: 20, answering: false).map(\.count)[3] == 4)
  }

  @Test func `what the shares leave of a day goes round again`() throws {
    #expect(try study(0, new: 30, answering: false).map(\.count) == [10, 8, 8, 4])
    #expect(try study(0, new: 100, answering: false).map(\.count) == [30, 12, 12, 4])
  }

  @Test func `a share is that of a day, not of a session`() throws {
    try study(0, new: 6)
    #expect(try study(0, new: 12).map(\.count) == [0, 2, 4, 0])
    #expect(try study(0, new: 12).map(\.count) == [0, 0, 0, 0])
  }

  @Test func `each question comes in one direction first, the others take a quarter of a day`()
    throws
  {
    try study(0, new: 12)
    let second = try study(1, new: 12)
    #expect(second.map(\.count) == [4, 4, 4, 0])
    let further = second.joined().filter { $0.id.direction == .production }
    #expect(further.map(\.group) == Array(repeating: "Words", count: 3))
    let again = try study(1, new: 14)
    #expect(again.joined().allSatisfy { $0.id.direction == .recognition })
  }

  @Test func `a further direction waits until the first is past its steps`() throws {
    try study(0, new: 12, .again)
    let second = try study(1, new: 12)
    #expect(second.joined().allSatisfy { $0.id.direction == .recognition })
  }

  @Test func `all directions come in the end, and a limit of the learner counts besides`() throws {
    let limit = GroupLimit(1, of: [groups[1].id])
    #expect(try study(0, new: 10, limits: [limit]).map(\.count) == [4, 1, 4, 1])
    for day in 1..<20 { try study(day, new: 10) }
    let left = try log.read { try $0.groups.counts(of: groups, at: moment(day: 20)) }
    #expect(left.map(\.new) == [0, 0, 0, 0])
  }

  @Test func `without shares one group comes after the other`() throws {
    #expect(try study(0, new: 12, share: nil).map(\.count) == [12, 0, 0, 0])
  }

  @Test(arguments: [nil, 3, 4])
  func `a simulated learner begins the cards that a session brings`(share: Int?) throws {
    var prerequisites = Prerequisites()
    prerequisites[groups[1]] = [groups[0]]
    prerequisites[groups[2]] = [groups[1]]
    let shares = share.map { share in
      Dictionary(uniqueKeysWithValues: groups.prefix(3).map { ($0.id, share) })
    }
    let limits = [GroupLimit(2, of: [groups[3].id])]
    let model = MemoryModel()
    let order = try log.read { try $0.queue.all(of: groups, at: moment(day: 0)) }.map(\.card)
    var begun: [Int] = []
    for day in 0..<6 {
      let moment = moment(day: day)
      let (entries, input) = try log.read { tx in
        (
          try tx.queue.entries(
            of: groups, after: prerequisites, newPerDay: 20, limits: limits, shares: shares ?? [:],
            at: moment),
          try SimulatorInput(
            tx, of: groups, after: prerequisites, limits: limits, shares: shares ?? [:],
            under: model, at: moment)
        )
      }
      let asked = entries.filter { $0.due == nil }.map(\.card)
      let recall = Dictionary(
        input.known.map { card in
          (
            card.number ?? -1,
            model.retrievability(card.state, elapsedDays: Double(card.daysSinceReview))
          )
        }
      ) { first, _ in first }
      let simulated = input.course.newCards(20) { recall[$0] ?? 0 }
      #expect(Set(simulated.map { order[$0] }) == Set(asked), "day \(day)")
      #expect(simulated.count == asked.count)
      begun.append(asked.count)
      for card in try log.cards() where asked.contains(card.id) {
        try log.answer(card, .easy, at: moment)
      }
    }
    // Words are locked until nine of ten kana are known: some days bring less than they could.
    #expect(begun.contains { $0 < 20 } && begun.contains(20))
  }

  @Test func `a simulation leaves a group locked until what it builds on is known`() throws {
    var prerequisites = Prerequisites()
    prerequisites[groups[1]] = [groups[0]]
    let input = try log.read {
      try SimulatorInput(
        $0, of: Array(groups.prefix(2)), after: prerequisites, limits: [], shares: [:],
        under: MemoryModel(), at: morning)
    }
    func introduced(_ source: SimulatedCourse?) -> [Int] {
      Simulator(model: MemoryModel(), seed: 1, newCardsFrom: source).run(
        days: 4, cards: 54, retention: 0.9, limits: SimulatedLimits(newCards: 20)
      ).map(\.introduced)
    }
    // On the second day ten kana are left, and what was learned is not yet four fifths of them.
    #expect(introduced(input.course).prefix(2) == [20, 10])
    #expect(introduced(nil) == [20, 20, 14, 0])
  }
}
