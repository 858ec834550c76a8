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
    let (six, seven, load) = (Scheduler(), Scheduler(model: MemoryModel(.fsrs7)), Self.load)
    let time = try time {
      Self.replay(grades, $0) { six.schedule($0, grade: $1, at: $2, card: $3) }
    }
    report.line("rabble", time, "µs", atMost: 0.25)
    let planning = try self.time {
      Self.replay(grades, $0) {
        six.planned($0, grade: $1, at: $2, card: $3, load: load).schedule
      }
    }
    report.line("rabble, the day chosen by what is due", "\(Report.number(planning)) µs")
    let modelled = try self.time {
      Self.replay(grades, $0) { seven.schedule($0, grade: $1, at: $2, card: $3) }
    }
    report.line("rabble, FSRS-7", "\(Report.number(modelled)) µs")
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
