/// A learner whose memory follows a model exactly, day after day.
///
///     var simulation = Simulation(model: model, retention: 0.9, cards: 2000, seed: 1)
///     let days = (0..<365).map { _ in simulation.advance(DailyLimits()) }
///     days.last?.known                  // cards known after a year
///
/// Cards are due after the interval the model gives for the desired retention, in whole days. The
/// most overdue come first, new ones last. With FSRS-6 a new or forgotten card is repeated on the same
/// day until it has passed two steps, or one; with FSRS-7 while its interval ends on that day, with
/// the probability the model has for that minute. A scheduler without fuzz, and without a day between
/// the grades, does the same.
public struct Simulation: Sendable {
  /// The desired retention.
  public let retention: Double
  /// The longest interval in days.
  public let maximumInterval: Int
  private let model: MemoryModel
  fileprivate let habits: LearnerHabits

  /// The days that have passed.
  public private(set) var day = 0
  /// How many new cards are left.
  public private(set) var newCards: Int
  private var generator: SplitMix64
  private var states: [MemoryState] = []
  private var lastReviews: [Int32] = []
  /// How long after the start of that day's study, in days.
  private var lastDelays: [Float] = []
  private var dueDays: [Int32] = []
  private var curves: CurveColumns
  /// The cards that are due on each day, and those that were not reviewed in time.
  private var dueCards: [[Int32]] = []
  private var waiting: [Int32] = []
  /// Whether a share of a backlog is over.
  private var hasCaughtUp = false
  /// Which new cards a day may bring; `nil` for any.
  private var source: (any NewCardSource)?
  /// The cards by their numbers in the source.
  private var sourced: [Int: Int] = [:]
  /// The limits of reviews that the source has, and those that each card counts toward; empty without any.
  private let reviewLimits: [SimulatedReviewLimit]
  private var limitsOfCards: [[Int]] = []

  /// Begins a simulation.
  ///
  /// - Parameters:
  ///   - model: how the learner forgets.
  ///   - habits: how the learner answers.
  ///   - retention: the desired retention, 0.5…0.99; one out of range becomes the nearest within.
  ///   - cards: how many new cards there are.
  ///   - known: the cards that were learned before, as the model remembers them.
  ///   - source: which new cards a day may bring; `nil` for any of them.
  ///   - maximumInterval: the longest interval in days, at least 1.
  ///   - seed: the random seed.
  public init(
    model: MemoryModel, habits: LearnerHabits = .usual, retention: Double, cards: Int,
    knowing known: [KnownCard] = [], from source: (any NewCardSource)? = nil,
    maximumInterval: Int = MemoryModel.longestInterval, seed: UInt64
  ) {
    self.model = model
    self.habits = habits
    self.retention = min(max(retention, 0.5), 0.99)
    self.maximumInterval = max(maximumInterval, 1)
    newCards = max(cards, 0)
    self.source = source
    reviewLimits = source?.reviewLimits ?? []
    generator = SplitMix64(seed: seed)
    curves = CurveColumns(isMixed: model.kind == .fsrs7)
    for card in known.sorted(by: { $0.daysUntilDue < $1.daysUntilDue }) { add(card) }
  }

  /// Adds a card that was learned before the first day. One that is overdue has waited since it was due.
  private mutating func add(_ known: KnownCard) {
    let card = append(known.state, number: known.number)
    lastReviews[card] = Int32(clamping: -known.daysSinceReview)
    if let number = known.number { sourced[number] = card }
    dueDays[card] = Int32(clamping: known.daysUntilDue)
    let curve =
      switch model {
      case .fsrs6(let model): model.curve(of: known.state)
      case .fsrs7(let model): model.curve(of: known.state)
      }
    curves.set(card, to: curve, day: -known.daysSinceReview)
    if known.daysUntilDue < 0 {
      waiting.append(Int32(card))
    } else {
      setDue(card, on: known.daysUntilDue)
    }
  }

  /// The same learner, who from now on answers by another chance.
  public func reseeded(_ seed: UInt64) -> Simulation {
    var simulation = self
    simulation.generator = SplitMix64(seed: seed)
    return simulation
  }

  /// Which of the due cards come first.
  public enum Order: Hashable, Sendable {
    /// The most overdue.
    case due
    /// Those most likely still known.
    case retrievability
  }

  /// Puts those first that are most likely still known.
  private mutating func sortWaiting() {
    let recalls = waiting.map { card in
      model.retrievability(states[Int(card)], elapsed: elapsed(of: Int(card), on: day))
    }
    waiting = waiting.indices.sorted { recalls[$0] > recalls[$1] }.map { waiting[$0] }
  }

  /// Lets a day pass without study.
  public mutating func rest() {
    takeDue()
    day += 1
  }

  private mutating func setDue(_ card: Int, on day: Int) {
    let day = min(day, self.day + MemoryModel.longestInterval)
    while dueCards.count <= day { dueCards.append([]) }
    dueCards[day].append(Int32(card))
  }

  /// Lets today's cards wait.
  private mutating func takeDue() {
    guard day < dueCards.count else { return }
    waiting += dueCards[day]
    dueCards[day] = []
  }

  private func dueCount(on day: Int) -> Int { day < dueCards.count ? dueCards[day].count : 0 }

  /// Lets a day of study pass.
  ///
  /// - Parameters:
  ///   - limits: the most that is done.
  ///   - order: which of the due cards come first.
  ///   - countsKnown: whether the cards known are computed, which takes the most time.
  /// - Returns: the result of the day.
  public mutating func advance(
    _ limits: DailyLimits, order: Order = .due, countsKnown: Bool = true
  ) -> SimulatedDay {
    takeDue()
    let (limits, order) = today(limits, order)
    if order == .retrievability, waiting.count > limits.reviews || !reviewLimits.isEmpty {
      sortWaiting()
    }
    var result = SimulatedDay()
    switch model {
    case .fsrs6(let model): study(model, limits, &result)
    case .fsrs7(let model): study(model, limits, &result)
    }
    if countsKnown { result.known = curves.known(on: day) }
    day += 1
    return result
  }

  /// How much is done today, and in which order: of a backlog its share, as long as the learner has not
  /// caught up, and first what is most likely still known, as in a session.
  private mutating func today(_ limits: DailyLimits, _ order: Order) -> (DailyLimits, Order) {
    let left = limits.left(onDay: day)
    guard let share = limits.share, !hasCaughtUp else { return (left, order) }
    guard
      let due = share.left(ofDue: waiting.count, reviewed: day == 0 ? limits.reviewedToday : 0)
    else {
      hasCaughtUp = true
      return (left, order)
    }
    return (
      DailyLimits(
        newCards: limits.withNewCards(share.newCards).left(onDay: day).newCards,
        reviews: min(left.reviews, due), minutes: left.minutes),
      .retrievability
    )
  }

  /// Answers the cards of a day.
  private mutating func study(
    _ model: some SimulatedModel, _ limits: DailyLimits, _ result: inout SimulatedDay
  ) {
    var seconds = 0.0
    let budget = limits.minutes * 60
    if reviewLimits.isEmpty {
      while result.reviews < min(limits.reviews, waiting.count), seconds < budget {
        let card = Int(waiting[result.reviews])
        review(card, model, &seconds, &result)
      }
      waiting.removeFirst(result.reviews)
    } else {
      var rooms = reviewLimits.map { $0.most - (day == 0 ? $0.reviewedToday : 0) }
      var rest: [Int32] = []
      for card in waiting {
        let own = limitsOfCards[Int(card)]
        guard result.reviews < limits.reviews, seconds < budget,
          own.allSatisfy({ rooms[$0] > 0 })
        else {
          rest.append(card)
          continue
        }
        for limit in own { rooms[limit] -= 1 }
        review(Int(card), model, &seconds, &result)
      }
      waiting = rest
    }
    result.waiting = waiting.count
    let most = min(limits.newCards, newCards)
    if most > 0, seconds < budget, let source {
      for number in source.newCards(most, recall: { recall(ofNumber: $0) })
      where seconds < budget {
        result.introduced += 1
        sourced[number] = states.count
        self.source?.begin(number)
        introduce(model, &seconds, number: number)
      }
    } else {
      while result.introduced < most, seconds < budget {
        result.introduced += 1
        introduce(model, &seconds)
      }
    }
    newCards -= result.introduced
    result.minutes = seconds / 60
  }

  /// How many cards are due today.
  public var dueNow: Int { waiting.count + dueCount(on: day) }

  /// The mean number of cards that become due a day, over a number of days after today.
  func meanDue(over days: Int) -> Int {
    let total = (day + 1...day + max(days, 1)).reduce(0) { $0 + dueCount(on: $1) }
    return (total + days - 1) / max(days, 1)
  }

  /// How many cards are known now: the sum of their retrievabilities.
  public var known: Double { curves.known(on: day) }

  /// The probability that a card of the source is remembered now; 0 for one that is new.
  private func recall(ofNumber number: Int) -> Double {
    sourced[number].map {
      model.retrievability(states[$0], elapsed: elapsed(of: $0, on: day))
    } ?? 0
  }

  /// Adds a new card.
  ///
  /// - Parameters:
  ///   - state: its memory.
  ///   - number: its number in the source; `nil` where it is no part of it.
  /// - Returns: its number here.
  private mutating func append(_ state: MemoryState, number: Int?) -> Int {
    states.append(state)
    if !reviewLimits.isEmpty {
      limitsOfCards.append(number.flatMap { source?.reviewLimits(ofCard: $0) } ?? [])
    }
    lastReviews.append(Int32(clamping: day))
    lastDelays.append(0)
    dueDays.append(Int32(clamping: day))
    curves.append()
    return states.count - 1
  }

  /// Sets a card's memory after today's last answer, and when it is due.
  ///
  /// - Parameters:
  ///   - card: the card's number.
  ///   - model: the model.
  ///   - state: its memory.
  ///   - interval: the days until the desired retention is reached, with fractions.
  ///   - delay: how long after the day's first answer the last one was, in days.
  fileprivate mutating func finish(
    _ card: Int, _ model: some SimulatedModel, _ state: MemoryState, interval: Double,
    delay: Double = 0
  ) {
    states[card] = state
    lastReviews[card] = Int32(clamping: day)
    lastDelays[card] = Float(delay)
    curves.set(card, to: model.curve(of: state), day: day)
    let days = Int(min(max(interval.rounded(), 1), Double(maximumInterval)))
    dueDays[card] = Int32(clamping: day + days)
    setDue(card, on: day + days)
  }
}

// MARK: - Answers

extension Simulation {
  /// The most repetitions of a card on one day, far more than learners meet.
  fileprivate static let mostRepetitions = 100
  /// The days between two repetitions on one day: ten minutes.
  private static let pause = Elapsed(wholeDays: 0, days: 10.0 / 1440)

  /// How much of the learner's day is left when they begin to study: they do so at 16:00.
  fileprivate static let restOfDay = 0.5

  /// Answers a card that is due.
  private mutating func review(
    _ card: Int, _ model: some SimulatedModel, _ seconds: inout Double,
    _ result: inout SimulatedDay
  ) {
    let state = states[card]
    let waited = elapsed(of: card, on: day)
    let recall = model.recall(state, elapsed: waited)
    let dueDay = Int(dueDays[card])
    if day > dueDay {
      let inTime = elapsed(of: card, on: dueDay)
      result.lost += model.retrievability(state, elapsed: inTime) - recall.probability
    }
    let isRemembered = generator.unit() < recall.probability
    result.reviews += 1
    result.remembered += isRemembered ? 1 : 0
    let grade = isRemembered ? choose(habits.remembered, fallback: .good) : .again
    seconds += habits.reviewSeconds[grade]
    let next = model.nextState(state, grade: grade, elapsed: waited, recall: recall)
    model.goOn(
      SimulatedAnswer(card: card, grade: grade, state: next, isNew: false), &self, &seconds)
  }

  /// Answers a new card.
  private mutating func introduce(
    _ model: some SimulatedModel, _ seconds: inout Double, number: Int? = nil
  ) {
    let grade = choose(habits.first, fallback: .again)
    let state = model.initialState(grade)
    seconds += habits.learningSeconds[grade]
    let card = append(state, number: number)
    model.goOn(
      SimulatedAnswer(card: card, grade: grade, state: state, isNew: true), &self, &seconds)
  }

  /// The time from a card's last answer to a day's study.
  private func elapsed(of card: Int, on day: Int) -> Elapsed {
    let days = day - Int(lastReviews[card])
    return Elapsed(wholeDays: days, days: Double(days) - Double(lastDelays[card]))
  }

  /// The grade of a card that is repeated on the same day with this probability of recall.
  fileprivate mutating func repeated(recall: Double) -> Grade {
    generator.unit() < recall ? choose(habits.remembered, fallback: .good) : .again
  }

  /// FSRS-6: repeats a card on the same day until it was good a number of times, or easy once.
  fileprivate mutating func repeatToday(
    _ state: inout MemoryState, _ model: FSRS6, goods: Int, restart: Int, _ grades: PerGrade,
    _ secondsEach: PerGrade, _ seconds: inout Double
  ) {
    var left = goods
    var repetitions = 0
    while left > 0, repetitions < Self.mostRepetitions {
      repetitions += 1
      let grade = choose(grades, fallback: .good)
      state = model.nextState(state, grade: grade, elapsed: Self.pause)
      seconds += secondsEach[grade]
      switch grade {
      case .again: left = restart
      case .hard: break
      case .good: left -= 1
      case .easy: left = 0
      }
    }
  }

  private mutating func choose(_ shares: PerGrade, fallback: Grade) -> Grade {
    var rest = generator.unit()
    for grade in Grade.allCases {
      rest -= shares[grade]
      if rest < 0 { return grade }
    }
    return fallback
  }
}

// MARK: - Models

/// An answer to a card, the first on a day.
private struct SimulatedAnswer {
  let card: Int
  let grade: Grade
  /// The card's memory after it.
  let state: MemoryState
  let isNew: Bool
}

/// What a simulation needs of a model; its functions are specialized for each.
private protocol SimulatedModel: Replayable {
  /// The forgetting curve after a review.
  func curve(of state: MemoryState) -> CurveShape

  /// Repeats a card after its first answer on a day, until it is due on another day.
  func goOn(_ answer: SimulatedAnswer, _ simulation: inout Simulation, _ seconds: inout Double)
}

extension FSRS6: SimulatedModel {
  fileprivate func goOn(
    _ answer: SimulatedAnswer, _ simulation: inout Simulation, _ seconds: inout Double
  ) {
    var state = answer.state
    let habits = simulation.habits
    if answer.isNew {
      let goods = answer.grade == .easy ? 0 : answer.grade == .good ? 1 : 2
      simulation.repeatToday(
        &state, self, goods: goods, restart: 2, habits.learning, habits.learningSeconds, &seconds)
    } else if answer.grade == .again {
      simulation.repeatToday(
        &state, self, goods: 1, restart: 1, habits.relearning, habits.relearningSeconds, &seconds)
    }
    simulation.finish(
      answer.card, self, state,
      interval: interval(stability: state.stability, retention: simulation.retention))
  }

  fileprivate func curve(of state: MemoryState) -> CurveShape {
    CurveShape(
      fastRate: 0, fastDecay: 0, slowRate: constants.curveFactor / state.stability,
      slowDecay: -constants.decay, slowShare: 1)
  }
}

extension FSRS7: SimulatedModel {
  /// Repeats a card while its interval ends on the same day.
  fileprivate func goOn(
    _ answer: SimulatedAnswer, _ simulation: inout Simulation, _ seconds: inout Double
  ) {
    let secondsEach =
      answer.isNew ? simulation.habits.learningSeconds : simulation.habits.relearningSeconds
    var (state, rest) = (answer.state, Simulation.restOfDay)
    var isRecall = !answer.isNew && answer.grade > .again
    var interval = interval(state, retention: simulation.retention)
    var (repetitions, recalls) = (0, answer.grade == .again ? 0 : 1)
    while Self.comesBackToday(
      after: interval, restOfDay: rest, isRecall: isRecall, recalls: recalls),
      repetitions < Simulation.mostRepetitions
    {
      repetitions += 1
      rest -= interval
      isRecall = false
      let recall = recall(state, elapsedDays: interval)
      let grade = simulation.repeated(recall: recall.mixed)
      recalls = grade == .again ? 0 : recalls + 1
      state = nextState(state, grade: grade, recall: recall)
      seconds += secondsEach[grade]
      interval = self.interval(state, retention: simulation.retention)
    }
    simulation.finish(
      answer.card, self, state, interval: interval, delay: Simulation.restOfDay - rest)
  }

  fileprivate func curve(of state: MemoryState) -> CurveShape {
    FSRS7.Curve(state, fast: fastStability(of: state), constants).shape
  }
}

// MARK: - Cards known

/// The forgetting curve of one memory: the mean of two powers, R = (1-s) (1 + x t)^-a + s (1 + y t)^-b.
private struct CurveShape {
  /// x and a.
  let fastRate: Double
  let fastDecay: Double
  /// y and b.
  let slowRate: Double
  let slowDecay: Double
  /// s.
  let slowShare: Double
}

/// The forgetting curves of many cards, laid out so that eight are computed at once: a column each, filled
/// up with curves that count nothing.
private struct CurveColumns: Sendable {
  private let isMixed: Bool
  private var count = 0
  private var days: [Float] = []
  private var fastRates: [Float] = []
  private var fastDecays: [Float] = []
  private var slowRates: [Float] = []
  private var slowDecays: [Float] = []
  private var slowShares: [Float] = []
  /// 1 for a card, 0 for none.
  private var weights: [Float] = []

  /// - Parameter isMixed: whether any slow share is less than 1.
  init(isMixed: Bool) {
    self.isMixed = isMixed
  }

  /// Adds a card.
  mutating func append() {
    if count == weights.count {
      let more = repeatElement(Float(0), count: Lanes.width)
      days += more
      slowRates += more
      slowDecays += more
      weights += more
      if isMixed {
        fastRates += more
        fastDecays += more
        slowShares += more
      }
    }
    weights[count] = 1
    count += 1
  }

  /// Sets a card's curve as of a day.
  mutating func set(_ card: Int, to shape: CurveShape, day: Int) {
    days[card] = Float(day)
    slowRates[card] = Float(shape.slowRate)
    slowDecays[card] = Float(shape.slowDecay)
    if isMixed {
      fastRates[card] = Float(min(shape.fastRate, 1e30))
      fastDecays[card] = Float(shape.fastDecay)
      slowShares[card] = Float(shape.slowShare)
    }
  }

  /// The sum of all retrievabilities on a day.
  func known(on day: Int) -> Double {
    var total = 0.0
    for first in stride(from: 0, to: weights.count, by: Lanes.width) {
      let elapsed = Float(day) - days.lanes(from: first)
      let slow =
        (-slowDecays.lanes(from: first)
        * (elapsed * slowRates.lanes(from: first) + 1).logarithm).exponential
      var recalled = slow
      if isMixed {
        let fast =
          (-fastDecays.lanes(from: first)
          * (elapsed * fastRates.lanes(from: first) + 1).logarithm).exponential
        recalled = fast + (slow - fast) * slowShares.lanes(from: first)
      }
      total += Double((recalled * weights.lanes(from: first)).sum())
    }
    return total
  }
}

extension [Float] {
  /// Eight numbers, from one on.
  @inline(__always)
  fileprivate func lanes(from first: Int) -> Lanes {
    withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: first * MemoryLayout<Float>.stride, as: Lanes.self)
    }
  }
}

extension FSRS7.Curve {
  /// The curve without the margin that keeps it from 0 and 1.
  fileprivate var shape: CurveShape {
    CurveShape(
      fastRate: fastRate, fastDecay: -fastDecay, slowRate: slowRate, slowDecay: -slowDecay,
      slowShare: slowShare)
  }
}
