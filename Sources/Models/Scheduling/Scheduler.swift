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
  ///   - place: where in the range of its interval the day was chosen (``Review/place``).
  /// - Returns: the schedule, with this answer counted.
  public func schedule(
    _ current: Schedule?,
    grade: Grade,
    at moment: Moment,
    card: CardID,
    place: Double? = nil
  ) -> Schedule {
    let answer = answer(current, grade, at: moment, card: card, place: place)
    let (memory, destination) = outcome(of: answer)
    switch destination {
    case .wait(let milliseconds, let phase):
      return answer.waiting(milliseconds, in: phase, memory: memory)
    case .days(let intervals):
      return answer.graduating(to: wholeDays(intervals, answer), memory: memory)
    }
  }

  /// An answer with the time since the one before.
  func answer(
    _ current: Schedule?, _ grade: Grade, at moment: Moment, card: CardID, place: Double?
  ) -> Answer {
    Answer(
      current: current, grade: grade, moment: moment, card: card, place: place,
      elapsed: current.map { elapsed($0.lastReview, moment) } ?? Elapsed(wholeDays: 0))
  }

  /// The memory after an answer, were it of this grade.
  func memory(after grade: Grade, to answer: Answer) -> MemoryState {
    guard let current = answer.current else { return model.initialState(grade) }
    return model.nextState(current.memory, grade: grade, elapsed: answer.elapsed)
  }
}
