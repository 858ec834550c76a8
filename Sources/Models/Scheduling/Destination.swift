import RabbleMemory

/// Where an answer sends a card.
enum Destination {
  /// To a minute, this many milliseconds later, in a phase.
  case wait(Int64, Phase)
  /// To a day.
  case days(ModelIntervals)
}

/// The days until the desired retention is reached, as the model has them, for the grade of an answer
/// and for the lower ones that would send the card to a day too.
struct ModelIntervals {
  /// The lowest grade that has an interval here.
  var lowest: Grade
  /// Days with fractions, from again to easy; those of grades that are not asked for say nothing.
  var exact: SIMD4<Double>
}

extension Scheduler {
  /// The memory after an answer, and where it sends the card.
  func outcome(of answer: Answer) -> (memory: MemoryState, destination: Destination) {
    switch model {
    case .fsrs6(let model):
      guard ordersAbove(answer) else {
        let memory = memory(after: answer.grade, to: answer)
        let stabilities = SIMD4(repeating: memory.stability)
        return (memory, destinationBySteps(answer, stabilities))
      }
      let before = answer.current?.memory
      let stabilities = model.stabilities(
        afterRecallOf: before, elapsedDays: answer.elapsed.wholeDays)
      let memory = model.nextState(
        before, grade: answer.grade, stability: stabilities[answer.grade.rawValue - 1])
      return (memory, destinationBySteps(answer, stabilities))
    case .fsrs7(let model):
      let memory = memory(after: answer.grade, to: answer)
      return (memory, destinationByModel(answer, memory, model))
    }
  }

  /// FSRS-6: through the steps, if there are any, to days.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - stabilities: the stability after it, and those after lower grades that its days must exceed
  ///     those of; from again to easy.
  /// - Returns: the minute or the intervals.
  private func destinationBySteps(_ answer: Answer, _ stabilities: SIMD4<Double>) -> Destination {
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
    ordersButtons && answer.place == nil && answer.grade > .hard
  }
}
