import RabbleMemory
import RabbleQuestions

/// Decides what an answer does to a card: its new memory, its step, and when it is due.
///
///     let scheduler = Scheduler(Preset(desiredRetention: 0.9))
///     let plan = scheduler.planned(nil, grade: .good, at: now, card: id, load: DueLoad())
///     let same = scheduler.replay(reviews)
///
/// With FSRS-6 the states are Anki's: a new card goes through the learning steps, then intervals of
/// days; an "again" there is a lapse and leads through the relearning steps. FSRS-7 has no steps:
/// the card is due when its model says, at a minute of the same day or on a later one.
///
/// It is a pure function of its arguments, so replaying the same reviews always gives the same
/// schedule. A replay never mixes models; if a schedule made by the other one comes along all the
/// same, FSRS-6 takes the slow stability of FSRS-7 for its own, and FSRS-7 gives a state without a
/// fast stability that of a fresh card (0.8 of the slow one).
public struct Scheduler: Sendable {
  /// The memory model.
  public let model: MemoryModel
  /// The steps of a new card; FSRS-7 ignores them.
  public let learningSteps: Steps
  /// The steps of a forgotten card; FSRS-7 ignores them.
  public let relearningSteps: Steps
  /// The desired retention: the probability of recall when a card is due, 0.01…0.999.
  public let desiredRetention: Double
  /// The longest interval in days, 1…36500.
  public let maximumInterval: Int
  /// How many reviews each day of the week should bring.
  public let week: StudyWeek
  /// Whether less busy days within the fuzz range are preferred.
  public let balancesLoad: Bool
  /// The version of the rules.
  public let rules: SchedulingRules

  /// The days until the desired retention is reached, for each day of stability; FSRS-6 only.
  private let intervalPerStability: Double

  /// Makes a scheduler; a value out of range becomes the nearest within.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - learningSteps: seconds of each step of a new card, 1 second to 36,500 days; with none a new
  ///     card gets an interval of days at once.
  ///   - relearningSteps: seconds of each step of a forgotten card, in the same range.
  ///   - desiredRetention: the desired retention, 0.01…0.999; 0.9 when it is not a number.
  ///   - maximumInterval: the longest interval in days, 1…36500.
  ///   - week: how many reviews each day of the week should bring.
  ///   - balancesLoad: whether less busy days within the fuzz range are preferred.
  ///   - rules: the version of the rules.
  public init(
    model: MemoryModel = MemoryModel(.fsrs6),
    learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600],
    desiredRetention: Double = 0.9,
    maximumInterval: Int = 36500,
    week: StudyWeek = StudyWeek(),
    balancesLoad: Bool = true,
    rules: SchedulingRules = .current
  ) {
    let retention = desiredRetention.isNaN ? 0.9 : min(max(desiredRetention, 0.01), 0.999)
    self.model = model
    self.learningSteps = Steps(learningSteps)
    self.relearningSteps = Steps(relearningSteps)
    self.desiredRetention = retention
    self.maximumInterval = min(max(maximumInterval, 1), 36500)
    self.week = week
    self.balancesLoad = balancesLoad
    self.rules = rules
    intervalPerStability =
      switch model {
      case .fsrs6(let model): model.interval(stability: 1, retention: retention)
      case .fsrs7: 0
      }
  }

  /// Makes the scheduler of a preset.
  public init(_ preset: Preset) {
    self.init(
      model: preset.model, learningSteps: preset.learningSteps,
      relearningSteps: preset.relearningSteps, desiredRetention: preset.desiredRetention,
      maximumInterval: preset.maximumInterval, week: preset.week,
      balancesLoad: preset.balancesLoad, rules: preset.rules)
  }

  /// The schedule after an answer.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the card was remembered.
  ///   - moment: when it was answered.
  ///   - card: the card, for the fuzz of its intervals.
  ///   - fuzzPosition: where in the fuzz range the day was chosen (``Review/fuzzPosition``).
  /// - Returns: the schedule, with this answer counted.
  public func schedule(
    _ current: Schedule?,
    grade: Grade,
    at moment: Moment,
    card: CardID,
    fuzzPosition: Double? = nil
  ) -> Schedule {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: fuzzPosition)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .wait(let milliseconds, let phase):
      return answer.waiting(milliseconds, in: phase, memory: memory)
    case .days(let intervals):
      return answer.graduating(to: decision(intervals, answer).days, memory: memory)
    }
  }

  /// Where in its fuzz range the interval lies that another program has chosen after an answer.
  ///
  /// - Parameters:
  ///   - interval: the days.
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the card was remembered.
  ///   - moment: when it was answered.
  ///   - card: the card.
  /// - Returns: the fuzz position with which ``schedule(_:grade:at:card:fuzzPosition:)`` gives that
  ///   interval; `nil` where none does.
  public func fuzzPosition(
    of interval: Int, after current: Schedule?, grade: Grade, at moment: Moment, card: CardID
  ) -> Double? {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    guard case .days(let intervals) = outcome(of: answer).1,
      let range = fuzzRange(intervals.exact[grade], least: 1, grade, answer),
      (range.lower...range.upper).contains(interval)
    else { return nil }
    // Lower grades may move the range: the place that leads to the interval is found by trying.
    let places = [interval] + Array(range.lower...range.upper)
    return places.lazy.map { day in
      (Double(day - range.lower) + 0.5) / Double(1 + range.upper - range.lower)
    }.first { position in
      schedule(current, grade: grade, at: moment, card: card, fuzzPosition: position).interval
        == interval
    }
  }

  /// The schedule after all reviews of one card, the oldest first; `nil` when there are none but those
  /// outside the schedule.
  public func replay(_ reviews: some Sequence<Review>) -> Schedule? {
    var current: Schedule?
    for review in reviews { current = schedule(current, after: review) }
    return current
  }

  /// The probability that a card with this memory, last answered then, is remembered now, 0…1.
  public func retrievability(of memory: MemoryState, since last: Moment, at moment: Moment)
    -> Double
  {
    let elapsed = Double(moment.milliseconds) - Double(last.milliseconds)
    return model.retrievability(memory, elapsedDays: elapsed / 86_400_000)
  }
}

// MARK: - Planning

extension Scheduler {
  /// How many days from an answer on ``DueLoad/counts`` and ``DueLoad/siblings`` matter.
  public static var loadHorizon: Int { LoadBalancer.horizon }

  /// The schedule after an answer that is being given: its day is chosen by how busy the days of the
  /// fuzz range are, and by how many reviews the learner wants on each day of the week.
  ///
  /// Days with another card of the same question, and the easiest days of the week, are taken only
  /// where the fuzz range has no others, even when the load is not balanced; then all other days count
  /// the same. Nothing is chosen for a card that is due at a minute, for intervals beyond 90 days, and
  /// where the range is a single day: such a schedule is the one that
  /// ``schedule(_:grade:at:card:fuzzPosition:)`` gives without a fuzz position.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the card was remembered.
  ///   - moment: when it is answered.
  ///   - card: the card, for the fuzz of its intervals.
  ///   - load: what is due on the coming days, without this card.
  /// - Returns: the schedule, with this answer counted; and the fuzz position to record in the review,
  ///   with which ``schedule(_:grade:at:card:fuzzPosition:)`` gives the same schedule again whatever
  ///   other cards there are; `nil` where nothing was chosen.
  public func planned(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, load: DueLoad
  ) -> (schedule: Schedule, fuzzPosition: Double?) {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .wait(let milliseconds, let phase):
      return (answer.waiting(milliseconds, in: phase, memory: memory), nil)
    case .days(let intervals):
      let balancer = LoadBalancer(
        load: load, week: week, balances: balancesLoad, today: moment.day)
      let decision = decision(intervals, answer, balancer)
      let schedule = answer.graduating(to: decision.days, memory: memory)
      // What was chosen for a lower grade may have moved this one.
      guard decision.isBalanced || decision.days != self.decision(intervals, answer).days else {
        return (schedule, nil)
      }
      return (schedule, fuzzPosition(of: decision, answer))
    }
  }

  /// The schedules that each grade would lead to now, from again to easy, the days chosen as
  /// ``planned(_:grade:at:card:load:)`` chooses them.
  public func preview(
    _ current: Schedule?, at moment: Moment, card: CardID, load: DueLoad
  ) -> [Schedule] {
    Grade.allCases.map { grade in
      planned(current, grade: grade, at: moment, card: card, load: load).schedule
    }
  }
}

// MARK: - Answers

/// An answer on its way to a schedule: what was before, and which grade it was given when.
struct Answer {
  let current: Schedule?
  let grade: Grade
  let moment: Moment
  let card: CardID
  /// Where in the fuzz range of the interval the day was chosen; `nil` where chance chooses.
  let fuzzPosition: Double?
  let elapsed: Elapsed

  /// Makes an answer; the time since the previous one is counted by the learner's calendar unless
  /// given.
  init(
    _ current: Schedule?, _ grade: Grade, at moment: Moment, card: CardID, fuzzPosition: Double?,
    elapsed: Elapsed? = nil
  ) {
    self.current = current
    self.grade = grade
    self.moment = moment
    self.card = card
    self.fuzzPosition = fuzzPosition
    self.elapsed =
      elapsed ?? current.map { Elapsed(from: $0.lastReview, to: moment) } ?? Elapsed(wholeDays: 0)
  }

  /// The schedule of a card that is due at a minute.
  func waiting(_ milliseconds: Int64, in phase: Phase, memory: MemoryState) -> Schedule {
    let end = moment.advanced(byMilliseconds: milliseconds)
    return schedule(phase, memory, due: .at(end.milliseconds), interval: 0)
  }

  /// The schedule of a card that is due after days.
  func graduating(to interval: Int, memory: MemoryState) -> Schedule {
    schedule(
      .review,
      memory,
      due: .on(moment.day.advanced(byDays: interval)),
      interval: interval
    )
  }

  private func schedule(
    _ phase: Phase,
    _ memory: MemoryState,
    due: Due,
    interval: Int
  ) -> Schedule {
    Schedule(
      phase: phase,
      memory: memory,
      due: due,
      interval: interval,
      lastReview: moment,
      repetitions: (current?.repetitions ?? 0).addingSaturating(1),
      lapses: (current?.lapses ?? 0).addingSaturating(isLapse ? 1 : 0)
    )
  }

  private var isLapse: Bool { current?.phase == .review && grade == .again }
}

// MARK: - Next steps

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
public struct Steps: Hashable, Sendable {
  /// The seconds of each step, 1 second to 36,500 days.
  public let seconds: [Int]

  /// Makes steps; one out of range becomes the nearest within.
  public init(_ seconds: [Int]) {
    self.seconds = seconds.map { min(max($0, 1), 36_500 * 86_400) }
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
