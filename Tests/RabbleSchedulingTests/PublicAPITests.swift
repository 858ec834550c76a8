import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import Testing

/// What somebody else's program does with this module.
struct PublicAPITests {
  @Test func `a card is planned, replayed and asked`() throws {
    let now = try moment("2026-11-21T09:00:00+09:00")
    let id = CardID(question: QuestionID(bits: 7))
    let scheduler = Scheduler(Preset(desiredRetention: 0.9))
    let plan = scheduler.planned(nil, grade: .easy, at: now, card: id, load: DueLoad())
    let review = Review(
      card: id, grade: .easy, moment: now, typed: nil, verdict: nil, hintUsed: false,
      duration: 2_000, fuzzPosition: plan.fuzzPosition)
    let same = scheduler.replay([review])
    #expect(same == plan.schedule)
    #expect(scheduler.replay([]) == nil)

    let entries = [QueueEntry(card: id, deckPosition: 0, due: same?.due)]
    let later = now.advanced(byMilliseconds: Int64(plan.schedule.interval) * 86_400_000)
    var early = ReviewQueue(entries: entries, order: .due, at: now)
    #expect(early.next(at: now) == nil)
    var queue = ReviewQueue(entries: entries, order: .due, at: later)
    let next = queue.next(at: later)
    #expect(next == id)
  }
}
