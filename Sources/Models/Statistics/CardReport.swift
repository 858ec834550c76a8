import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Where the cards stand: how many there are in each state, and how their memory is distributed.
public struct CardReport: Hashable, Sendable {
  /// A state that a card can be in. A card is counted in one of them.
  public enum State: Int, Hashable, Sendable, CaseIterable {
    /// Never answered.
    case new
    /// In the learning steps.
    case learning
    /// In the relearning steps.
    case relearning
    /// With an interval below ``AnswerKind/matureInterval`` days.
    case young
    /// With an interval of at least as many.
    case mature
    /// Not asked until the learner restores it.
    case suspended
    /// Not asked before another day.
    case buried

    /// Its name for programs.
    public var name: String {
      switch self {
      case .new: "new"
      case .learning: "learning"
      case .relearning: "relearning"
      case .young: "young"
      case .mature: "mature"
      case .suspended: "suspended"
      case .buried: "buried"
      }
    }
  }

  /// How many cards there are in each state.
  public let counts: [State: Int]
  /// The days of the intervals of cards in review.
  public let intervals: [Float]
  /// The days until the probability of recalling a card falls to 90%, of all that were answered.
  public let stability: [Float]
  /// The difficulty of all cards that were answered, 1…10.
  public let difficulty: [Float]
  /// The probability of recalling each card that was answered now, 0…1.
  public let retrievability: [Float]
  /// How many cards would be recalled now: the sum of their retrievability.
  public let knownCards: Double
  /// How many questions would be recalled now: of each, the mean of its cards that were answered.
  public let knownQuestions: Double
  /// How many questions have a card that was answered.
  public let questions: Int
  /// How many cards are due on each day, by the days from today; overdue ones below 0. Suspended cards
  /// are not among them.
  public let due: [Int: Int]
  /// The answers that the intervals come to a day: the sum of 1 / interval, in days. Suspended cards are
  /// not among them.
  public let dailyLoad: Double
}

/// How a number is distributed.
public struct Distribution: Hashable, Sendable {
  /// The numbers in order.
  public let values: [Float]

  /// Makes a distribution of numbers in any order.
  public init(_ values: [Float]) { self.values = values.sorted() }

  /// Their mean; `nil` without any.
  public var mean: Double? {
    values.isEmpty ? nil : values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
  }

  /// The smallest number that a share of all is not above; `nil` without any.
  public func quantile(_ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let place = Int((share * Double(values.count)).rounded(.up)) - 1
    return Double(values[min(max(place, 0), values.count - 1)])
  }

  /// How many of them are in each stretch between two edges, the upper edge excluded; the last stretch
  /// takes its upper edge too.
  public func counts(between edges: [Double]) -> [Int] {
    var counts = Array(repeating: 0, count: max(edges.count - 1, 0))
    var stretch = 0
    for value in values where !counts.isEmpty {
      while stretch < counts.count - 1, Double(value) >= edges[stretch + 1] { stretch += 1 }
      if Double(value) >= edges[0] { counts[stretch] += 1 }
    }
    return counts
  }
}

/// Counts cards into a ``CardReport``.
public struct CardTally: Sendable {
  private let moment: Moment
  private var counts = Array(repeating: 0, count: CardReport.State.allCases.count)
  private var intervals: [Float] = []
  private var stability: [Float] = []
  private var difficulty: [Float] = []
  private var retrievability: [Float] = []
  private var known = 0.0
  /// The questions that were recalled and met before the last, and what its cards come to.
  private var knownQuestions = 0.0
  private var questions = 0
  private var recent: (question: QuestionID, sum: Double, count: Double)?
  private var due: [Int: Int] = [:]
  private var load = 0.0

  /// Makes an empty tally.
  ///
  /// - Parameter moment: the present.
  public init(at moment: Moment) { self.moment = moment }

  /// Counts a card. The answered cards of a question come one after the other.
  ///
  /// - Parameters:
  ///   - question: its question.
  ///   - schedule: its schedule; `nil` for a new card.
  ///   - suspension: whether it is suspended or buried.
  ///   - scheduler: the one of its preset.
  public mutating func add(
    _ question: QuestionID, _ schedule: Schedule?, _ suspension: Suspension, _ scheduler: Scheduler
  ) {
    counts[Self.state(schedule, suspension, on: moment.day).rawValue] += 1
    guard let schedule else { return }
    if schedule.phase == .review, schedule.interval > 0 {
      intervals.append(Float(schedule.interval))
    }
    stability.append(Float(scheduler.model.ninetyPercentDays(schedule.memory)))
    difficulty.append(Float(schedule.memory.difficulty))
    let recall = scheduler.retrievability(
      of: schedule.memory, since: schedule.lastReview, at: moment)
    retrievability.append(Float(recall))
    known += recall
    if let last = recent, last.question == question {
      recent = (question, last.sum + recall, last.count + 1)
    } else {
      knownQuestions += recent.map { $0.sum / $0.count } ?? 0
      questions += 1
      recent = (question, recall, 1)
    }
    if case .suspended = suspension { return }
    let day =
      switch schedule.due {
      case .on(let day): day
      case .at(let time): Moment(milliseconds: time, utcOffset: moment.utcOffset).day
      }
    due[day.number - moment.day.number, default: 0] += 1
    load += 1 / Double(max(schedule.interval, 1))
  }

  /// The state of a card on a day.
  public static func state(_ schedule: Schedule?, _ suspension: Suspension, on day: StudyDay)
    -> CardReport.State
  {
    switch suspension {
    case .suspended: return .suspended
    case .buried(let end) where day < end: return .buried
    case .buried, .active: break
    }
    guard let schedule else { return .new }
    return switch schedule.phase {
    case .learning: .learning
    case .relearning: .relearning
    case .review: schedule.interval >= AnswerKind.matureInterval ? .mature : .young
    }
  }

  /// The report of what has been counted so far.
  public var report: CardReport {
    CardReport(
      counts: Dictionary(
        uniqueKeysWithValues: CardReport.State.allCases.map { ($0, counts[$0.rawValue]) }
      ).filter { $0.value > 0 }, intervals: intervals, stability: stability,
      difficulty: difficulty, retrievability: retrievability, knownCards: known,
      knownQuestions: knownQuestions + (recent.map { $0.sum / $0.count } ?? 0),
      questions: questions, due: due, dailyLoad: load)
  }
}

// MARK: - The days of study

/// On which days there were answers.
public struct StudyCalendar: Hashable, Sendable {
  /// A day and what was done on it.
  public struct Day: Hashable, Sendable {
    /// The day.
    public let day: StudyDay
    /// Its figures.
    public let figures: AnswerFigures
  }

  /// The days of the period in order, those without an answer too.
  public let days: [Day]
  /// On how many days in a row there was an answer, up to today or, where it has none yet, yesterday.
  public let streak: Int
  /// On how many days in a row there was an answer at the most, in the whole log.
  public let longestStreak: Int

  /// Makes the calendar of a period.
  ///
  /// - Parameters:
  ///   - report: all answers of the log by day.
  ///   - period: the days that are shown.
  ///   - today: the present day.
  public init(_ report: AnswerReport, _ period: StatisticsPeriod, today: StudyDay) {
    let studied = report.parts.filter { $0.figures.total > 0 }
    let byDay = Dictionary(
      studied.map { ($0.key, $0.figures) }, uniquingKeysWith: { first, _ in first })
    let first = period.first?.number ?? studied.first?.key ?? period.last.number
    days = (min(first, period.last.number)...period.last.number).map {
      Day(day: StudyDay(number: $0), figures: byDay[$0] ?? AnswerFigures())
    }
    var longest = 0
    var run = 0
    var previous = Int.min
    for part in studied {
      run = part.key == previous + 1 ? run + 1 : 1
      longest = max(longest, run)
      previous = part.key
    }
    longestStreak = longest
    streak = previous >= today.number - 1 ? run : 0
  }

  /// On how many of the days there was an answer.
  public var studiedDays: Int { days.count { $0.figures.total > 0 } }
}

// MARK: - Memory

/// What was predicted, and what was remembered.
public struct CalibrationTally: Hashable, Sendable {
  /// How many stretches of probability are compared.
  public static let stepCount = 20

  /// Answers whose prediction was in a stretch of probability.
  public struct Step: Hashable, Sendable {
    /// How many there are.
    public var count = 0
    /// The sum of what was predicted.
    public var predicted = 0.0
    /// How many were remembered.
    public var remembered = 0
  }

  /// The stretches from 0 to 1.
  public private(set) var steps = Array(repeating: Step(), count: stepCount)
  private var loss = 0.0

  /// Makes an empty tally.
  public init() {}

  /// Counts an answer.
  ///
  /// - Parameters:
  ///   - predicted: the probability of recall before it, 0…1.
  ///   - isRemembered: whether the card was remembered.
  public mutating func add(predicted: Double, isRemembered: Bool) {
    let share = min(max(predicted, 1e-6), 1 - 1e-6)
    let index = min(Int(share * Double(Self.stepCount)), Self.stepCount - 1)
    steps[index].count += 1
    steps[index].predicted += predicted
    steps[index].remembered += isRemembered ? 1 : 0
    loss -= logarithm(isRemembered ? share : 1 - share)
  }

  /// Counts the answers of another tally, too.
  public static func += (sum: inout CalibrationTally, other: CalibrationTally) {
    for (index, step) in other.steps.enumerated() {
      sum.steps[index].count += step.count
      sum.steps[index].predicted += step.predicted
      sum.steps[index].remembered += step.remembered
    }
    sum.loss += other.loss
  }

  /// How many answers there are.
  public var count: Int { steps.reduce(0) { $0 + $1.count } }
  /// The share that was predicted to be remembered; `nil` without an answer.
  public var predicted: Double? { mean(steps.reduce(0) { $0 + $1.predicted }) }
  /// The share that was remembered; `nil` without an answer.
  public var actual: Double? { mean(Double(steps.reduce(0) { $0 + $1.remembered })) }
  /// The mean of -ln of the probability that was given to what happened; `nil` without an answer.
  public var logLoss: Double? { mean(loss) }
  /// The root of the mean square of the differences between the stretches' predictions and what was
  /// remembered, weighted by their answers; `nil` without an answer.
  public var binnedError: Double? {
    mean(
      steps.reduce(0.0) { sum, step in
        guard step.count > 0 else { return sum }
        let difference = step.predicted - Double(step.remembered)
        return sum + difference * difference / Double(step.count)
      })?.squareRoot()
  }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }
}

// MARK: - Words

/// What a card has cost, and how well it goes.
public struct WordFigures: Hashable, Sendable {
  /// The number of its card.
  public let card: Int
  /// All answers that count, those outside the schedule included.
  public private(set) var score = Score()
  /// The answers that count and are in the schedule.
  public private(set) var scheduledAnswers = 0
  /// The time they took, in milliseconds.
  public private(set) var duration = 0
  /// How often it was forgotten after it had left its steps.
  public private(set) var lapses = 0
  /// All its answers in the schedule until one that counts took it out of its learning steps for the first
  /// time; `nil` where none did.
  public private(set) var answersToLearn: Int?
  /// The days from its first answer in the schedule until then.
  public private(set) var daysToLearn: Int?
  /// The day of its first answer in the schedule.
  private var first: Int?
  /// Its answers in the schedule so far, whether they count or not.
  private var progress = 0
  private var hasLeftSteps = false

  /// Begins before a card's first answer.
  public init(card: Int) { self.card = card }

  /// Adds the card's next answer; all of its answers are wanted, since how long it took to be learned depends on
  /// those that don't count, too.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - state: the card's state after it.
  ///   - counts: whether it is one of those that are reported.
  public mutating func add(
    _ answer: CountedAnswer, after state: ReplayedState, counts: Bool = true
  ) {
    if counts {
      score.count(correct: answer.grade.isCorrect)
      duration += answer.duration
      if state.phase != .new { lapses = state.lapses }
    }
    if answer.kind == .cram { return }
    let start = first ?? answer.day
    first = start
    progress += 1
    if counts { scheduledAnswers += 1 }
    guard state.phase == .review, !hasLeftSteps else { return }
    hasLeftSteps = true
    // A card that was taken as known, or came from another program, was in no steps here.
    let wasInSteps =
      switch answer.kind {
      case .new, .learning: true
      // Another program had taken it out of its steps before ours.
      case .young, .mature: progress > 1
      case .relearning, .cram: false
      }
    guard counts, wasInSteps else { return }
    answersToLearn = progress
    // A traveler who goes west may be on an earlier day by then.
    daysToLearn = max(0, answer.day - start)
  }
}

/// What the memory of a card is now.
public struct WordMemory: Hashable, Sendable {
  /// The difficulty, 1…10.
  public let difficulty: Double
  /// The days from the last answer until the probability of recall falls to 90%.
  public let stability: Double

  /// Makes it from its numbers.
  public init(difficulty: Double, stability: Double) {
    self.difficulty = difficulty
    self.stability = stability
  }
}
