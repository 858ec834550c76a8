import RabbleQuestions
import RabbleScheduling
import Testing

struct StudyOrderTests {
  let now: Moment

  init() throws { now = try moment("2026-11-21T09:00:00+09:00") }

  @Test func `what has been due longest comes first`() {
    let entries = (0..<90).map { entry($0, daysOverdue: $0 % 3) }
    let overdue = asked(entries, .due).map { $0 % 3 }
    #expect(overdue == overdue.sorted(by: >))
  }

  @Test func `cards of one day are shuffled, the same all day and differently tomorrow`() {
    let entries = (0..<50).map { entry($0, daysOverdue: 1) }
    let order = asked(entries, .due)
    #expect(order.sorted() == Array(0..<50))
    #expect(order != Array(0..<50))
    #expect(asked(entries.reversed(), .due) == order)
    #expect(asked(entries, .due, at: now.advanced(byMilliseconds: 3_600_000)) == order)
    #expect(asked(entries, .due, at: now.advanced(byMilliseconds: 86_400_000)) != order)
  }

  @Test func `a card less does not change the order of the others`() {
    let entries = (0..<50).map { entry($0, daysOverdue: 1) }
    for order in [StudyOrder.due, .random(seed: 8)] {
      let all = asked(entries, order)
      #expect(asked(entries.filter { $0.deckPosition != 17 }, order) == all.filter { $0 != 17 })
    }
  }

  @Test(arguments: [(30, 10), (10, 30), (7, 20), (1, 5), (5, 1), (0, 4), (4, 0), (100, 20)])
  func `new cards come in the order of their decks, evenly among the reviews`(
    reviews: Int,
    new: Int
  ) {
    let entries =
      (0..<reviews).map { entry($0, daysOverdue: 0) }
      + (0..<new).reversed().map { entry(1000 + $0, daysOverdue: nil) }
    let order = asked(entries, .due)
    #expect(order.count == reviews + new)
    #expect(order.filter { $0 >= 1000 } == (0..<new).map { 1000 + $0 })
    // In every stretch from the start there is the same share of new cards, to within one.
    for length in 1...order.count {
      let share = Double(length) * Double(new) / Double(reviews + new)
      let count = order.prefix(length).count { $0 >= 1000 }
      #expect(abs(Double(count) - share) <= 1)
    }
  }

  @Test func `sequential is the order of the decks, new or not`() {
    let entries = (0..<20).map { entry($0, daysOverdue: $0.isMultiple(of: 2) ? $0 : nil) }
    #expect(asked(entries.reversed(), .sequential) == Array(0..<20))
  }

  @Test func `random is shuffled by its seed`() {
    let entries = (0..<40).map { entry($0, daysOverdue: $0.isMultiple(of: 2) ? $0 : nil) }
    let order = asked(entries, .random(seed: 1))
    #expect(order.sorted() == Array(0..<40))
    #expect(asked(entries.reversed(), .random(seed: 1)) == order)
    #expect(asked(entries, .random(seed: 2)) != order)
    #expect(order != Array(0..<40))
  }

  @Test func `a shuffle has every card in every place about as often`() {
    let entries = (0..<5).map { entry($0, daysOverdue: 0) }
    var firsts = [Int](repeating: 0, count: 5)
    for seed in 0..<5000 {
      if let first = asked(entries, .random(seed: UInt64(seed))).first { firsts[first] += 1 }
    }
    #expect(firsts.allSatisfy { abs($0 - 1000) < 150 })
  }

  private func entry(_ number: Int, daysOverdue: Int?) -> QueueEntry {
    QueueEntry(
      card: .numbered(number),
      deckPosition: number,
      due: daysOverdue.map { .on(now.day.advanced(byDays: -$0)) }
    )
  }

  private func asked(_ entries: [QueueEntry], _ order: StudyOrder, at moment: Moment? = nil)
    -> [Int]
  {
    var queue = ReviewQueue(entries: entries, order: order, at: moment ?? now)
    var result: [Int] = []
    while let card = queue.next(at: moment ?? now) { result.append(Int(card.question.bits)) }
    return result
  }
}
