import RabbleMemory
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleScheduling

/// On which days `Scheduler` sends cards.
struct LoadBalancerTests {
  /// Noon of a Saturday, 2026-11-21.
  private let start = Moment(milliseconds: 1_795_262_400_000, utcOffset: 0)

  /// Chance alone leaves about 10% of 100 cards a day (√100). With weights that fall as n^-2.15 the
  /// variance is 1/(1 + 2 · 2.15) of that, and so the spread some 4.3%.
  @Test func `ten thousand cards make even days`() {
    let balanced = Self.spread(counts(Scheduler(), until: 80))
    let seeded = Self.spread(counts(Scheduler(balancesLoad: false), until: 80))
    #expect(balanced < 0.06 && seeded > 0.1)
  }

  @Test func `a busy day is left alone, and balancing does not lengthen intervals`() {
    var load = DueLoad()
    for offset in 0..<100 { load.counts[day(offset)] = offset == 20 ? 300 : 30 }
    var (busy, before, total) = (0, 0, 0.0)
    for number in 0..<1000 {
      let days = interval(Scheduler(), 20, number, load)
      busy += days == 20 ? 1 : 0
      before += days < 20 ? 1 : 0
      total += Double(days)
      #expect((17...23).contains(days))
    }
    #expect(busy < 10)
    // Earlier days weigh more: 17^-3 to 19^-3 against 21^-3 to 23^-3.
    #expect(before > 550 && before < 700 && total / 1000 > 19 && total / 1000 < 20)
  }

  @Test(arguments: [true, false])
  func `two cards of a question never meet where the range has another day`(balances: Bool) {
    var generator = SeededGenerator(seed: 62)
    let scheduler = Scheduler(balancesLoad: balances)
    var forced = 0
    for number in 0..<4000 {
      // Where nothing is due Anki's rule forgets the sibling.
      var load = DueLoad()
      if Bool.random(using: &generator) {
        for offset in 0..<100 { load.counts[day(offset)] = .random(in: 0...40, using: &generator) }
      }
      for offset in 0..<100 where Int.random(in: 0..<3, using: &generator) == 0 {
        load.siblings.insert(day(offset))
      }
      let exact = Int.random(in: 3...90, using: &generator)
      let range = Fuzz(around: Double(exact), minimum: 1, maximum: 36_500)
      let isPossible = (range.lower...range.upper).contains { !load.siblings.contains(day($0)) }
      let days = interval(scheduler, exact, number, load)
      #expect((range.lower...range.upper).contains(days))
      if isPossible { #expect(!load.siblings.contains(day(days))) } else { forced += 1 }
    }
    #expect(forced > 5)
  }

  @Test(arguments: [true, false])
  func `the nearer another card of the question, the fewer come`(balances: Bool) {
    let scheduler = Scheduler(balancesLoad: balances)
    var counts: [Int: Int] = [:]
    for number in 0..<4000 {
      let load = DueLoad(siblings: [day(40)])
      counts[interval(scheduler, 40, number, load), default: 0] += 1
    }
    let near = [39, 38, 37].map { counts[$0] ?? 0 }
    #expect(counts[40] == nil && near == near.sorted() && near[0] > 0)
    #expect(near[0] * 3 < near[2] * 2)
  }

  @Test(arguments: [true, false])
  func `a day that may bring half brings half`(balances: Bool) {
    let scheduler = Scheduler(
      week: StudyWeek([.normal, .half, .normal, .normal, .normal, .normal, .half]),
      balancesLoad: balances)
    let (special, normal) = means(scheduler)
    #expect(special / normal > 0.44 && special / normal < 0.56)
  }

  @Test(arguments: [true, false])
  func `the easiest day brings nothing while there is another`(
    balances: Bool
  ) {
    let weekend = Scheduler(
      week: StudyWeek([.normal, .normal, .normal, .normal, .normal, .least, .least]),
      balancesLoad: balances)
    #expect(means(weekend).special == 0)
    let never = Scheduler(
      week: StudyWeek(Array(repeating: .least, count: 7)), balancesLoad: balances)
    var days = Set<Int>()
    for number in 0..<200 { days.insert(interval(never, 20, number, DueLoad())) }
    #expect(days == Set(17...23))
  }

  @Test func `half gives way before least, and both before another card of the question`() {
    // 2 days on is a Monday, 4 a Wednesday.
    let scheduler = Scheduler(week: StudyWeek([.least, .half, .normal]))
    var load = DueLoad(counts: [day(3): 50, day(2): 0, day(4): 50], siblings: [day(4)])
    // A Tuesday that has more than its half is taken before the Monday.
    for number in 0..<50 { #expect(interval(scheduler, 3, number, load) == 3) }
    load.siblings = [day(3), day(4)]
    for number in 0..<50 { #expect(interval(scheduler, 3, number, load) == 2) }
  }

  @Test func `the same load gives the same day, in whatever order it was counted`() {
    var generator = SeededGenerator(seed: 63)
    for number in 0..<300 {
      let days = (0..<100).map { (day($0), Int.random(in: 0...9, using: &generator)) }
      let load = DueLoad(counts: Dictionary(uniqueKeysWithValues: days), siblings: [day(9)])
      let same = DueLoad(
        counts: Dictionary(uniqueKeysWithValues: days.reversed()), siblings: [day(9)])
      let exact = Int.random(in: 3...90, using: &generator)
      #expect(
        interval(Scheduler(), exact, number, load) == interval(Scheduler(), exact, number, same))
    }
  }

  @Test func `no count is a danger`() {
    let fuzz = Fuzz(around: 20, minimum: 1, maximum: 100)
    for count in [Int.min, -1, 0, Int(Int32.max)] {
      let load = DueLoad(
        counts: Dictionary(uniqueKeysWithValues: (0..<50).map { (day($0), count) }))
      for chance in [0, 0.5, 1.0.nextDown] {
        for balances in [true, false] {
          let balancer = LoadBalancer(
            load: load, week: StudyWeek([.half, .least]), balances: balances, today: start.day)
          let days = balancer.day(in: fuzz, chance: chance) ?? 0
          #expect((fuzz.lower...fuzz.upper).contains(days))
        }
      }
    }
  }

  /// The mean counts of the special days of the week and of the others, 10,000 cards sent one after
  /// the other.
  private func means(_ scheduler: Scheduler) -> (special: Double, normal: Double) {
    let counts = counts(scheduler, until: 79)
    let days = zip(10..., counts).map { (scheduler.week[day($0)], Double($1)) }
    func mean(_ isSpecial: Bool) -> Double {
      let counts = days.filter { ($0.0 != .normal) == isSpecial }.map(\.1)
      return counts.reduce(0, +) / Double(counts.count)
    }
    return (mean(true), mean(false))
  }

  /// How many of 10,000 cards are due on each of the days from 10 on, scheduled one after the other.
  private func counts(_ scheduler: Scheduler, until last: Int) -> [Int] {
    var generator = SeededGenerator(seed: 61)
    var load = DueLoad()
    for number in 0..<10_000 {
      let days = interval(
        scheduler, Int.random(in: 3...100, using: &generator), number, load)
      load.counts[day(days), default: 0] += 1
    }
    return (10...last).map { load.counts[day($0)] ?? 0 }
  }

  /// The day of a card whose interval is this many days before fuzz.
  private func interval(
    _ scheduler: Scheduler, _ exact: Int, _ number: Int, _ load: DueLoad
  ) -> Int {
    let waiting = Schedule(
      phase: .learning(step: 1),
      // Of such a memory an answer on the same day leaves the stability as it is.
      memory: MemoryState(stability: Double(exact), difficulty: 5), due: .at(start.milliseconds),
      interval: 0, lastReview: start, repetitions: 2, lapses: 0)
    let planned = scheduler.planned(
      waiting, grade: .good, at: start, card: .numbered(number), load: load)
    return planned.schedule.interval
  }

  private func day(_ offset: Int) -> StudyDay { start.day.advanced(byDays: offset) }

  /// The standard deviation as a share of the mean.
  private static func spread(_ counts: [Int]) -> Double {
    let counts = counts.map(Double.init)
    let mean = counts.reduce(0, +) / Double(counts.count)
    let variance = counts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(counts.count)
    return variance.squareRoot() / mean
  }
}
