import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

struct RulesTests {
  private let now = Moment(milliseconds: 1_795_219_200_000, utcOffset: 32_400)

  @Test func `after a hint an answer is hard at most`() {
    #expect(Grade.allCases.map { $0.capped(hintUsed: true) } == [.again, .hard, .hard, .hard])
    #expect(Grade.allCases.map { $0.capped(hintUsed: false) } == Grade.allCases)
  }

  @Test(arguments: [true, false])
  func `a review graded again keeps its hint, and a correct one is no mistake`(hintUsed: Bool) {
    let review = Review(
      card: .numbered(1), grade: .again, moment: now, typed: "dgo", verdict: "wrong",
      mistake: "typo", hintUsed: hintUsed, duration: 900, fuzzPosition: 0.5)
    #expect(review.regraded(.again).mistake == "typo")
    let better = review.regraded(.easy)
    #expect(better.grade == (hintUsed ? .hard : .easy))
    #expect(better.mistake == nil && better.fuzzPosition == nil && better.hintUsed == hintUsed)
    #expect(better.typed == "dgo" && better.verdict == "wrong" && better.duration == 900)
  }

  @Test func `a leech is reported when it becomes one, and after every half as many lapses`() {
    func reported(_ rule: LeechRule) -> [Int] {
      (1...20).filter { rule.outcome(before: $0 - 1, after: $0) == rule.action }
    }
    #expect(reported(LeechRule()) == [8, 12, 16, 20])
    #expect(reported(LeechRule(threshold: 5, action: .suspend)) == [5, 8, 11, 14, 17, 20])
    #expect(reported(LeechRule(threshold: 0)) == Array(1...20))
    #expect(LeechRule().outcome(before: 8, after: 8) == nil)
    #expect(LeechRule(threshold: 2).isLeech(lapses: 2))
    #expect(!LeechRule(threshold: 2).isLeech(lapses: 1))
  }

  @Test func `a day brings as many new cards as the learner wants, one of each question`() {
    func card(_ question: Int, _ direction: Direction = .recognition) -> CardID {
      CardID(question: QuestionID(bits: UInt128(question)), direction: direction)
    }
    var rule = NewCardRule(perDay: 5, introduced: 2, asking: [card(1).question])
    #expect(!rule.takes(card(1), isSuspended: false, isSibling: true) { false })
    #expect(!rule.takes(card(2), isSuspended: true, isSibling: false) { false })
    #expect(!rule.takes(card(3), isSuspended: false, isSibling: true) { true })
    #expect(rule.takes(card(4), isSuspended: false, isSibling: false) { true })
    #expect(rule.takes(card(5), isSuspended: false, isSibling: true) { false })
    #expect(!rule.takes(card(5, .production), isSuspended: false, isSibling: true) { false })
    #expect(rule.hasRoom)
    #expect(rule.takes(card(6), isSuspended: false, isSibling: false) { false })
    #expect(!rule.hasRoom)
    #expect(!rule.takes(card(7), isSuspended: false, isSibling: false) { false })
    #expect(!NewCardRule(perDay: 3, introduced: 4).hasRoom)
  }

  @Test func `a group gives a share of new cards each round, and a huge one lasts`() {
    var shares = NewCardShares([1: 2, 2: .max])
    func hasRoom(_ group: Int64, after introduced: Int) -> Bool {
      var shares = shares
      return shares.hasRoom(group, introduced: { introduced })
    }
    #expect(hasRoom(1, after: 1) && !hasRoom(1, after: 2) && hasRoom(2, after: 1000))
    shares.widen()
    #expect(hasRoom(1, after: 3) && !hasRoom(1, after: 4) && hasRoom(2, after: 1000))
    shares.widen()
    #expect(hasRoom(2, after: 1000))
  }

  @Test(arguments: [
    ([30, 30, 30], [8, 8, 4]), ([3, 30, 30], [3, 8, 8, 1]), ([30, 2, 0], [8, 2, 8, 2]),
  ])
  func `only when no other group has any left does one give more than its share of a day`(
    left: [Int], taken: [Int]
  ) {
    var day = DayOfStartedQuestions(left: left)
    day.takeDay(from: Array(left.indices), further: 0)
    #expect(day.taken == taken)
  }

  @Test func `a pace needs twenty answers`() {
    #expect(Pace(durations: Array(repeating: 1000, count: 19)) == nil)
    let pace = Pace(durations: (1...101).map { $0 * 100 })
    #expect(pace?.tempo(of: 5000) == .usual)
    #expect(pace?.tempo(of: 10_000) == .usual)
    #expect(pace?.tempo(of: 10_300) == .slow)
    #expect(pace?.tempo(of: 1100) == .usual)
    #expect(pace?.tempo(of: 1099) == .fast)
  }
}

/// A day of 20 new cards from groups that give 8 each, where all that is left are second cards of questions.
private struct DayOfStartedQuestions: NewCardTaking {
  var left: [Int]
  private var shares: NewCardShares
  /// How many cards each taking brought, in their order.
  private(set) var taken: [Int] = []

  init(left: [Int]) {
    self.left = left
    shares = NewCardShares(
      Dictionary(uniqueKeysWithValues: left.indices.map { (Int64($0), 8) }))
  }

  var hasRoom: Bool { taken.reduce(0, +) < 20 }
  func share(of group: Int) -> Int? { shares[Int64(group)] }
  func hasStarted(_ group: Int) -> Bool { true }
  mutating func widenShares() { shares.widen() }

  mutating func take(_ kind: NewCardKind, of group: Int, rank: Int, most: Int) -> Int {
    guard kind != .first else { return 0 }
    var count = 0
    while count < most, left[group] > 0, taken.reduce(count, +) < 20,
      shares.hasRoom(Int64(group), introduced: { 0 })
    {
      shares.count(Int64(group))
      left[group] -= 1
      count += 1
    }
    if count > 0 { taken.append(count) }
    return count
  }
}
