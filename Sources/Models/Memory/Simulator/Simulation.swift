/// A learner whose memory follows a model exactly, day after day.
///
///     var simulation = Simulation(model: model, habits: .usual, retention: 0.9, cards: 2000, seed: 1)
///     let days = (0..<365).map { _ in simulation.advance(DailyLimits(newCards: 10)) }
///     days.last?.known                  // cards known after a year
///
/// Cards are due after the interval the model gives for the desired retention, in whole days. Those
/// due first come first; new ones come after them. With FSRS-6 a new or forgotten card is repeated on
/// the same day until it has passed two steps, or one; with FSRS-7 as long as its interval ends on
/// that day, and with the probability the model has for that minute. So it is what a scheduler does
/// that spreads no intervals and puts no day between the grades.
public struct Simulation: Sendable {
  /// The desired retention.
  public let retention: Double
  /// The longest interval in days.
  public let maximumInterval: Int
  let model: MemoryModel
  let habits: LearnerHabits

  /// The days that have passed.
  public private(set) var day = 0
  /// How many cards there still are to introduce.
  public private(set) var newCards: Int
  var generator: SplitMix
  var states: [MemoryState] = []
  var lastReviews: [Int32] = []
  /// How long after the study of that day began, in days.
  var lastDelays: [Float] = []
  var dueDays: [Int32] = []
  var curves: CurveColumns
  /// The cards that are due on each day from now on, and those that had to wait.
  private var dueCards: [Int: [Int32]] = [:]
  private var waiting: [Int32] = []

  /// Begins a simulation.
  ///
  /// - Parameters:
  ///   - model: how the learner forgets.
  ///   - habits: how the learner answers.
  ///   - retention: the desired retention, 0.5…0.99; one out of range becomes the nearest within.
  ///   - cards: how many cards there are to learn.
  ///   - known: the cards that were learned before, as the model remembers them.
  ///   - maximumInterval: the longest interval in days, at least 1.
  ///   - seed: what decides all that is left to chance.
  public init(
    model: MemoryModel, habits: LearnerHabits = .usual, retention: Double, cards: Int,
    knowing known: [KnownCard] = [], maximumInterval: Int = 36500, seed: UInt64
  ) {
    self.model = model
    self.habits = habits
    self.retention = min(max(retention, 0.5), 0.99)
    self.maximumInterval = max(maximumInterval, 1)
    newCards = max(cards, 0)
    generator = SplitMix(seed: seed)
    curves = CurveColumns(isMixed: model.kind == .fsrs7)
    for card in known.sorted(by: { $0.daysUntilDue < $1.daysUntilDue }) { add(card) }
  }

  /// Adds a card that was learned before the first day. One that is overdue waits since it was due.
  private mutating func add(_ known: KnownCard) {
    let card = append(known.state)
    lastReviews[card] = Int32(clamping: -known.daysSinceReview)
    dueDays[card] = Int32(clamping: known.daysUntilDue)
    curves.set(card, to: model.curve(of: known.state), day: -known.daysSinceReview)
    if known.daysUntilDue < 0 {
      waiting.append(Int32(card))
    } else {
      dueCards[known.daysUntilDue, default: []].append(Int32(card))
    }
  }

  /// How many cards are learned, those included that were so before the first day.
  public var learnedCount: Int { states.count }

  /// Lets a day pass on which nothing is done.
  public mutating func rest() {
    waiting += dueCards.removeValue(forKey: day) ?? []
    day += 1
  }

  /// Lets a day of study pass.
  ///
  /// - Parameters:
  ///   - limits: how much is done at most.
  ///   - countsKnown: whether the cards known are worked out, which takes the most time.
  /// - Returns: what the day came to.
  public mutating func advance(_ limits: DailyLimits, countsKnown: Bool = true) -> SimulatedDay {
    var result = SimulatedDay()
    var seconds = 0.0
    let budget = limits.minutes * 60
    waiting += dueCards.removeValue(forKey: day) ?? []
    while result.reviews < min(limits.reviews, waiting.count), seconds < budget {
      let card = Int(waiting[result.reviews])
      review(card, &seconds, &result)
    }
    waiting.removeFirst(result.reviews)
    result.waiting = waiting.count
    while result.introduced < min(limits.newCards, newCards), seconds < budget {
      result.introduced += 1
      introduce(&seconds)
    }
    newCards -= result.introduced
    result.minutes = seconds / 60
    if countsKnown { result.known = curves.known(on: day) }
    day += 1
    return result
  }

  /// How many cards are due today.
  public var dueNow: Int { waiting.count + (dueCards[day]?.count ?? 0) }

  /// How many cards fall due a day in the mean, over so many days after today.
  func meanDue(over days: Int) -> Int {
    let total = (day + 1...day + max(days, 1)).reduce(0) { $0 + (dueCards[$1]?.count ?? 0) }
    return (total + days - 1) / max(days, 1)
  }

  /// How many cards are known now: the sum of their retrievabilities.
  public var known: Double { curves.known(on: day) }

  /// Adds a new card, and gives its number.
  mutating func append(_ state: MemoryState) -> Int {
    states.append(state)
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
  ///   - state: its memory.
  ///   - interval: the days until the desired retention is reached, with fractions.
  ///   - delay: how long after the day's first answer the last one was, in days.
  mutating func finish(
    _ card: Int, _ state: MemoryState, interval: Double, delay: Double = 0
  ) {
    states[card] = state
    lastReviews[card] = Int32(clamping: day)
    lastDelays[card] = Float(delay)
    curves.set(card, to: model.curve(of: state), day: day)
    let days = Int(min(max(interval.rounded(), 1), Double(maximumInterval)))
    dueDays[card] = Int32(clamping: day + days)
    dueCards[day + days, default: []].append(Int32(card))
  }
}
