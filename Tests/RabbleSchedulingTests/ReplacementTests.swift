import RabbleMemory
import RabbleScheduling
import RabbleTestSupport
import Testing

/// What happens to a card's due date when parameters or options change.
struct ReplacementTests {
  private let now = Moment(milliseconds: 1_000 * 86_400_000, utcOffset: 0)

  private func schedule(_ due: Due) -> Schedule {
    Schedule(
      phase: .review, memory: MemoryState(stability: 3, difficulty: 5), due: due, interval: 3,
      lastReview: now.advanced(byMilliseconds: -3 * 86_400_000), repetitions: 4, lapses: 0)
  }

  private func day(_ offset: Int) -> Due { .on(now.day.advanced(byDays: offset)) }

  private func time(_ minutes: Int64) -> Due { .at(now.milliseconds + minutes * 60_000) }

  @Test func `what is still to come takes its new time`() {
    #expect(schedule(day(5)).replacing(schedule(day(9)), at: now).due == day(5))
    #expect(schedule(day(9)).replacing(schedule(day(-9)), at: now).due == day(9))
    #expect(schedule(time(3)).replacing(schedule(day(2)), at: now).due == time(3))
  }

  @Test func `what was to come and would be overdue is due today`() {
    #expect(schedule(day(-20)).replacing(schedule(day(4)), at: now).due == day(0))
    #expect(schedule(day(-20)).replacing(schedule(time(4)), at: now).due == day(0))
    #expect(schedule(time(-20)).replacing(schedule(time(4)), at: now).due == time(0))
    #expect(schedule(time(-20)).replacing(schedule(day(4)), at: now).due == time(0))
  }

  @Test func `what was overdue stays where it was`() {
    #expect(schedule(day(-20)).replacing(schedule(day(-4)), at: now).due == day(-4))
    #expect(schedule(day(-2)).replacing(schedule(day(-4)), at: now).due == day(-4))
    #expect(schedule(time(-20)).replacing(schedule(time(-4)), at: now).due == time(-4))
  }

  /// The fuzz ranges are those of Anki 26.9.3.
  @Test func `new parameters move a card only by as many days as its fuzz range is wide`() throws {
    struct Bounds: Decodable { let anki: [[Int]] }
    for row in try fixture("fuzz_bounds.json", as: Bounds.self).anki {
      let (interval, width) = (row[0], row[2] - row[1])
      for distance in -width - 1...width + 1 where interval + distance > 0 {
        let before = schedule(day(interval + distance))
        let fitted = Schedule(
          phase: .review, memory: MemoryState(stability: 3, difficulty: 5), due: day(interval),
          interval: interval, lastReview: now, repetitions: 4, lapses: 0)
        let next = fitted.replacing(before, at: now, keepsNearDays: true)
        let stays = abs(distance) < width
        #expect(next.due == (stays ? before.due : fitted.due), "\(interval) \(distance)")
        #expect(next.memory == fitted.memory && next.interval == interval)
        // What the learner changes moves every card.
        #expect(fitted.replacing(before, at: now).due == fitted.due)
      }
    }
  }

  @Test func `no replacement moves a card into the past, whatever it was and becomes`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<10_000 {
      let dues = (0..<2).map { _ in
        Bool.random(using: &generator)
          ? day(.random(in: -30...30, using: &generator))
          : time(.random(in: -3000...3000, using: &generator))
      }
      let result = schedule(dues[0]).replacing(schedule(dues[1]), at: now)
      if result.due.hasCome(at: now) {
        let isNow = result.due == day(0) || result.due == time(0)
        #expect(isNow || result.due == dues[1], "\(dues) became \(result.due)")
      } else {
        #expect(result.due == dues[0])
      }
    }
  }
}
