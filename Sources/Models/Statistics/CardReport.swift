import RabbleMemory
import RabbleQuestions
import RabbleScheduling

/// Where the cards stand: how many there are in each state, and how their memory is distributed.
package struct CardReport: Hashable, Sendable {
  /// A state that a card can be in. A card is counted in one of them.
  package enum State: Int, Hashable, Sendable, CaseIterable {
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
    package var name: String {
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

  package let counts: [State: Int]
  /// The days of the intervals of cards in review.
  package let intervals: [Float]
  /// The days until the probability of recalling a card falls to 90%, of all that were answered.
  package let stability: [Float]
  /// The difficulty of all cards that were answered, 1…10.
  package let difficulty: [Float]
  /// The probability of recalling each card that was answered now, 0…1.
  package let retrievability: [Float]
  /// How many cards would be recalled now: the sum of their retrievability.
  package let knownCards: Double
  /// How many questions would be recalled now: of each, the mean of its cards that were answered.
  package let knownQuestions: Double
  /// How many questions have a card that was answered.
  package let questions: Int
  /// How many cards are due on each day, by the days from today; overdue ones below 0. Cards that are
  /// suspended or that no deck has are not among them, and buried ones not among those of today.
  package let due: [Int: Int]
  /// The answers that the intervals come to a day: the sum of 1 / interval, in days. Cards that are
  /// suspended or that no deck has are not among them.
  package let dailyLoad: Double

  /// How many cards were due before today.
  package var overdue: Int { due.filter { $0.key < 0 }.values.reduce(0, +) }
  /// How many cards are due today or overdue.
  package var dueToday: Int { due(within: 1) }

  /// How many cards are due in so many days from today on, or overdue.
  package func due(within days: Int) -> Int {
    due.filter { $0.key < days }.values.reduce(0, +)
  }
}

/// How a number is distributed.
package struct Distribution: Hashable, Sendable {
  /// The numbers in order.
  package let values: [Float]

  /// Makes a distribution of numbers in any order.
  package init(_ values: [Float]) { self.values = values.sorted() }

  /// Their mean; `nil` without any.
  package var mean: Double? {
    values.isEmpty ? nil : values.reduce(0.0) { $0 + Double($1) } / Double(values.count)
  }

  /// The smallest number that a share of all is not above; `nil` without any.
  package func quantile(_ share: Double) -> Double? {
    guard !values.isEmpty else { return nil }
    let place = Int((share * Double(values.count)).rounded(.up)) - 1
    return Double(values[min(max(place, 0), values.count - 1)])
  }

  /// How many of them are in each stretch between two edges, the upper edge excluded; the last stretch
  /// takes its upper edge too.
  package func counts(between edges: [Double]) -> [Int] {
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
package struct CardTally: Sendable {
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
  package init(at moment: Moment) { self.moment = moment }

  /// Counts a card. The answered cards of a question come one after the other.
  ///
  /// - Parameters:
  ///   - question: its question.
  ///   - schedule: its schedule; `nil` for a new card.
  ///   - suspension: whether it is suspended or buried.
  ///   - scheduler: the one of its preset.
  ///   - isInDeck: whether a deck has it, so that a session can ask it.
  package mutating func add(
    _ question: QuestionID, _ schedule: Schedule?, _ suspension: Suspension, _ scheduler: Scheduler,
    isInDeck: Bool = true
  ) {
    counts[Self.state(schedule, suspension, on: moment.day).rawValue] += 1
    guard let schedule else { return }
    if schedule.phase == .review, schedule.interval > 0 {
      intervals.append(Float(schedule.interval))
    }
    stability.append(Float(schedule.memory.stability))
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
    if !isInDeck || suspension == .suspended { return }
    load += 1 / Double(max(schedule.interval, 1))
    let day =
      switch schedule.due {
      case .on(let day): day
      case .at(let time): Moment(milliseconds: time, utcOffset: moment.utcOffset).day
      }
    // As in Anki, it is not due today.
    if case .buried(let end) = suspension, moment.day < end, day <= moment.day { return }
    due[day.number - moment.day.number, default: 0] += 1
  }

  package static func state(_ schedule: Schedule?, _ suspension: Suspension, on day: StudyDay)
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
  package var report: CardReport {
    CardReport(
      counts: Dictionary(
        uniqueKeysWithValues: CardReport.State.allCases.map { ($0, counts[$0.rawValue]) }
      ).filter { $0.value > 0 }, intervals: intervals, stability: stability,
      difficulty: difficulty, retrievability: retrievability, knownCards: known,
      knownQuestions: knownQuestions + (recent.map { $0.sum / $0.count } ?? 0),
      questions: questions, due: due, dailyLoad: load)
  }
}
