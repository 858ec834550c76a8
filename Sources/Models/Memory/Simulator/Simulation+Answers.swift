extension Simulation {
  /// The most repetitions of a card on one day.
  private static let mostRepetitions = 10
  /// The days between two repetitions on one day: ten minutes.
  private static let pause = Elapsed(wholeDays: 0, days: 10.0 / 1440)

  /// Where maturity begins: with an interval of so many days.
  private static let maturity = 21

  /// Answers a card that has come back.
  mutating func review(_ card: Int, _ seconds: inout Double, _ result: inout SimulatedDay) {
    let waited = Elapsed(wholeDays: day - Int(lastReviews[card]))
    let recalled = model.retrievability(states[card], elapsed: waited)
    let late = day - Int(dueDays[card])
    if late > 0 {
      let inTime = Elapsed(wholeDays: waited.wholeDays - late)
      result.lost += model.retrievability(states[card], elapsed: inTime) - recalled
    }
    let isRemembered = generator.unit() < recalled
    let isMature = Int(dueDays[card]) - Int(lastReviews[card]) >= Self.maturity
    result.reviews += 1
    result.remembered += isRemembered ? 1 : 0
    result.mature += isMature ? 1 : 0
    result.matureRemembered += isMature && isRemembered ? 1 : 0
    let grade = isRemembered ? choose(habits.remembered, fallback: .good) : .again
    var state = model.nextState(states[card], grade: grade, elapsed: waited)
    seconds += habits.reviewSeconds[grade.rawValue - 1]
    if grade == .again {
      repeatToday(
        &state, goods: 1, restart: 1, habits.relearning, habits.relearningSeconds, &seconds)
    }
    finish(card, state)
  }

  /// Answers a new card.
  mutating func introduce(_ seconds: inout Double) {
    let grade = choose(habits.first, fallback: .again)
    var state = model.initialState(grade)
    seconds += habits.learningSeconds[grade.rawValue - 1]
    let goods = grade == .easy ? 0 : grade == .good ? 1 : 2
    repeatToday(
      &state, goods: goods, restart: 2, habits.learning, habits.learningSeconds, &seconds)
    states.append(state)
    lastReviews.append(Int32(clamping: day))
    dueDays.append(Int32(clamping: day))
    curves.append()
    finish(states.count - 1, state)
  }

  /// Repeats a card on the same day until it was good so many times, or easy once.
  private mutating func repeatToday(
    _ state: inout MemoryState, goods: Int, restart: Int, _ grades: LearnerHabits.PerGrade,
    _ secondsEach: LearnerHabits.PerGrade, _ seconds: inout Double
  ) {
    var left = goods
    var repetitions = 0
    while left > 0, repetitions < Self.mostRepetitions {
      repetitions += 1
      let grade = choose(grades, fallback: .good)
      state = model.nextState(state, grade: grade, elapsed: Self.pause)
      seconds += secondsEach[grade.rawValue - 1]
      switch grade {
      case .again: left = restart
      case .hard: break
      case .good: left -= 1
      case .easy: left = 0
      }
    }
  }

  private mutating func choose(_ shares: LearnerHabits.PerGrade, fallback: Grade) -> Grade {
    var rest = generator.unit()
    for grade in Grade.allCases {
      rest -= shares[grade.rawValue - 1]
      if rest < 0 { return grade }
    }
    return fallback
  }
}
