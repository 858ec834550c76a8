import RabbleMemory

/// Where an answer leads a card.
enum NextStep {
  /// To a learning or relearning step.
  case step(Steps.Wait, isRelearning: Bool)
  /// To a day.
  case days(ModelIntervals)
}

/// The days until the target is reached, as the model has them, for the grade of an answer
/// and for the lower grades that would lead the card to a day too.
struct ModelIntervals {
  /// The lowest grade that has an interval here.
  var lowest: Grade
  /// Days with fractions; those of grades that are not needed mean nothing.
  var exact: PerGrade
}

extension Scheduler {
  /// The memory after an answer, and where it leads the card.
  func outcome(of answer: Answer) -> (memory: MemoryState, next: NextStep) {
    let (before, days) = (answer.current?.memory, answer.elapsedDays)
    guard ordersAbove(answer) else {
      let memory =
        before.map { model.nextState($0, grade: answer.grade, elapsedDays: days) }
        ?? model.initialState(answer.grade)
      return (memory, next(answer, PerGrade(repeating: memory.stability)))
    }
    let stabilities = model.stabilities(afterRecallOf: before, elapsedDays: days)
    let memory = model.nextState(before, grade: answer.grade, stability: stabilities[answer.grade])
    return (memory, next(answer, stabilities))
  }

  /// Where an answer leads: through the steps, if there are any, to days.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - stabilities: the stability after it, and those after the lower grades whose days its own
  ///     must exceed.
  /// - Returns: the step or the intervals.
  private func next(_ answer: Answer, _ stabilities: PerGrade) -> NextStep {
    var hardGivesDays = true
    switch answer.current?.phase ?? .learning(step: 0) {
    case .learning(let step):
      if let wait = learningSteps.wait(after: answer.grade, in: step) {
        return .step(wait, isRelearning: false)
      }
      hardGivesDays = learningSteps.seconds.isEmpty
    case .relearning(let step):
      if let wait = relearningSteps.wait(after: answer.grade, in: step) {
        return .step(wait, isRelearning: true)
      }
      hardGivesDays = relearningSteps.seconds.isEmpty
    case .review:
      if answer.grade == .again, let wait = relearningSteps.wait(after: .again, in: 0) {
        return .step(wait, isRelearning: true)
      }
    }
    let lowest: Grade =
      ordersAbove(answer) ? (hardGivesDays ? .hard : .good) : answer.grade
    return .days(ModelIntervals(lowest: lowest, exact: intervals(stabilities, from: lowest)))
  }

  /// The days of the lowest grade that has some and of those above it; those of lower ones mean nothing.
  private func intervals(_ stabilities: PerGrade, from lowest: Grade) -> PerGrade {
    var days = PerGrade.zero
    for grade in Grade.allCases where grade >= lowest {
      days[grade] = interval(ofStability: stabilities[grade])
    }
    return days
  }

  /// Whether the days of an answer must exceed those of lower grades. A day that was chosen before
  /// was chosen above them.
  private func ordersAbove(_ answer: Answer) -> Bool {
    answer.fuzzPosition == nil && answer.grade > .hard
  }
}

// MARK: - Steps

/// The short waits, seconds each, that a new or a forgotten card passes before days are counted.
package struct Steps: Hashable, Sendable {
  /// The seconds of each step, 1 second to 36,500 days.
  package let seconds: [Int]

  /// Makes steps; one out of range becomes the nearest within.
  package init(_ seconds: [Int]) {
    self.seconds = seconds.map { min(max($0, 1), MemoryModel.longestInterval * 86_400) }
  }

  /// A step to wait in, and how long.
  struct Wait {
    let step: Int
    let seconds: Int
  }

  /// What follows an answer in a step: again goes back to the first step, hard stays, good goes
  /// on, easy leaves. `nil` when the card leaves its steps.
  ///
  /// A step that no longer exists, because the learner has fewer now, counts as the last one.
  func wait(after grade: Grade, in step: Int) -> Wait? {
    guard !seconds.isEmpty else { return nil }
    let current = min(max(step, 0), seconds.count - 1)
    switch grade {
    case .again: return Wait(step: 0, seconds: seconds[0])
    case .hard: return Wait(step: current, seconds: current == 0 ? firstHard : seconds[current])
    case .good:
      guard current + 1 < seconds.count else { return nil }
      return Wait(step: current + 1, seconds: seconds[current + 1])
    case .easy: return nil
    }
  }

  /// Between again and good: the mean of the first two steps, or one and a half times a single
  /// step, at most a day more.
  private var firstHard: Int {
    seconds.count > 1
      ? (seconds[0] + seconds[1]) / 2
      : min(seconds[0] * 3 / 2, seconds[0] + 86_400)
  }
}
