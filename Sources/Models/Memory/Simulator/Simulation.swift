/// A learner whose memory follows a model exactly, day after day.
///
///     var simulation = Simulation(model: model, retention: 0.9, cards: 2000, seed: 1)
///     let days = (0..<365).map { _ in simulation.advance(SimulatedLimits()) }
///     days.last?.known                  // cards known after a year
///
/// Cards are due after the interval the model gives for the target, in whole days. The
/// most overdue come first, new ones last. A new card is repeated on the same day until it has passed
/// two steps, a forgotten one until it has passed one. A scheduler without fuzz, and without a day
/// between the grades, does the same.
public struct Simulation: Sendable {
  /// The desired retention.
  public var retention: Double { target.level }
  private let target: RecallTarget
  /// The longest interval in days.
  public let maximumInterval: Int
  private let model: MemoryModel
  private let habits: LearnerHabits

  /// The days that have passed.
  public private(set) var day = 0
  /// How many new cards are left.
  public private(set) var newCards: Int
  private var generator: SplitMix64
  private var states: [MemoryState] = []
  private var lastReviews: [Int32] = []
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
  ///   - slope: how fast the target rises with the stability (``RecallTarget``).
  ///   - cards: how many new cards there are.
  ///   - known: the cards that were learned before, as the model remembers them.
  ///   - source: which new cards a day may bring; `nil` for any of them.
  ///   - maximumInterval: the longest interval in days, at least 1.
  ///   - seed: the random seed.
  public init(
    model: MemoryModel, habits: LearnerHabits = .usual, retention: Double,
    slope: Double = 0, cards: Int, knowing known: [KnownCard] = [],
    from source: (any NewCardSource)? = nil,
    maximumInterval: Int = MemoryModel.longestInterval, seed: UInt64
  ) {
    self.model = model
    self.habits = habits
    target = RecallTarget(level: min(max(retention, 0.5), 0.99), slope: slope)
    self.maximumInterval = max(maximumInterval, 1)
    newCards = max(cards, 0)
    self.source = source
    reviewLimits = source?.reviewLimits ?? []
    generator = SplitMix64(seed: seed)
    curves = CurveColumns(model)
    for card in known.sorted(by: { $0.daysUntilDue < $1.daysUntilDue }) { add(card) }
  }

  /// Adds a card that was learned before the first day. One that is overdue has waited since it was due.
  private mutating func add(_ known: KnownCard) {
    let card = append(known.state, number: known.number)
    lastReviews[card] = Int32(clamping: -known.daysSinceReview)
    if let number = known.number { sourced[number] = card }
    dueDays[card] = Int32(clamping: known.daysUntilDue)
    curves.set(card, to: known.state, day: -known.daysSinceReview)
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
    let recalls = waiting.map { recall(of: Int($0), on: day) }
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
    _ limits: SimulatedLimits, order: Order = .due, countsKnown: Bool = true
  ) -> SimulatedDay {
    takeDue()
    let (limits, order) = today(limits, order)
    if order == .retrievability, waiting.count > limits.reviews || !reviewLimits.isEmpty {
      sortWaiting()
    }
    var result = SimulatedDay()
    study(limits, &result)
    if countsKnown { result.known = curves.known(on: day) }
    day += 1
    return result
  }

  /// How much is done today, and in which order: of a backlog its share, as long as the learner has not
  /// caught up, and first what is most likely still known, as in a session.
  private mutating func today(_ limits: SimulatedLimits, _ order: Order) -> (SimulatedLimits, Order)
  {
    let left = limits.left(onDay: day)
    guard let share = limits.share, !hasCaughtUp else { return (left, order) }
    guard
      let due = share.left(ofDue: waiting.count, reviewed: day == 0 ? limits.reviewedToday : 0)
    else {
      hasCaughtUp = true
      return (left, order)
    }
    return (
      SimulatedLimits(
        newCards: limits.withNewCards(share.newCards).left(onDay: day).newCards,
        reviews: min(left.reviews, due), minutes: left.minutes),
      .retrievability
    )
  }

  /// Answers the cards of a day.
  private mutating func study(_ limits: SimulatedLimits, _ result: inout SimulatedDay) {
    var seconds = 0.0
    let budget = limits.minutes * 60
    if reviewLimits.isEmpty {
      while result.reviews < min(limits.reviews, waiting.count), seconds < budget {
        let card = Int(waiting[result.reviews])
        review(card, &seconds, &result)
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
        review(Int(card), &seconds, &result)
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
        introduce(&seconds, number: number)
      }
    } else {
      while result.introduced < most, seconds < budget {
        result.introduced += 1
        introduce(&seconds)
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
    sourced[number].map { recall(of: $0, on: day) } ?? 0
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
    dueDays.append(Int32(clamping: day))
    curves.append()
    return states.count - 1
  }

  /// Sets a card's memory after today's last answer, and when it is due.
  ///
  /// - Parameters:
  ///   - card: the card's number.
  ///   - state: its memory.
  private mutating func finish(_ card: Int, _ state: MemoryState) {
    states[card] = state
    lastReviews[card] = Int32(clamping: day)
    curves.set(card, to: state, day: day)
    let interval = model.interval(stability: state.stability, target: target)
    let days = Int(min(max(interval.rounded(), 1), Double(maximumInterval)))
    dueDays[card] = Int32(clamping: day + days)
    setDue(card, on: day + days)
  }
}

// MARK: - Answers

extension Simulation {
  /// The most repetitions of a card on one day, far more than learners meet.
  private static let mostRepetitions = 100

  /// Answers a card that is due.
  private mutating func review(
    _ card: Int, _ seconds: inout Double, _ result: inout SimulatedDay
  ) {
    let recall = recall(of: card, on: day)
    let dueDay = Int(dueDays[card])
    if day > dueDay { result.lost += self.recall(of: card, on: dueDay) - recall }
    let isRemembered = generator.unit() < recall
    result.reviews += 1
    result.remembered += isRemembered ? 1 : 0
    let grade = isRemembered ? choose(habits.remembered, fallback: .good) : .again
    seconds += habits.reviewSeconds[grade]
    var state = model.nextState(
      states[card], grade: grade, elapsedDays: day - Int(lastReviews[card]), recalled: recall)
    if grade == .again {
      repeatToday(
        &state, goods: 1, restart: 1, habits.relearning, habits.relearningSeconds, &seconds)
    }
    finish(card, state)
  }

  /// Answers a new card.
  private mutating func introduce(_ seconds: inout Double, number: Int? = nil) {
    let grade = choose(habits.first, fallback: .again)
    var state = model.initialState(grade)
    seconds += habits.learningSeconds[grade]
    let card = append(state, number: number)
    let goods = grade == .easy ? 0 : grade == .good ? 1 : 2
    repeatToday(
      &state, goods: goods, restart: 2, habits.learning, habits.learningSeconds, &seconds)
    finish(card, state)
  }

  /// The probability that a card is remembered on a day.
  private func recall(of card: Int, on day: Int) -> Double {
    model.retrievability(states[card], elapsedDays: Double(day - Int(lastReviews[card])))
  }

  /// Repeats a card on the same day until it was good a number of times, or easy once.
  private mutating func repeatToday(
    _ state: inout MemoryState, goods: Int, restart: Int, _ grades: PerGrade,
    _ secondsEach: PerGrade, _ seconds: inout Double
  ) {
    var left = goods
    var repetitions = 0
    while left > 0, repetitions < Self.mostRepetitions {
      repetitions += 1
      let grade = choose(grades, fallback: .good)
      state = model.nextState(state, grade: grade, elapsedDays: 0)
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

// MARK: - Cards known

/// The forgetting curves of many cards, laid out so that eight are computed at once: a column each, filled
/// up with curves that count nothing.
private struct CurveColumns: Sendable {
  /// F and -w20.
  private let factor: Double
  private let decay: Float
  private var count = 0
  private var days: [Float] = []
  /// F/S.
  private var rates: [Float] = []
  /// 1 for a card, 0 for none.
  private var weights: [Float] = []

  init(_ model: MemoryModel) {
    factor = model.constants.curveFactor
    decay = Float(model.constants.decay)
  }

  /// Adds a card.
  mutating func append() {
    if count == weights.count {
      let more = repeatElement(Float(0), count: Lanes.width)
      days += more
      rates += more
      weights += more
    }
    weights[count] = 1
    count += 1
  }

  /// Sets a card's memory as of a day.
  mutating func set(_ card: Int, to state: MemoryState, day: Int) {
    days[card] = Float(day)
    rates[card] = Float(factor / state.stability)
  }

  /// The sum of all retrievabilities on a day.
  func known(on day: Int) -> Double {
    var total = 0.0
    for first in stride(from: 0, to: weights.count, by: Lanes.width) {
      let elapsed = Float(day) - days.lanes(from: first)
      let recalled = ((elapsed * rates.lanes(from: first) + 1).logarithm * decay).exponential
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
