import Foundation
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport

/// One step of the scheduler: from a schedule and a grade to the next schedule.
struct SchedulerBenchmark {
  let python: String?
  private static let histories = 4_000
  private static let length = 12

  func run(_ report: inout Report) throws {
    report.section("A scheduler step (histories of \(Self.length) answers, fuzz on)")
    var generator = SeededGenerator(seed: 5)
    let grades = (0..<Self.histories * Self.length).map { _ in
      generator.element(of: [Grade.again, .hard, .good, .good, .good, .good, .easy])
    }
    let (scheduler, load) = (Scheduler(), Self.load)
    let time = try time {
      Self.replay(grades, $0) { scheduler.schedule($0, grade: $1, at: $2, card: $3) }
    }
    report.line("rabble", time, "µs", atMost: 0.25)
    let planning = try self.time {
      Self.replay(grades, $0) {
        scheduler.planned($0, grade: $1, at: $2, card: $3, load: load).schedule
      }
    }
    report.line("rabble, with load balancing", "\(Report.number(planning)) µs")
    if let peer = try peerTime() {
      report.line("py-fsrs", "\(Report.number(peer)) µs")
      report.line("rabble against py-fsrs", "\(Report.number(time / peer)) ×")
    }
  }

  /// Microseconds of a step.
  private func time(_ replay: (Int) -> Int) throws -> Double {
    var times = Sample()
    var sum = 0
    for _ in 0..<15 {
      let time = ContinuousClock().measure {
        for history in 0..<Self.histories { sum &+= replay(history) }
      }
      times.add(time.inMicroseconds / Double(Self.histories * Self.length))
    }
    guard sum != 0 else { throw Failure("the scheduler gives no intervals") }
    return times.median
  }

  /// A hundred cards on each day of some years.
  private static var load: DueLoad {
    DueLoad(
      counts: Dictionary(
        uniqueKeysWithValues: (19_000..<21_000).map { (StudyDay(number: $0), 100) }))
  }

  private static func replay(
    _ grades: [Grade], _ history: Int,
    step: (Schedule?, Grade, Moment, CardID) -> Schedule
  ) -> Int {
    let card = CardID(question: QuestionID(bits: UInt128(history)))
    var moment = Moment(milliseconds: 1_700_000_000_000, utcOffset: 0)
    var schedule: Schedule?
    for index in history * length..<(history + 1) * length {
      let next = step(schedule, grades[index], moment, card)
      moment = moment.advanced(
        byMilliseconds: next.interval == 0 ? 600_000 : Int64(next.interval) * 86_400_000)
      schedule = next
    }
    return schedule?.interval ?? 0
  }

  /// Microseconds of a step of py-fsrs; `nil` without Python or the package.
  private func peerTime() throws -> Double? {
    guard let python, access(python, X_OK) == 0 else { return nil }
    let script = """
      import random, time
      from datetime import datetime, timezone, timedelta
      from fsrs import Scheduler, Card, Rating
      rng = random.Random(5)
      ratings = [Rating.Again, Rating.Hard, Rating.Good, Rating.Good, Rating.Good, Rating.Good,
                 Rating.Easy]
      scheduler, begin, spent, steps = Scheduler(), datetime(2024, 1, 1, tzinfo=timezone.utc), 0, 0
      for history in range(1500):
          card, now = Card(card_id=history), begin
          for step in range(\(Self.length)):
              rating = rng.choice(ratings)
              before = time.perf_counter()
              card, log = scheduler.review_card(card, rating, now)
              spent += time.perf_counter() - before
              steps += 1
              now = max(now + timedelta(minutes=1), card.due)
              if now.year > 2900:
                  break
      print("microseconds", spent / steps * 1e6, "end")
      """
    let child = try Child(
      [python, "-c", script], environment: Subject.environment(home: "/tmp"), streams: .pipes)
    let words = child.readToEnd().split(separator: " ")
    return child.waitForExit() == 0 && words.count > 1 ? Double(words[1]) : nil
  }
}

/// The memory model one review at a time, and simulated learners.
struct MemoryBenchmark {
  let python: Python

  func run(_ report: inout Report) throws {
    report.section("The memory model (a review of a history of 12)")
    report.line("rabble, a step (processor time)", step(MemoryModel()), "µs", atMost: 0.25)
    if let peer = try python.words(Self.stepScript), let time = peer.first.flatMap(Double.init) {
      report.line("fsrs-rs, a step", "\(Report.number(time)) µs")
    } else {
      report.line("fsrs-rs", "not measured: Python or fsrs-rs-python is missing")
    }
    report.section("Simulating 10,000 cards for 365 days")
    let limits = SimulatedLimits(newCards: 10_000, minutes: 30)
    try simulate("half an hour a day", limits, nil, &report)
    try simulate("28 new cards a day", SimulatedLimits(newCards: 28), 28, &report)
    let simulator = Simulator(model: MemoryModel(), seed: 1)
    let time = ProcessorTime.measure {
      simulator.tradeOffs(
        (70...97).map { Double($0) / 100 }, days: 365, cards: 10_000, limits: limits)
    }.0
    report.line("rabble, the curve 0.70…0.97 (processor time)", time, "s", atMost: 2)
  }

  /// Measures a simulated year beside that of fsrs-rs, which has the same cards, habits and limits.
  private func simulate(
    _ name: String, _ limits: SimulatedLimits, _ newCards: Int?, _ report: inout Report
  ) throws {
    let simulator = Simulator(model: MemoryModel(), seed: 1)
    var times = Sample()
    var work = ""
    for _ in 0..<9 {
      let (time, days) = ProcessorTime.measure {
        simulator.run(days: 365, cards: 10_000, retention: 0.9, limits: limits)
      }
      guard days.count == 365 else { throw Failure("the simulation gives \(days.count) days") }
      times.add(time)
      let (new, reviews) = days.reduce((0, 0)) { ($0.0 + $1.introduced, $0.1 + $1.reviews) }
      work = "\(new) cards, \(reviews) reviews"
    }
    let value = "\(Report.number(times.median)) s"
    let peer = try python.words(Self.simulationScript, newCards.map { ["\($0)"] } ?? [])
    guard let peer, peer.count == 3, let time = Double(peer[0]) else {
      return report.line("rabble, \(name)", value + ", without the peer fsrs-rs")
    }
    report.line(
      "fsrs-rs, \(name)", "\(Report.number(time)) s  \(peer[1]) cards, \(peer[2]) reviews")
    report.ratio("rabble, \(work)", value, times.median / time, atMost: 0.15)
  }

  /// Microseconds of a review.
  private func step(_ model: MemoryModel) -> Double {
    var generator = SeededGenerator(seed: 5)
    let reviews = (0..<48_000).map { _ in
      let grade = generator.element(of: [Grade.again, .hard, .good, .good, .good, .good, .easy])
      let days = generator.element(of: [0, 1, 3, 8, 21, 60])
      return (grade: grade, elapsedDays: days)
    }
    var times = Sample()
    var sum = 0.0
    for _ in 0..<15 {
      let time = ProcessorTime.measure {
        for start in stride(from: 0, to: reviews.count, by: 12) {
          sum += model.replay(reviews[start..<start + 12])?.stability ?? 0
        }
      }.0
      times.add(time * 1e6 / Double(reviews.count))
    }
    return sum > 0 ? times.median : .infinity
  }

  private static let stepScript = """
    import random, time
    import fsrs_rs_python as f
    rng = random.Random(5)
    items = [f.FSRSItem([f.FSRSReview(rng.choice([1, 2, 3, 3, 3, 3, 4]), 0 if i == 0 else
             rng.choice([0, 1, 3, 8, 21, 60])) for i in range(12)]) for _ in range(4000)]
    model = f.FSRS(f.DEFAULT_PARAMETERS)
    best = 1e9
    for _ in range(5):
        before = time.process_time()
        model.memory_state_batch(items)
        best = min(best, time.process_time() - before)
    print(best / 48000 * 1e6)
    """

  private static let simulationScript = """
    import sys, time
    import fsrs_rs_python as f
    config = f.default_simulator_config()
    if len(sys.argv) > 1:
        config.learn_limit, config.max_cost_perday = int(sys.argv[1]), 1e9
    times = []
    for seed in range(9):
        before = time.process_time()
        result = f.simulate(f.DEFAULT_PARAMETERS, 0.9, config, seed)
        times.append(time.process_time() - before)
    print(sorted(times)[4], sum(result.learn_cnt_per_day), sum(result.review_cnt_per_day))
    """
}
