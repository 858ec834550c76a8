extension Simulation {
  /// The most repetitions of a card on one day, far more than learners meet.
  private static let mostRepetitions = 100
  /// The days between two repetitions on one day: ten minutes.
  private static let pause = Elapsed(wholeDays: 0, days: 10.0 / 1440)

  /// Where maturity begins: with an interval of so many days.
  private static let maturity = 21

  /// How long the learner's day still is when they begin to study: they do so at 16:00.
  private static let restOfDay = 0.5

  /// Answers a card that has come back.
  mutating func review(_ card: Int, _ seconds: inout Double, _ result: inout SimulatedDay) {
    let waited = elapsed(of: card, on: day)
    let recalled = model.retrievability(states[card], elapsed: waited)
    let dueDay = Int(dueDays[card])
    if day > dueDay {
      let inTime = elapsed(of: card, on: dueDay)
      result.lost += model.retrievability(states[card], elapsed: inTime) - recalled
    }
    let isRemembered = generator.unit() < recalled
    let isMature = dueDay - Int(lastReviews[card]) >= Self.maturity
    result.reviews += 1
    result.remembered += isRemembered ? 1 : 0
    result.mature += isMature ? 1 : 0
    result.matureRemembered += isMature && isRemembered ? 1 : 0
    let grade = isRemembered ? choose(habits.remembered, fallback: .good) : .again
    var state = model.nextState(states[card], grade: grade, elapsed: waited)
    seconds += habits.reviewSeconds[grade.rawValue - 1]
    switch model {
    case .fsrs6:
      if grade == .again {
        repeatToday(
          &state, goods: 1, restart: 1, habits.relearning, habits.relearningSeconds, &seconds)
      }
      finish(card, state, interval: model.interval(state, retention: retention))
    case .fsrs7(let model):
      followModel(
        model, card, state, isRecall: isRemembered, habits.relearningSeconds, &seconds)
    }
  }

  /// Answers a new card.
  mutating func introduce(_ seconds: inout Double) {
    let grade = choose(habits.first, fallback: .again)
    var state = model.initialState(grade)
    seconds += habits.learningSeconds[grade.rawValue - 1]
    let card = append(state)
    switch model {
    case .fsrs6:
      let goods = grade == .easy ? 0 : grade == .good ? 1 : 2
      repeatToday(
        &state, goods: goods, restart: 2, habits.learning, habits.learningSeconds, &seconds)
      finish(card, state, interval: model.interval(state, retention: retention))
    case .fsrs7(let model):
      followModel(model, card, state, isRecall: false, habits.learningSeconds, &seconds)
    }
  }

  /// The time from a card's last answer to a day's study.
  private func elapsed(of card: Int, on day: Int) -> Elapsed {
    let days = day - Int(lastReviews[card])
    return Elapsed(wholeDays: days, days: Double(days) - Double(lastDelays[card]))
  }

  /// FSRS-7: repeats a card on the same day as long as its interval ends on that day.
  private mutating func followModel(
    _ model: FSRS7, _ card: Int, _ first: MemoryState, isRecall: Bool,
    _ secondsEach: LearnerHabits.PerGrade, _ seconds: inout Double
  ) {
    var (state, rest, isRecall) = (first, Self.restOfDay, isRecall)
    var interval = model.interval(state, retention: retention)
    var repetitions = 0
    while FSRS7.comesBackToday(after: interval, restOfDay: rest, isRecall: isRecall),
      repetitions < Self.mostRepetitions
    {
      repetitions += 1
      rest -= interval
      isRecall = false
      let recalled = model.retrievability(state, elapsedDays: interval)
      let grade =
        generator.unit() < recalled ? choose(habits.remembered, fallback: .good) : .again
      state = model.nextState(state, grade: grade, elapsedDays: interval)
      seconds += secondsEach[grade.rawValue - 1]
      interval = model.interval(state, retention: retention)
    }
    finish(card, state, interval: interval, delay: Self.restOfDay - rest)
  }

  /// FSRS-6: repeats a card on the same day until it was good so many times, or easy once.
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
