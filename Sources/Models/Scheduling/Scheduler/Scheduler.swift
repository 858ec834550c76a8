import RabbleMemory
import RabbleQuestions

/// Decides what an answer does to a card: its new memory, its step, and when it comes back.
///
/// With FSRS-6 the states are Anki's: a new card goes through the learning steps, then intervals of
/// days; an "again" there is a lapse and leads through the relearning steps. FSRS-7 has no steps:
/// the card comes back when its model says, at a minute of the same day or on a later one.
///
/// It is a pure function of its arguments, so replaying the same reviews always gives the same
/// schedule. A replay never mixes models; where a schedule made by the other one is met all the same,
/// FSRS-6 takes the slow stability of FSRS-7 for its own, and FSRS-7 gives a state without a fast
/// stability that of a fresh card (0.8 of the slow one).
public struct Scheduler: Sendable {
  /// The memory model.
  public let model: MemoryModel
  /// The steps of a new card; FSRS-7 does without.
  public let learningSteps: Steps
  /// The steps of a forgotten card; FSRS-7 does without.
  public let relearningSteps: Steps
  /// The probability with which a card shall be remembered when it comes back, 0.01…0.999.
  public let desiredRetention: Double
  /// The longest interval in days, 1…36500.
  public let maximumInterval: Int
  /// Whether intervals are spread a little, so that cards learned together drift apart.
  public let fuzz: Bool
  /// How an interval becomes whole days when it is not spread.
  public let rounding: FloatingPointRoundingRule
  /// Whether "good" gives at least a day more than "hard", and "easy" than "good".
  public let ordersButtons: Bool

  /// How much each day of the week may bring.
  public let week: StudyWeek
  /// Whether cards are sent to those days of their range that bring less.
  public let balancesLoad: Bool

  private let elapsed: @Sendable (Moment, Moment) -> Elapsed
  /// The days until the desired retention is reached, for each day of stability; FSRS-6 only.
  private let intervalPerStability: Double

  /// Makes a scheduler; a value out of range becomes the nearest within.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - learningSteps: seconds of each step of a new card, 1 second to 36,500 days; none sends a
  ///     new card to intervals of days at once.
  ///   - relearningSteps: seconds of each step of a forgotten card, likewise.
  ///   - desiredRetention: the wished probability of remembering, 0.01…0.999; 0.9 when it is not a
  ///     number.
  ///   - maximumInterval: the longest interval in days, 1…36500.
  ///   - fuzz: whether intervals are spread a little, by card and repetition.
  ///   - rounding: how an interval becomes whole days when it is not spread.
  ///   - ordersButtons: whether better grades give at least a day more.
  ///   - week: how much each day of the week may bring.
  ///   - balancesLoad: whether cards are sent to those days of their range that bring less.
  ///   - elapsed: the time from one review to the next.
  public init(
    model: MemoryModel = MemoryModel(.fsrs6),
    learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600],
    desiredRetention: Double = 0.9,
    maximumInterval: Int = 36500,
    fuzz: Bool = true,
    rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero,
    ordersButtons: Bool = true,
    week: StudyWeek = StudyWeek(),
    balancesLoad: Bool = true,
    elapsed: @escaping @Sendable (Moment, Moment) -> Elapsed = Scheduler.learnersTime
  ) {
    let retention = desiredRetention.isNaN ? 0.9 : min(max(desiredRetention, 0.01), 0.999)
    self.model = model
    self.learningSteps = Steps(learningSteps)
    self.relearningSteps = Steps(relearningSteps)
    self.desiredRetention = retention
    self.maximumInterval = min(max(maximumInterval, 1), 36500)
    self.fuzz = fuzz
    self.rounding = rounding
    self.ordersButtons = ordersButtons
    self.week = week
    self.balancesLoad = balancesLoad
    self.elapsed = elapsed
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
      balancesLoad: preset.balancesLoad)
  }

  /// The time from one moment to another as the learner's calendar has it: how often their date
  /// changed, and the days with their fraction.
  public static let learnersTime: @Sendable (Moment, Moment) -> Elapsed = { earlier, later in
    Elapsed(
      wholeDays: later.day.number - earlier.day.number,
      days: (Double(later.milliseconds) - Double(earlier.milliseconds)) / 86_400_000)
  }

  /// The schedule after an answer.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the answer came.
  ///   - moment: when it was given.
  ///   - card: the card, for the spread of its intervals.
  ///   - fuzzPosition: where in the range of its interval the day was chosen (``Review/fuzzPosition``).
  /// - Returns: the schedule, with this answer counted.
  public func schedule(
    _ current: Schedule?,
    grade: Grade,
    at moment: Moment,
    card: CardID,
    fuzzPosition: Double? = nil
  ) -> Schedule {
    let answer = answer(current, grade, at: moment, card: card, fuzzPosition: fuzzPosition)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .wait(let milliseconds, let phase):
      return answer.waiting(milliseconds, in: phase, memory: memory)
    case .days(let intervals):
      return answer.graduating(to: wholeDays(intervals, answer), memory: memory)
    }
  }

  /// An answer with the time since the one before.
  func answer(
    _ current: Schedule?, _ grade: Grade, at moment: Moment, card: CardID, fuzzPosition: Double?
  ) -> Answer {
    Answer(
      current: current, grade: grade, moment: moment, card: card, fuzzPosition: fuzzPosition,
      elapsed: current.map { elapsed($0.lastReview, moment) } ?? Elapsed(wholeDays: 0))
  }

  /// The memory after an answer, were it of this grade.
  func memory(after grade: Grade, to answer: Answer) -> MemoryState {
    guard let current = answer.current else { return model.initialState(grade) }
    return model.nextState(current.memory, grade: grade, elapsed: answer.elapsed)
  }
}

// MARK: - Planning

extension Scheduler {
  /// How many days from an answer on ``DueLoad/counts`` and ``DueLoad/siblings`` are looked at.
  public static var loadHorizon: Int { LoadBalancer.horizon }

  /// The schedule after an answer that is being given: its day is chosen by what other cards ask of
  /// the days, and by how much the learner wants to do on each day of the week.
  ///
  /// Days with another card of the same question, and days that shall bring as little as can be, are
  /// taken only where the range of the interval has no other. Both hold also when the load is not
  /// balanced; then all other days count the same. Nothing is chosen for a card that comes back at a
  /// minute, for intervals beyond 90 days, and where the range has one day only: such a schedule is
  /// the one ``schedule(_:grade:at:card:fuzzPosition:)`` gives without a fuzz position.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the answer came.
  ///   - moment: when it is given.
  ///   - card: the card, for the chance among the days.
  ///   - load: what is due on the days to come, this card left out.
  /// - Returns: the schedule, with this answer counted; and the fuzz position to record in the review, with
  ///   which ``schedule(_:grade:at:card:fuzzPosition:)`` gives the same schedule again whatever other cards
  ///   there are; `nil` where nothing was chosen.
  public func planned(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, load: DueLoad
  ) -> (schedule: Schedule, fuzzPosition: Double?) {
    let answer = answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .wait(let milliseconds, let phase):
      return (answer.waiting(milliseconds, in: phase, memory: memory), nil)
    case .days(let intervals):
      let (days, isChosen) = chosenDays(intervals, answer, load)
      let schedule = answer.graduating(to: days, memory: memory)
      // What was chosen for a lower grade may have moved this one.
      guard isChosen || days != wholeDays(intervals, answer) else { return (schedule, nil) }
      return (schedule, fuzzPosition(of: days, intervals, answer))
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

  /// The whole days to the next review, and whether they were chosen and not left to chance alone.
  /// Lower grades are chosen for first, and what is above them must exceed what was chosen.
  private func chosenDays(
    _ intervals: ModelIntervals, _ answer: Answer, _ load: DueLoad
  ) -> (days: Int, isChosen: Bool) {
    let balancer = LoadBalancer(
      load: load, week: week, balances: balancesLoad, today: answer.moment.day)
    let factor = answer.fuzzFactor
    var result = (days: 0, isChosen: false)
    for grade in intervals.lowest.rawValue...answer.grade.rawValue {
      let exact = intervals.exact[grade - 1]
      let least = Self.leastDays(above: result.days, grade)
      guard let range = range(exact, least: least, grade, answer) else {
        result = (rounded(exact, least: least), false)
        continue
      }
      let chosen = balancer.day(in: range, chance: factor)
      result = (min(chosen ?? range.interval(factor), maximumInterval), chosen != nil)
    }
    return result
  }

  /// Where in the range of an interval, as it is without regard to lower grades, a day lies: the
  /// middle of its share.
  private func fuzzPosition(of days: Int, _ intervals: ModelIntervals, _ answer: Answer) -> Double?
  {
    let grade = answer.grade.rawValue
    return range(intervals.exact[grade - 1], least: 1, grade, answer).map { range in
      (Double(days - range.lower) + 0.5) / Double(1 + range.upper - range.lower)
    }
  }
}

// MARK: - Answers

/// An answer on its way to a schedule: what was before, and what it was given when.
struct Answer {
  let current: Schedule?
  let grade: Grade
  let moment: Moment
  let card: CardID
  /// Where in the range of the interval the day was chosen; `nil` where chance chooses.
  let fuzzPosition: Double?
  let elapsed: Elapsed

  /// 0 up to but not including 1, the same for each grade this answer could have had.
  var fuzzFactor: Double {
    UInt64(mixing: card, with: UInt64(bitPattern: Int64(current?.repetitions ?? 0))).unitFraction
  }

  /// The schedule of a card that comes back at a minute.
  func waiting(_ milliseconds: Int64, in phase: Phase, memory: MemoryState) -> Schedule {
    let end = moment.advanced(byMilliseconds: milliseconds)
    return schedule(phase, memory, due: .at(end.milliseconds), interval: 0)
  }

  /// The schedule of a card that comes back after days.
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

/// Where an answer sends a card.
enum NextStep {
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
  func outcome(of answer: Answer) -> (memory: MemoryState, next: NextStep) {
    switch model {
    case .fsrs6(let model):
      guard ordersAbove(answer) else {
        let memory = memory(after: answer.grade, to: answer)
        let stabilities = SIMD4(repeating: memory.stability)
        return (memory, nextStepBySteps(answer, stabilities))
      }
      let before = answer.current?.memory
      let stabilities = model.stabilities(
        afterRecallOf: before, elapsedDays: answer.elapsed.wholeDays)
      let memory = model.nextState(
        before, grade: answer.grade, stability: stabilities[answer.grade.rawValue - 1])
      return (memory, nextStepBySteps(answer, stabilities))
    case .fsrs7(let model):
      let memory = memory(after: answer.grade, to: answer)
      return (memory, nextStepByModel(answer, memory, model))
    }
  }

  /// FSRS-6: through the steps, if there are any, to days.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - stabilities: the stability after it, and those after lower grades that its days must exceed
  ///     those of; from again to easy.
  /// - Returns: the minute or the intervals.
  private func nextStepBySteps(_ answer: Answer, _ stabilities: SIMD4<Double>) -> NextStep {
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
    ordersButtons && answer.fuzzPosition == nil && answer.grade > .hard
  }
}

extension Scheduler {
  /// FSRS-7: to the minute or the day its interval ends on.
  private func nextStepByModel(_ answer: Answer, _ memory: MemoryState, _ model: FSRS7)
    -> NextStep
  {
    let exact = exactIntervals(answer, memory, model)
    let own = Self.milliseconds(exact[answer.grade.rawValue - 1])
    if comesBackToday(own, answer.grade, answer) {
      return .wait(own, Self.waitingPhase(after: answer.current?.phase))
    }
    var intervals = ModelIntervals(lowest: answer.grade, exact: exact)
    guard ordersButtons, answer.fuzzPosition == nil else { return .days(intervals) }
    intervals.lowest =
      Grade.allCases.first {
        !comesBackToday(Self.milliseconds(exact[$0.rawValue - 1]), $0, answer)
      } ?? answer.grade
    return .days(intervals)
  }

  /// The intervals of the answer's grade and, when the buttons are ordered, of those below it. There
  /// are parameters with which a worse grade would give the longer interval, since they let the
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
  /// A step that is no longer there, because the learner has fewer now, reads as the last one.
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
