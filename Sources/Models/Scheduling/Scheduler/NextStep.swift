import RabbleMemory

/// Where an answer leads a card.
enum NextStep {
  /// To a minute, this many milliseconds later, in a phase.
  case wait(Int64, Phase)
  /// To a day.
  case days(ModelIntervals)
}

/// The days until the desired retention is reached, as the model has them, for the grade of an answer
/// and for the lower grades that would lead the card to a day too.
struct ModelIntervals {
  /// The lowest grade that has an interval here.
  var lowest: Grade
  /// Days with fractions; those of grades that are not needed mean nothing.
  var exact: PerGrade
}

/// With FSRS-6 an answer leads a card through its steps to days, with FSRS-7 to where its model says.
extension Scheduler {
  /// The memory after an answer, and where it leads the card.
  func outcome(of answer: Answer) -> (memory: MemoryState, next: NextStep) {
    switch model {
    case .fsrs6(let model):
      guard ordersAbove(answer) else {
        let memory = memory(after: answer.grade, to: answer)
        return (memory, nextBySteps(answer, PerGrade(repeating: memory.stability)))
      }
      let before = answer.current?.memory
      let stabilities = model.stabilities(
        afterRecallOf: before, elapsedDays: answer.elapsed.wholeDays)
      let memory = model.nextState(
        before, grade: answer.grade, stability: stabilities[answer.grade])
      return (memory, nextBySteps(answer, stabilities))
    case .fsrs7(let model):
      let memory = memory(after: answer.grade, to: answer)
      return (memory, nextByModel(answer, memory, model))
    }
  }

  /// The memory after an answer, if it had this grade.
  private func memory(after grade: Grade, to answer: Answer) -> MemoryState {
    guard let current = answer.current else { return model.initialState(grade) }
    return model.nextState(current.memory, grade: grade, elapsed: answer.elapsed)
  }

  /// FSRS-6: through the steps, if there are any, to days.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - stabilities: the stability after it, and those after the lower grades whose days its own
  ///     must exceed.
  /// - Returns: the minute or the intervals.
  private func nextBySteps(_ answer: Answer, _ stabilities: PerGrade) -> NextStep {
    var hardGivesDays = true
    switch answer.current?.phase ?? .learning(step: 0) {
    case .learning(let step):
      if let wait = learningSteps.wait(after: answer.grade, in: step) {
        return .wait(Int64(wait.seconds) * 1000, .learning(step: wait.step))
      }
      hardGivesDays = learningSteps.seconds.isEmpty
    case .relearning(let step):
      if let wait = relearningSteps.wait(after: answer.grade, in: step) {
        return .wait(Int64(wait.seconds) * 1000, .relearning(step: wait.step))
      }
      hardGivesDays = relearningSteps.seconds.isEmpty
    case .review:
      if answer.grade == .again, let wait = relearningSteps.wait(after: .again, in: 0) {
        return .wait(Int64(wait.seconds) * 1000, .relearning(step: wait.step))
      }
    }
    let lowest: Grade =
      ordersAbove(answer) ? (hardGivesDays ? .hard : .good) : answer.grade
    return .days(ModelIntervals(lowest: lowest, exact: stabilities * intervalPerStability))
  }

  /// Whether the days of an answer must exceed those of lower grades. A day that was chosen before
  /// was chosen above them.
  private func ordersAbove(_ answer: Answer) -> Bool {
    answer.fuzzPosition == nil && answer.grade > .hard
  }

  /// FSRS-7: to the minute or the day its interval ends on.
  private func nextByModel(_ answer: Answer, _ memory: MemoryState, _ model: FSRS7) -> NextStep {
    let exact = exactIntervals(answer, memory, model)
    let own = Self.milliseconds(exact[answer.grade])
    if comesBackToday(own, answer.grade, answer) {
      return .wait(own, waitingPhase(after: answer))
    }
    var intervals = ModelIntervals(lowest: answer.grade, exact: exact)
    guard answer.fuzzPosition == nil else { return .days(intervals) }
    // Grades whose interval is a day because no shorter one is left do not move the better ones.
    intervals.lowest =
      Grade.allCases.first {
        rules == .first
          ? !comesBackToday(Self.milliseconds(exact[$0]), $0, answer) : exact[$0] >= 1
      } ?? answer.grade
    return .days(intervals)
  }

  /// The intervals of the answer's grade and of those below it. There are parameters with which a
  /// worse grade would give the longer interval, since they let the difficulty slow forgetting down;
  /// no interval is shorter than that of a lower grade.
  private func exactIntervals(
    _ answer: Answer, _ memory: MemoryState, _ model: FSRS7
  ) -> PerGrade {
    var result = PerGrade.zero
    var longest = 0.0
    for grade in Grade.allCases where grade <= answer.grade {
      let state = grade == answer.grade ? memory : self.memory(after: grade, to: answer)
      longest = max(longest, model.interval(state, retention: desiredRetention))
      result[grade] = longest
    }
    return result
  }

  private func comesBackToday(_ milliseconds: Int64, _ grade: Grade, _ answer: Answer) -> Bool {
    FSRS7.comesBackToday(
      after: Double(milliseconds) / 86_400_000,
      restOfDay: Double(answer.moment.restOfDay) / 86_400_000,
      isRecall: answer.current?.phase == .review && grade > .again,
      recalls: recalls(after: grade, answer))
  }

  /// A card that has not left its first day is learning, and one that was forgotten is relearning until it
  /// is due after days. There are no steps; their number says how often in a row it was remembered.
  private func waitingPhase(after answer: Answer) -> Phase {
    let recalls = recalls(after: answer.grade, answer)
    return switch answer.current?.phase ?? .learning(step: 0) {
    case .learning: .learning(step: recalls)
    case .review, .relearning: .relearning(step: recalls)
    }
  }

  /// How often in a row a card was remembered today; not counted by the first rules.
  private func recalls(after grade: Grade, _ answer: Answer) -> Int {
    if grade == .again || rules == .first { return 0 }
    return switch answer.current?.phase {
    case .learning(let step) where answer.elapsed.wholeDays == 0,
      .relearning(let step) where answer.elapsed.wholeDays == 0:
      step.addingSaturating(1)
    default: 1
    }
  }

  private static func milliseconds(_ days: Double) -> Int64 {
    Int64((days * 86_400_000).rounded())
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
