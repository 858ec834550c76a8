import Foundation
import RabbleMemory
import RabbleTestSupport

/// The memory models one review at a time, and simulated learners.
struct MemoryBenchmark {
  let python: Python

  func run(_ report: inout Report) throws {
    report.section("The memory model (a review of a history of 12)")
    for (kind, target) in [(MemoryModel.Kind.fsrs6, 0.25), (.fsrs7, 0.6)] {
      report.line(
        "\(kind.rawValue), a step (processor time)", step(MemoryModel(kind)), "µs", atMost: target)
    }
    if let peer = try python.words(Self.stepScript), let time = peer.first.flatMap(Double.init) {
      report.line("fsrs-rs, a step of FSRS-6", "\(Report.number(time)) µs")
    } else {
      report.line("fsrs-rs", "not measured: Python or fsrs-rs-python is missing")
    }
    report.section("Simulating 10,000 cards for 365 days, half an hour a day")
    let limits = DailyLimits(newCards: 10_000, minutes: 30)
    let simulator = Simulator(model: MemoryModel(.fsrs6), seed: 1)
    var times = Sample()
    for _ in 0..<9 {
      let (time, days) = ProcessorTime.measure {
        simulator.run(days: 365, cards: 10_000, retention: 0.9, limits: limits)
      }
      guard days.count == 365 else { throw Failure("the simulation gives \(days.count) days") }
      times.add(time)
    }
    if let peer = try python.words(Self.simulationScript),
      let time = peer.first.flatMap(Double.init)
    {
      report.line("fsrs-rs", "\(Report.number(time)) s")
      report.ratio(
        "fsrs-6, against fsrs-rs", "\(Report.number(times.median)) s", times.median / time,
        atMost: 0.15)
    } else {
      report.line("fsrs-6", "\(Report.number(times.median)) s, without the peer fsrs-rs")
    }
    for kind in MemoryModel.Kind.allCases {
      let simulator = Simulator(model: MemoryModel(kind), seed: 1)
      let time = ProcessorTime.measure {
        simulator.tradeOffs(
          (70...97).map { Double($0) / 100 }, days: 365, cards: 10_000, limits: limits)
      }.0
      report.line("\(kind.rawValue), the curve 0.70…0.97 (processor time)", time, "s", atMost: 2)
    }
  }

  /// Microseconds of a review.
  private func step(_ model: MemoryModel) -> Double {
    var generator = SeededGenerator(seed: 5)
    let reviews = (0..<48_000).map { _ in
      let grade = generator.element(of: [Grade.again, .hard, .good, .good, .good, .good, .easy])
      let days = generator.element(of: [0, 1, 3, 8, 21, 60])
      return (grade: grade, elapsed: Elapsed(wholeDays: days, days: Double(days) + 0.25))
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
    import time
    import fsrs_rs_python as f
    config = f.default_simulator_config()
    times = []
    for seed in range(3):
        before = time.process_time()
        f.simulate(f.DEFAULT_PARAMETERS, 0.9, config, seed)
        times.append(time.process_time() - before)
    print(sorted(times)[1])
    """
}
