import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Replays the answers of a log, oldest first, to tell what each was to its card: the state the card
/// was in, and the one it came to.
///
/// Each answer is scheduled as the preset in force at that time has it. When that preset is another one
/// than at the answer before, the card is replayed from its first answer, as the program does.
package struct CardReplay: Sendable {
  /// A change of a card's schedule, as far as a replay needs it.
  private enum Event: Sendable {
    /// An answer that a schedule follows from; no lapse where another program had the card in its steps.
    case answer(Grade, Moment, fuzzPosition: Double?, wasInSteps: Bool)
    /// A change that is no answer.
    case adjustment(Adjustment)
  }

  private var schedulers: [Scheduler]
  /// Whether the events of each card are kept, because the scheduler may change.
  private let remembers: Bool
  /// The schedules of the cards by their numbers; `nil` for new ones.
  package private(set) var schedules: [Schedule?] = []
  private var usedSchedulers: [Int32] = []
  /// The latest day on which each card was answered, and whether it was on the day before that, too: a
  /// learner who travels west has a day twice.
  private var lastDays: [(day: Int32, hadPrevious: Bool)] = []
  private var events: [[Event]] = []

  /// Makes a replay in which no card was answered yet, and to which schedulers are added.
  ///
  /// - Parameter changes: whether there may be more than one.
  package init(schedulersMayChange changes: Bool) {
    schedulers = []
    remembers = changes
  }

  /// Makes a replay that goes on with one card, number 0.
  ///
  /// - Parameters:
  ///   - schedule: the card's schedule; `nil` for a new card.
  ///   - day: the latest day on which it was answered; `nil` where it was not. What it was answered on
  ///     before, which is not known here, has no say for an answer that is not on a day beside it.
  ///   - scheduler: what made its schedule; number 0.
  package init(goingOnFrom schedule: Schedule?, lastDay day: StudyDay?, by scheduler: Scheduler) {
    self.init(schedulersMayChange: false)
    add(scheduler)
    makeRoom(for: 0)
    schedules[0] = schedule
    if let day { lastDays[0].day = Int32(clamping: day.number) }
  }

  /// Adds a scheduler; its number is how many there were.
  package mutating func add(_ scheduler: Scheduler) { schedulers.append(scheduler) }

  /// Replays an answer, and says what it was.
  ///
  /// - Parameters:
  ///   - answer: the answer; its `kind`, `interval` and `isFirstOfDay` are set.
  ///   - card: its card.
  ///   - fuzzPosition: where in the fuzz range the due day was chosen.
  ///   - isScheduled: whether a schedule follows from it.
  ///   - wasInSteps: whether another program had the card in its steps, so that it is no lapse.
  ///   - wasInReview: whether another program had the card in review. What it had says of which kind the
  ///     answer is; the schedule follows from the answers alone.
  ///   - scheduler: the number of the scheduler in force.
  /// - Returns: the schedule before the answer.
  @discardableResult
  package mutating func add(
    _ answer: inout CountedAnswer, of card: CardID, fuzzPosition: Double?, isScheduled: Bool,
    wasInSteps: Bool = false, wasInReview: Bool = false, scheduler: Int
  ) -> Schedule? {
    let number = answer.card
    makeRoom(for: number)
    if remembers { prepare(number, card, scheduler) }
    let before = schedules[number]
    answer.interval = before?.interval ?? 0
    guard isScheduled else {
      answer.kind = .cram
      return before
    }
    answer.kind =
      before.map { Self.kind($0, wasInSteps: wasInSteps, wasInReview: wasInReview) } ?? .new
    // A card in review has an interval of a day at least.
    if wasInReview, before != nil { answer.interval = max(1, answer.interval) }
    answer.isFirstOfDay = isFirst(onDay: Int32(clamping: answer.day), number)
    let moment = answer.moment
    let after = schedulers[scheduler].schedule(
      before, grade: answer.grade, at: moment, card: card, fuzzPosition: fuzzPosition)
    schedules[number] = wasInSteps ? after.keepingLapses(of: before) : after
    if remembers {
      events[number].append(
        .answer(answer.grade, moment, fuzzPosition: fuzzPosition, wasInSteps: wasInSteps))
    }
    return before
  }

  /// Replays an adjustment of a card's schedule.
  package mutating func add(_ adjustment: Adjustment, card number: Int, scheduler: Int) {
    makeRoom(for: number)
    if remembers { prepare(number, adjustment.card, scheduler) }
    schedules[number] = schedulers[scheduler].schedule(schedules[number], after: adjustment)
    if remembers { events[number].append(.adjustment(adjustment)) }
  }

  /// The number of the scheduler that a card's schedule was made by; 0 for a card that was not answered.
  package func scheduler(ofCard number: Int) -> Int {
    usedSchedulers.indices.contains(number) ? Int(usedSchedulers[number]) : 0
  }

  /// The probability of recall that a scheduler's model gives a card that is answered after so many whole
  /// days.
  package func retrievability(of schedule: Schedule, elapsedDays: Int, scheduler: Int) -> Double {
    schedulers[scheduler].model.retrievability(
      schedule.memory, elapsedDays: Double(elapsedDays))
  }

  private static func kind(
    _ schedule: Schedule, wasInSteps: Bool, wasInReview: Bool
  ) -> AnswerKind {
    switch schedule.phase {
    case .learning where !wasInReview: .learning
    case .relearning where !wasInReview: .relearning
    case .review where wasInSteps: schedule.lapses == 0 ? .learning : .relearning
    case .learning, .relearning, .review:
      schedule.interval >= AnswerKind.matureInterval ? .mature : .young
    }
  }

  private mutating func isFirst(onDay day: Int32, _ number: Int) -> Bool {
    let last = lastDays[number]
    if day > last.day {
      lastDays[number] = (day, last.day > .min && last.day == day - 1)
      return true
    }
    guard day == last.day - 1, !last.hadPrevious else { return day < last.day - 1 }
    lastDays[number].hadPrevious = true
    return true
  }

  @inline(__always)
  private mutating func makeRoom(for number: Int) {
    while schedules.count <= number {
      schedules.append(nil)
      lastDays.append((.min, false))
      usedSchedulers.append(0)
      if remembers { events.append([]) }
    }
  }

  /// Replays a card from the beginning if its schedule was made by another scheduler.
  private mutating func prepare(_ number: Int, _ card: CardID, _ scheduler: Int) {
    guard Int(usedSchedulers[number]) != scheduler else { return }
    usedSchedulers[number] = Int32(scheduler)
    schedules[number] = replayed(events[number], card, scheduler)
  }

  /// What the events of a card come to.
  private func replayed(_ events: [Event], _ card: CardID, _ scheduler: Int) -> Schedule? {
    events.reduce(nil) { schedule, event in
      switch event {
      case .answer(let grade, let moment, let position, let wasInSteps):
        let after = schedulers[scheduler].schedule(
          schedule, grade: grade, at: moment, card: card, fuzzPosition: position)
        return wasInSteps ? after.keepingLapses(of: schedule) : after
      case .adjustment(let adjustment):
        return schedulers[scheduler].schedule(schedule, after: adjustment)
      }
    }
  }
}
