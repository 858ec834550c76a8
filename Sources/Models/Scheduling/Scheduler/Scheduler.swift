import RabbleMemory
import RabbleQuestions

/// Decides what an answer does to a card: its new memory, its step, and when it is due.
///
///     let scheduler = Scheduler(Preset(desiredRetention: 0.9))
///     let plan = scheduler.planned(nil, grade: .good, at: now, card: id, load: DueLoad())
///     let same = scheduler.replay(reviews)
///
/// The states are Anki's: a new card goes through the learning steps, then intervals of days; an
/// "again" there is a lapse and leads through the relearning steps.
///
/// It is a pure function of its arguments, so replaying the same reviews always gives the same
/// schedule.
package struct Scheduler: Sendable {
  /// The memory model.
  package let model: MemoryModel
  /// The steps of a new card.
  package let learningSteps: Steps
  /// The steps of a forgotten card.
  package let relearningSteps: Steps
  /// The desired probability of recall when a card is due.
  package let target: RecallTarget
  /// The longest interval in days, 1…36500.
  package let maximumInterval: Int
  /// How many reviews each day of the week should bring.
  package let week: StudyWeek
  /// Whether less busy days within the fuzz range are preferred.
  package let balancesLoad: Bool

  /// The days until the target is reached, for each day of stability, where the target is one for all.
  private let intervalPerStability: Double

  /// Makes a scheduler; a value out of range becomes the nearest within.
  ///
  /// - Parameters:
  ///   - model: the memory model.
  ///   - learningSteps: seconds of each step of a new card, 1 second to 36,500 days; with none a new
  ///     card gets an interval of days at once.
  ///   - relearningSteps: seconds of each step of a forgotten card, in the same range.
  ///   - desiredRetention: the desired retention, 0.01…0.999; 0.9 when it is not a number.
  ///   - slope: how fast the target rises with the stability (`RecallTarget`).
  ///   - maximumInterval: the longest interval in days, 1…36500.
  ///   - week: how many reviews each day of the week should bring.
  ///   - balancesLoad: whether less busy days within the fuzz range are preferred.
  package init(
    model: MemoryModel = MemoryModel(),
    learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600],
    desiredRetention: Double = 0.9,
    slope: Double = 0,
    maximumInterval: Int = MemoryModel.longestInterval,
    week: StudyWeek = StudyWeek(),
    balancesLoad: Bool = true
  ) {
    self.model = model
    self.learningSteps = Steps(learningSteps)
    self.relearningSteps = Steps(relearningSteps)
    target = RecallTarget(level: desiredRetention, slope: slope)
    self.maximumInterval = min(max(maximumInterval, 1), MemoryModel.longestInterval)
    self.week = week
    self.balancesLoad = balancesLoad
    intervalPerStability = model.interval(stability: 1, retention: target.level)
  }

  /// Makes the scheduler of a preset.
  package init(_ preset: Preset) {
    self.init(
      model: preset.model, learningSteps: preset.learningSteps,
      relearningSteps: preset.relearningSteps, desiredRetention: preset.desiredRetention,
      slope: preset.slope, maximumInterval: preset.maximumInterval, week: preset.week,
      balancesLoad: preset.balancesLoad)
  }

  /// The days until a card of this stability has fallen to its target, not rounded.
  func interval(ofStability stability: Double) -> Double {
    target.slope == 0
      ? stability * intervalPerStability : model.interval(stability: stability, target: target)
  }

  /// The stability whose interval is this many days: the inverse of ``interval(ofStability:)``.
  func stability(ofInterval days: Double) -> Double {
    let range = 0.001...200_000.0
    guard target.slope > 0 else {
      return min(max(days / intervalPerStability, range.lowerBound), range.upperBound)
    }
    // The interval grows with the stability, and the halves of their ratio end at the precision of a number.
    var (low, high) = (range.lowerBound, range.upperBound)
    for _ in 0..<64 {
      let middle = (low * high).squareRoot()
      if interval(ofStability: middle) < days { low = middle } else { high = middle }
    }
    return high
  }

  /// The probability of recall that a schedule aims at when the card is due; that of a new card is the level.
  package func target(of schedule: Schedule?) -> Double {
    schedule.map { target.recall(atStability: $0.memory.stability) } ?? target.level
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
  package func schedule(
    _ current: Schedule?,
    grade: Grade,
    at moment: Moment,
    card: CardID,
    fuzzPosition: Double? = nil
  ) -> Schedule {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: fuzzPosition)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .step(let wait, let isRelearning):
      return answer.waiting(wait, isRelearning: isRelearning, memory: memory)
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
  package func fuzzPosition(
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
  package func replay(_ reviews: some Sequence<Review>) -> Schedule? {
    var current: Schedule?
    for review in reviews { current = schedule(current, after: review) }
    return current
  }

  /// The probability that a card with this memory, last answered then, is remembered now, 0…1.
  package func retrievability(of memory: MemoryState, since last: Moment, at moment: Moment)
    -> Double
  {
    let elapsed = Double(moment.milliseconds) - Double(last.milliseconds)
    return model.retrievability(memory, elapsedDays: elapsed / 86_400_000)
  }
}

// MARK: - Planning

extension Scheduler {
  /// How many days from an answer on ``DueLoad/counts`` and ``DueLoad/siblings`` matter.
  package static var loadHorizon: Int { LoadBalancer.horizon }

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
  package func planned(
    _ current: Schedule?, grade: Grade, at moment: Moment, card: CardID, load: DueLoad
  ) -> (schedule: Schedule, fuzzPosition: Double?) {
    let answer = Answer(current, grade, at: moment, card: card, fuzzPosition: nil)
    let (memory, next) = outcome(of: answer)
    switch next {
    case .step(let wait, let isRelearning):
      return (answer.waiting(wait, isRelearning: isRelearning, memory: memory), nil)
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
  package func preview(
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
  /// The whole days since the previous answer; 0 for a first one.
  let elapsedDays: Int

  /// Makes an answer; the time since the previous one is counted by the learner's calendar unless
  /// given.
  init(
    _ current: Schedule?, _ grade: Grade, at moment: Moment, card: CardID, fuzzPosition: Double?,
    elapsedDays: Int? = nil
  ) {
    self.current = current
    self.grade = grade
    self.moment = moment
    self.card = card
    self.fuzzPosition = fuzzPosition
    self.elapsedDays = elapsedDays ?? current.map { moment.wholeDays(since: $0.lastReview) } ?? 0
  }

  /// The schedule of a card that waits in a step.
  func waiting(_ wait: Steps.Wait, isRelearning: Bool, memory: MemoryState) -> Schedule {
    let end = moment.advanced(byMilliseconds: Int64(wait.seconds) * 1000)
    return schedule(
      isRelearning ? .relearning(step: wait.step) : .learning(step: wait.step), memory,
      due: .at(end.milliseconds), interval: 0)
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
