import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

struct ReviewQueueTests {
  let now: Moment
  let today: StudyDay

  init() throws {
    now = try moment("2026-11-21T09:00:00+09:00")
    today = now.day
  }

  @Test func `an empty queue asks nothing`() {
    var queue = ReviewQueue(entries: [], order: .due, at: now)
    #expect(queue.remaining == 0)
    #expect(queue.next(at: now) == nil)
  }

  @Test func `a card in its steps comes when its minute has come`() {
    var queue = ReviewQueue(entries: reviews(1...3), order: .sequential, at: now)
    #expect(next(&queue) == 1)
    queue.put(.numbered(1), due: minutes(1), at: now)
    #expect(queue.remaining == 3)
    #expect(next(&queue, after: 59_999) == 2)
    #expect(next(&queue, after: 60_000) == 1)
    #expect(next(&queue, after: 60_000) == 3)
    #expect(queue.remaining == 0)
  }

  @Test func `the minute that came first is asked first`() {
    var queue = ReviewQueue(entries: [], order: .due, at: now)
    for (card, minute) in [(1, 5), (2, 3), (3, 9), (4, 3), (5, -2)] {
      queue.put(.numbered(card), due: minutes(minute), at: now)
    }
    let order = (0..<5).map { _ in next(&queue, after: 600_000) }
    #expect(order == [5, 2, 4, 1, 3])
  }

  @Test func `when nothing else is left a card comes up to twenty minutes early`() {
    var queue = ReviewQueue(entries: reviews(1...1), order: .due, at: now)
    queue.put(.numbered(2), due: minutes(20), at: now)
    queue.put(.numbered(3), due: minutes(21), at: now)
    #expect(next(&queue) == 1)
    #expect(next(&queue) == 2)
    #expect(next(&queue) == nil)
    #expect(queue.remaining == 1)
    #expect(next(&queue, after: 60_000) == 3)
    #expect(queue.remaining == 0)
  }

  @Test func `a card comes early three times, then when its minute has come`() {
    var queue = ReviewQueue(entries: reviews(1...1), order: .due, at: now)
    #expect(next(&queue) == 1)
    for _ in 0..<ReviewQueue.mostEarly {
      queue.put(.numbered(1), due: minutes(16), at: now)
      #expect(next(&queue) == 1)
    }
    queue.put(.numbered(1), due: minutes(16), at: now)
    #expect(next(&queue) == nil && queue.remaining == 1)
    // Others still come early, and what is due comes in the order of its minutes.
    queue.put(.numbered(2), due: minutes(17), at: now)
    #expect(next(&queue) == 2)
    queue.put(.numbered(3), due: minutes(15), at: now)
    #expect((0..<3).map { _ in next(&queue, after: 16 * 60_000) } == [3, 1, nil])
    // A card that was taken out or moved has not come.
    for _ in 0..<9 {
      queue.put(.numbered(4), due: minutes(5), at: now)
      queue.putFirst(.numbered(4))
      #expect(next(&queue) == 4)
    }
    queue.put(.numbered(4), due: minutes(5), at: now)
    #expect(next(&queue) == 4)
  }

  @Test func `a minute of a later day is left to that day, unless it is near`() throws {
    let night = try moment("2026-11-22T03:50:00+09:00")
    var queue = ReviewQueue(entries: [], order: .due, at: night)
    queue.put(.numbered(1), due: .at(night.milliseconds + 15 * 60_000), at: night)
    queue.put(.numbered(2), due: .at(night.milliseconds + 25 * 60_000), at: night)
    #expect(queue.remaining == 1)
    #expect(queue.next(at: night) == .numbered(1))

    let entries = [QueueEntry(card: .numbered(3), deckPosition: 0, due: minutes(24 * 60))]
    #expect(ReviewQueue(entries: entries, order: .due, at: now).remaining == 0)
  }

  @Test func `a card due again on a later day is not asked again`() {
    var queue = ReviewQueue(entries: reviews(1...1), order: .due, at: now)
    #expect(next(&queue) == 1)
    queue.put(.numbered(1), due: .on(today.advanced(byDays: 1)), at: now)
    #expect(queue.remaining == 0)
    #expect(next(&queue) == nil)
  }

  @Test func `a card of a later day is not asked`() {
    let entry = QueueEntry(card: .numbered(1), deckPosition: 0, due: .on(today.advanced(byDays: 1)))
    #expect(ReviewQueue(entries: [entry], order: .sequential, at: now).remaining == 0)
  }

  @Test func `a card put back for today comes after the others`() {
    var queue = ReviewQueue(entries: reviews(1...2), order: .sequential, at: now)
    #expect(next(&queue) == 1)
    queue.put(.numbered(1), due: .on(today), at: now)
    #expect(next(&queue) == 2)
    #expect(next(&queue) == 1)
  }

  @Test func `an undone card is asked next, before all that is due`() {
    var queue = ReviewQueue(entries: reviews(1...3), order: .sequential, at: now)
    #expect(next(&queue) == 1)
    queue.put(.numbered(1), due: minutes(1), at: now)
    #expect(next(&queue) == 2)
    queue.putFirst(.numbered(2))
    queue.putFirst(.numbered(1))
    #expect(queue.remaining == 3)
    let order = (0..<4).map { _ in next(&queue, after: 600_000) }
    #expect(order == [1, 2, 3, nil])
  }

  @Test func `a skipped card is asked at the end, in the order of skipping`() {
    var queue = ReviewQueue(entries: reviews(1...3), order: .sequential, at: now)
    #expect(next(&queue) == 1)
    queue.putLast(.numbered(1))
    #expect(next(&queue) == 2)
    queue.putLast(.numbered(2))
    queue.put(.numbered(9), due: minutes(10), at: now)
    let order = (0..<5).map { _ in next(&queue) }
    #expect(order == [3, 9, 1, 2, nil])
  }

  @Test func `a removed card never comes, wherever it waits`() {
    var queue = ReviewQueue(entries: reviews(1...2), order: .sequential, at: now)
    queue.put(.numbered(3), due: minutes(1), at: now)
    queue.putFirst(.numbered(4))
    queue.putLast(.numbered(5))
    for card in [1, 3, 4, 5] { queue.remove(.numbered(card)) }
    #expect(queue.remaining == 1)
    #expect(next(&queue, after: 60_000) == 2)
    #expect(next(&queue, after: 60_000) == nil)
  }

  @Test func `a card is in the queue once`() {
    let twice = reviews(1...2) + reviews(1...2)
    var queue = ReviewQueue(entries: twice, order: .sequential, at: now)
    queue.put(.numbered(2), due: minutes(0), at: now)
    queue.putLast(.numbered(2))
    #expect(queue.remaining == 2)
    let order = (0..<3).map { _ in next(&queue) }
    #expect(order == [1, 2, nil])
  }

  @Test func `every card comes exactly as often as it was put in`() {
    var generator = SeededGenerator(seed: 21)
    for round in 0..<60 {
      let order: StudyOrder = [.due, .sequential, .random(seed: UInt64(round))][round % 3]
      var waiting = Set(1...40)
      var queue = ReviewQueue(entries: reviews(1...40), order: order, at: now)
      for _ in 0..<300 {
        let card = Int.random(in: 1...60, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0:
          queue.put(
            .numbered(card),
            due: minutes(Int.random(in: -9...9, using: &generator)),
            at: now
          )
          waiting.insert(card)
        case 1:
          queue.putFirst(.numbered(card))
          waiting.insert(card)
        case 2:
          queue.putLast(.numbered(card))
          waiting.insert(card)
        case 3:
          queue.remove(.numbered(card))
          waiting.remove(card)
        default:
          let taken = next(&queue)
          #expect(taken.map { waiting.remove($0) != nil } ?? waiting.isEmpty)
        }
        #expect(queue.remaining == waiting.count)
      }
      while let card = next(&queue) { #expect(waiting.remove(card) != nil) }
      #expect(waiting.isEmpty && queue.remaining == 0)
    }
  }

  @Test(arguments: UInt64(1)...30)
  func `as many cards are ready as can be asked one after the other`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let entries = (1...20).map { card -> QueueEntry in
      let due: Due? = [nil, .on(today), minutes(number(-30...300))][number(0...2)]
      return QueueEntry(card: .numbered(card), deckPosition: card, due: due)
    }
    var options = QueueOptions(order: .sequential)
    options.mostCards = [nil, nil, number(0...15)][number(0...2)]
    var queue = ReviewQueue(entries: entries, options, at: now)
    for _ in 0..<number(0...12) {
      let later = now.advanced(byMilliseconds: Int64(number(0...40)) * 60_000)
      switch (queue.next(at: later), number(0...4)) {
      case (let card?, 0): queue.putLast(card)
      case (let card?, 1): queue.putFirst(card)
      case (let card?, 2...3): queue.put(card, due: minutes(number(1...90)), at: later)
      case (_, 4): queue.remove(.numbered(number(1...20)))
      default: break
      }
    }
    let ready = queue.ready(at: now)
    var asked = CardCounts()
    var rest = queue
    while let card = rest.next(at: now) {
      #expect(queue.isWaiting(card))
      asked.new += 1
    }
    #expect(ready.total == asked.total)
  }

  @Test func `a card beyond the most reviews is held back until it is added or taken out`() {
    let options = QueueOptions(order: .sequential, reviewLimits: [ReviewLimit(5)])
    var queue = ReviewQueue(entries: reviews(1...10), options, at: now)
    #expect(queue.remaining == 5 && queue.heldBack == 5)
    #expect(queue.add(reviews(1...10), most: 3) == 3)
    #expect(queue.remaining == 8 && queue.heldBack == 2)
    queue.remove(.numbered(9))
    #expect(queue.remaining == 8 && queue.heldBack == 1)
  }

  @Test func `more cards beyond the greatest limit are no danger`() {
    let options = QueueOptions(order: .sequential, mostCards: .max)
    var queue = ReviewQueue(entries: reviews(1...2), options, at: now)
    #expect(queue.add(reviews(3...5), most: 2) == 2)
    #expect(queue.remaining == 4)
  }

  @Test func `a queue at the end of time is no danger`() {
    let end = Moment(milliseconds: .max, utcOffset: 0)
    var queue = ReviewQueue(entries: [], order: .due, at: end)
    queue.put(.numbered(1), due: .at(.max), at: end)
    queue.put(.numbered(2), due: .at(.min), at: end)
    #expect(queue.next(at: end) == .numbered(2))
    #expect(queue.next(at: end) == .numbered(1))
  }

  @Test func `cards that were to be taught and were not shown count as never taken out`() {
    let new = (1...5).map { QueueEntry(card: .numbered($0), deckPosition: $0, due: nil) }
    var queue = ReviewQueue(
      entries: new, QueueOptions(order: .sequential, mostCards: 4), at: now)
    #expect(next(&queue) == 1)
    #expect(queue.takeNew(3) == [2, 3, 4].map(CardID.numbered))
    #expect(queue.remaining == 0)
    queue.putBack(unasked: [3, 4].map(CardID.numbered))
    #expect((queue.remaining, queue.heldBack) == (2, 1))
    #expect(queue.counts == CardCounts(new: 2))
    #expect((next(&queue), next(&queue), next(&queue)) == (3, 4, nil))
  }

  @Test func `new cards that were added are taught together, and go back behind the others`() {
    let new = (1...6).map { QueueEntry(card: .numbered($0), deckPosition: $0, due: nil) }
    var queue = ReviewQueue(entries: Array(new[..<1]), order: .sequential, at: now)
    #expect(queue.add(new, most: 5) == 5)
    #expect(queue.takeNew(4) == [1, 2, 3, 4].map(CardID.numbered))
    queue.putBack(unasked: [3, 4].map(CardID.numbered))
    #expect(queue.counts == CardCounts(new: 4))
    #expect(queue.takeNew(9) == [3, 4, 5, 6].map(CardID.numbered))
    #expect(queue.remaining == 0)
  }

  @Test(arguments: [true, false])
  func `where repeats are spaced, a card comes early again only behind others`(isSpaced: Bool) {
    var options = QueueOptions(order: .sequential)
    options.spacesRepeats = isSpaced
    var queue = ReviewQueue(entries: reviews(1...3), options, at: now)
    for card in 1...3 {
      #expect(next(&queue) == card)
      queue.put(.numbered(card), due: minutes(card == 3 ? 5 : 10), at: now)
    }
    let order = (0..<3).map { _ in next(&queue) }
    #expect(order == (isSpaced ? [1, 3, 2] : [3, 1, 2]))
  }

  private func reviews(_ numbers: ClosedRange<Int>) -> [QueueEntry] {
    numbers.map { QueueEntry(card: .numbered($0), deckPosition: $0, due: .on(today)) }
  }

  private func minutes(_ count: Int) -> Due { .at(now.milliseconds + Int64(count) * 60_000) }

  private func next(_ queue: inout ReviewQueue, after milliseconds: Int64 = 0) -> Int? {
    queue.next(at: now.advanced(byMilliseconds: milliseconds)).map { Int($0.question.bits) }
  }
}
