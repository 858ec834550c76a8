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
  /// Days with fractions, from again to easy; 0 for a grade without.
  var exact: SIMD4<Double>
}

extension Scheduler {
  /// Where an answer sends a card, with the memory after it.
  func destination(of answer: Answer, _ memory: MemoryState) -> Destination {
    switch model {
    case .fsrs6: destinationBySteps(answer, memory)
    case .fsrs7(let model): destinationByModel(answer, memory, model)
    }
  }

  /// FSRS-6: through the steps, if there are any, to days.
  private func destinationBySteps(_ answer: Answer, _ memory: MemoryState) -> Destination {
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
    func days(_ grade: Grade) -> Double {
      (grade == answer.grade ? memory : self.memory(after: grade, to: answer)).stability
        * intervalPerStability
    }
    var intervals = ModelIntervals(lowest: answer.grade, exact: .zero)
    intervals.exact[answer.grade.rawValue - 1] = days(answer.grade)
    if ordersAbove(answer) {
      if hardGivesDays { intervals.exact[Grade.hard.rawValue - 1] = days(.hard) }
      if answer.grade == .easy { intervals.exact[Grade.good.rawValue - 1] = days(.good) }
      intervals.lowest = hardGivesDays ? .hard : .good
    }
    return .days(intervals)
  }

  /// Whether the days of an answer must exceed those of lower grades. A day that was chosen before
  /// was chosen above them.
  private func ordersAbove(_ answer: Answer) -> Bool {
    ordersButtons && answer.place == nil && answer.grade > .hard
  }
}
