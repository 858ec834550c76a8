import RabbleMemory
import RabbleQuestions
import Testing

@testable import RabbleScheduling

/// 200 histories through py-fsrs 6.3.2 with all kinds of steps, parameters and limits.
struct SchedulerPeerTests {
  struct Histories: Decodable {
    struct History: Decodable {
      let learning_steps: [Int]
      let relearning_steps: [Int]
      let desired_retention: Double
      let maximum_interval: Int
      let params: [Double]
      let events: [Event]
    }

    struct Event: Decodable {
      /// Seconds after the first moment.
      let t: Int64
      let rating: Int
      let state: String
      let step: Int?
      let s: Double
      let d: Double
      /// Seconds after the first moment.
      let due: Int64
    }

    let t0: String
    let cases: [History]
  }

  @Test func `two hundred histories agree with py-fsrs in state, step and due second`() throws {
    let histories = try fixture("fsrs6_state_machine_py.json", as: Histories.self)
    let start = try moment(histories.t0)
    #expect(histories.cases.count == 200)
    for (number, history) in histories.cases.enumerated() {
      let scheduler = try scheduler(for: history)
      var schedule: Schedule?
      // py-fsrs has no upper bound for the stability; past ours the memories part.
      var isWithinBounds = true
      for (index, event) in history.events.enumerated() {
        let now = start.advanced(byMilliseconds: event.t * 1000)
        let grade = try #require(Grade(rawValue: event.rating))
        // The peer's rules: days of 24 hours, half days rounded to even, no order of the buttons.
        let next = scheduler.unspread(
          schedule, grade: grade, at: now, card: .numbered(number),
          elapsedDays: schedule.map {
            Int((now.milliseconds - $0.lastReview.milliseconds) / 86_400_000)
          }, rounding: .toNearestOrEven)
        let place: Comment = "history \(number), event \(index)"
        #expect(phase(next) == (event.state, event.step), place)
        isWithinBounds = isWithinBounds && event.s <= FSRS6.stabilityRange.upperBound
        if isWithinBounds {
          #expect(due(next, since: start) == event.due, place)
          #expect(distance(next.memory.stability, event.s) <= 1e-12, place)
          #expect(distance(next.memory.difficulty, event.d) <= 1e-12, place)
        }
        schedule = next
      }
    }
  }

  private func scheduler(for history: Histories.History) throws -> Scheduler {
    Scheduler(
      model: try FSRS6(parameters: history.params),
      learningSteps: history.learning_steps,
      relearningSteps: history.relearning_steps,
      desiredRetention: history.desired_retention,
      maximumInterval: history.maximum_interval
    )
  }

  private func phase(_ schedule: Schedule) -> (String, Int?) {
    switch schedule.phase {
    case .learning(let step): ("Learning", step)
    case .relearning(let step): ("Relearning", step)
    case .review: ("Review", nil)
    }
  }

  private func due(_ schedule: Schedule, since start: Moment) -> Int64 {
    switch schedule.due {
    case .at(let milliseconds): (milliseconds - start.milliseconds) / 1000
    case .on:
      (schedule.lastReview.milliseconds - start.milliseconds) / 1000
        + Int64(schedule.interval) * 86_400
    }
  }

  private func distance(_ left: Double, _ right: Double) -> Double { abs(left - right) / right }
}
