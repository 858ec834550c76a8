import RabbleMemory
import RabbleScheduling
import Testing

struct GroupKnowledgeTests {
  @Test func `a group is known when four of five questions would be remembered now`() {
    func isKnown(_ questions: Int, _ retrievabilities: [Double]) -> Bool {
      GroupKnowledge(questions: questions, retrievabilities: retrievabilities).isKnown
    }
    #expect(!isKnown(46, []))
    #expect(!isKnown(10, Array(repeating: 1, count: 7)))
    #expect(isKnown(10, Array(repeating: 1, count: 8)))
    #expect(isKnown(10, Array(repeating: 0.9, count: 9)))
    #expect(!isKnown(10, Array(repeating: 0.79, count: 10)))
    #expect(isKnown(0, []))
  }

  @Test func `the share is that of all questions, learned or not`() {
    let knowledge = GroupKnowledge(questions: 4, retrievabilities: [1, 0.5])
    #expect(knowledge.share == 0.375)
    #expect(GroupKnowledge(questions: 1, retrievabilities: [1, 1]).share == 1)
  }

  @Test func `after as many days as its stability a card is remembered nine times of ten`() {
    let scheduler = Scheduler()
    let memory = MemoryState(stability: 12, difficulty: 5)
    let last = Moment(milliseconds: 1_000_000, utcOffset: 0)
    let later = last.advanced(byMilliseconds: 12 * 86_400_000)
    #expect(abs(scheduler.retrievability(of: memory, since: last, at: later) - 0.9) < 1e-9)
    #expect(scheduler.retrievability(of: memory, since: last, at: last) == 1)
    #expect(scheduler.retrievability(of: memory, since: later, at: last) == 1)
    let end = Moment(milliseconds: .max, utcOffset: 0)
    let start = Moment(milliseconds: .min, utcOffset: 0)
    #expect((0...1).contains(scheduler.retrievability(of: memory, since: start, at: end)))
  }
}
