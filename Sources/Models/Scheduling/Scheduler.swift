import RabbleMemory
import RabbleQuestions

/// Decides what an answer does to a card: its new memory, its step, and when it comes back.
///
/// The states are Anki's: a new card goes through the learning steps, then intervals of days; an
/// "again" there is a lapse and leads through the relearning steps. It is a pure function of its
/// arguments, so replaying the same reviews always gives the same schedule.
public struct Scheduler: Sendable {
  /// The memory model.
  public let model: FSRS6
  /// The steps of a new card.
  public let learningSteps: Steps
  /// The steps of a forgotten card.
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

  private let elapsedDays: @Sendable (Moment, Moment) -> Int
  /// The days until the desired retention is reached, for each day of stability.
  let intervalPerStability: Double

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
  ///   - elapsedDays: the whole days from one review to the next; less than 0 reads as 0.
  public init(
    model: FSRS6 = FSRS6(),
    learningSteps: [Int] = [60, 600],
    relearningSteps: [Int] = [600],
    desiredRetention: Double = 0.9,
    maximumInterval: Int = 36500,
    fuzz: Bool = true,
    rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero,
    ordersButtons: Bool = true,
    elapsedDays: @escaping @Sendable (Moment, Moment) -> Int = Scheduler.learnersDays
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
    self.elapsedDays = elapsedDays
    intervalPerStability = model.interval(stability: 1, retention: retention)
  }

  /// How often the learner's date changed from one moment to another; negative when time ran
  /// backwards.
  public static let learnersDays: @Sendable (Moment, Moment) -> Int = { earlier, later in
    later.day.number - earlier.day.number
  }

  /// The schedule after an answer.
  ///
  /// - Parameters:
  ///   - current: the schedule before; `nil` for a card never answered.
  ///   - grade: how well the answer came.
  ///   - moment: when it was given.
  ///   - card: the card, for the spread of its intervals.
  /// - Returns: the schedule, with this answer counted.
  public func schedule(
    _ current: Schedule?,
    grade: Grade,
    at moment: Moment,
    card: CardID
  ) -> Schedule {
    let answer = Answer(
      current: current,
      grade: grade,
      moment: moment,
      card: card,
      elapsedDays: current.map { elapsedDays($0.lastReview, moment) } ?? 0
    )
    let memory = memory(after: grade, to: answer)
    switch current?.phase ?? .learning(step: 0) {
    case .learning(let step):
      if let wait = learningSteps.wait(after: grade, in: step) {
        return answer.waiting(wait.seconds, in: .learning(step: wait.step), memory: memory)
      }
      let days = interval(answer, memory, hardGivesDays: learningSteps.seconds.isEmpty)
      return answer.graduating(to: days, memory: memory)
    case .relearning(let step):
      if let wait = relearningSteps.wait(after: grade, in: step) {
        return answer.waiting(wait.seconds, in: .relearning(step: wait.step), memory: memory)
      }
      let days = interval(answer, memory, hardGivesDays: relearningSteps.seconds.isEmpty)
      return answer.graduating(to: days, memory: memory)
    case .review:
      if grade == .again, let wait = relearningSteps.wait(after: grade, in: 0) {
        return answer.waiting(wait.seconds, in: .relearning(step: wait.step), memory: memory)
      }
      let days = interval(answer, memory, hardGivesDays: true)
      return answer.graduating(to: days, memory: memory)
    }
  }

  /// The schedules that each grade would lead to, from again to easy.
  public func preview(_ current: Schedule?, at moment: Moment, card: CardID) -> [Schedule] {
    Grade.allCases.map { schedule(current, grade: $0, at: moment, card: card) }
  }

  /// The memory after an answer, were it of this grade.
  func memory(after grade: Grade, to answer: Answer) -> MemoryState {
    guard let current = answer.current else { return model.initialState(grade) }
    return model.nextState(current.memory, grade: grade, elapsedDays: answer.elapsedDays)
  }
}
