import RabbleMemory

extension Scheduler {
  /// FSRS-7: to the minute or the day its interval ends on.
  func destinationByModel(_ answer: Answer, _ memory: MemoryState, _ model: FSRS7) -> Destination {
    let exact = exactIntervals(answer, memory, model)
    let own = Self.milliseconds(exact[answer.grade.rawValue - 1])
    if comesBackToday(own, answer.grade, answer) {
      return .wait(own, Self.waitingPhase(after: answer.current?.phase))
    }
    var intervals = ModelIntervals(lowest: answer.grade, exact: exact)
    guard ordersButtons, answer.place == nil else { return .days(intervals) }
    intervals.lowest =
      Grade.allCases.first {
        !comesBackToday(Self.milliseconds(exact[$0.rawValue - 1]), $0, answer)
      } ?? answer.grade
    return .days(intervals)
  }

  /// The intervals of the answer's grade and, when the buttons are ordered, of those below it. There
  /// are weights with which a worse grade would give the longer interval, since they let the
  /// difficulty slow forgetting down; no interval is shorter than that of a lower grade.
  private func exactIntervals(
    _ answer: Answer, _ memory: MemoryState, _ model: FSRS7
  ) -> SIMD4<Double> {
    var result = SIMD4<Double>.zero
    var longest = 0.0
    for grade in Grade.allCases where grade <= answer.grade {
      guard ordersButtons || grade == answer.grade else { continue }
      let state = grade == answer.grade ? memory : self.memory(after: grade, to: answer)
      longest = max(longest, model.interval(state, retention: desiredRetention))
      result[grade.rawValue - 1] = longest
    }
    return result
  }

  private func comesBackToday(_ milliseconds: Int64, _ grade: Grade, _ answer: Answer) -> Bool {
    FSRS7.comesBackToday(
      after: Double(milliseconds) / 86_400_000,
      restOfDay: Double(answer.moment.restOfDay) / 86_400_000,
      isRecall: answer.current?.phase == .review && grade > .again)
  }

  /// A card that has not left its first day is in the first of no steps, and so is one that was
  /// forgotten until it comes back after days.
  private static func waitingPhase(after phase: Phase?) -> Phase {
    switch phase ?? .learning(step: 0) {
    case .learning: .learning(step: 0)
    case .review, .relearning: .relearning(step: 0)
    }
  }

  private static func milliseconds(_ days: Double) -> Int64 {
    Int64((days * 86_400_000).rounded())
  }
}
