/// Predicts what learning will cost and bring: day by day, for each desired retention, up to a
/// deadline, after a break.
///
///     let simulator = Simulator(model: model, habits: LearnerHabits(histories), seed: 1)
///     simulator.run(days: 365, cards: 3650, retention: 0.9, limits: SimulatedLimits())
public struct Simulator: Sendable {
  /// How the learner forgets.
  public let model: MemoryModel
  /// How the learner answers.
  public let habits: LearnerHabits
  /// The random seed.
  public let seed: UInt64
  /// The longest interval in days.
  public let maximumInterval: Int
  /// How fast the target rises with a card's stability (``RecallTarget``); 0 for one target for all.
  public let slope: Double
  /// Which new cards a day may bring; `nil` for any of them.
  public let source: (any NewCardSource)?

  /// Makes a simulator.
  public init(
    model: MemoryModel, habits: LearnerHabits = .usual, seed: UInt64,
    maximumInterval: Int = MemoryModel.longestInterval, slope: Double = 0,
    newCardsFrom source: (any NewCardSource)? = nil
  ) {
    self.model = model
    self.habits = habits
    self.seed = seed
    self.maximumInterval = maximumInterval
    self.slope = slope
    self.source = source
  }

  /// A simulation of this learner who knows some cards already, or none.
  public func simulation(
    cards: Int, knowing known: [KnownCard] = [], retention: Double
  ) -> Simulation {
    Simulation(
      model: model, habits: habits, retention: retention, slope: slope, cards: cards,
      knowing: known, from: source, maximumInterval: maximumInterval, seed: seed)
  }

  /// Simulates some days of study.
  ///
  /// - Parameters:
  ///   - days: how many days.
  ///   - cards: how many new cards there are.
  ///   - known: the cards that were learned before.
  ///   - retention: the desired retention.
  ///   - limits: how much is done a day.
  /// - Returns: what each day came to.
  public func run(
    days: Int, cards: Int, knowing known: [KnownCard] = [], retention: Double,
    limits: SimulatedLimits
  ) -> [SimulatedDay] {
    var simulation = simulation(cards: cards, knowing: known, retention: retention)
    return (0..<max(days, 0)).map { _ in simulation.advance(limits) }
  }
}

// MARK: - Comparing retentions

extension Simulator {
  /// What one desired retention costs and brings.
  public struct TradeOff: Sendable, Hashable {
    /// The desired retention.
    public let retention: Double
    /// How many cards are known at the end.
    public let known: Double
    /// How many cards would be known at the end without any study.
    public let untouched: Double
    /// The number of reviews.
    public let reviews: Int
    /// The minutes all answers took.
    public let minutes: Double
    /// The mean of the first ``Simulator/monthDays`` days.
    public let firstMonth: DailyWork
    /// The mean of the last ``Simulator/monthDays`` days.
    public let lastMonth: DailyWork
    /// Cards known for each minute spent, without those that would be known anyway.
    public var knownPerMinute: Double { minutes > 0 ? (known - untouched) / minutes : 0 }
  }

  /// The work of a day, as the mean of some days.
  public struct DailyWork: Sendable, Hashable {
    /// The reviews a day.
    public let reviews: Double
    /// The minutes all answers took a day, those to new cards included.
    public let minutes: Double

    fileprivate init(_ days: some Collection<SimulatedDay>) {
      let count = Double(max(days.count, 1))
      reviews = Double(days.reduce(0) { $0 + $1.reviews }) / count
      minutes = days.reduce(0) { $0 + $1.minutes } / count
    }
  }

  /// The days of which ``TradeOff`` gives the mean work, fewer where fewer are simulated.
  public static let monthDays = 30

  /// Simulates the same study with different desired retentions.
  ///
  /// - Parameters:
  ///   - retentions: the desired retentions.
  ///   - days: how many days.
  ///   - cards: how many new cards there are.
  ///   - known: the cards that were learned before.
  ///   - limits: how much is done a day.
  /// - Returns: the result of each, in the same order.
  public func tradeOffs(
    _ retentions: [Double], days: Int, cards: Int, knowing known: [KnownCard] = [],
    limits: SimulatedLimits
  ) -> [TradeOff] {
    var resting = simulation(cards: 0, knowing: known, retention: 0.9)
    for _ in 0..<max(days, 0) { resting.rest() }
    let untouched = resting.known
    return Parallel.map(retentions.count) { index in
      var simulation = simulation(cards: cards, knowing: known, retention: retentions[index])
      let days = (0..<max(days, 0)).map { _ in simulation.advance(limits, countsKnown: false) }
      return TradeOff(
        retention: simulation.retention, known: simulation.known, untouched: untouched,
        reviews: days.reduce(0) { $0 + $1.reviews }, minutes: days.reduce(0) { $0 + $1.minutes },
        firstMonth: DailyWork(days.prefix(Self.monthDays)),
        lastMonth: DailyWork(days.suffix(Self.monthDays)))
    }
  }
}

// MARK: - Cards and days

/// Which new cards a simulated day brings, where it can't be any that are left: a group may be locked, or
/// have given its share; and how many of its cards a day may review. It numbers its cards.
public protocol NewCardSource: Sendable {
  /// The most reviews a day of some cards together.
  var reviewLimits: [SimulatedReviewLimit] { get }

  /// The places of those limits that a card counts toward.
  func reviewLimits(ofCard card: Int) -> [Int]

  /// The new cards of today in the order in which they are started.
  ///
  /// - Parameters:
  ///   - most: how many there may be.
  ///   - recall: the probability that the card of a number is remembered today, 0…1.
  /// - Returns: their numbers.
  func newCards(_ most: Int, recall: (Int) -> Double) -> [Int]

  /// Notes that a card is new no longer.
  mutating func begin(_ card: Int)
}

/// The most reviews a day of some cards together.
public struct SimulatedReviewLimit: Sendable, Hashable {
  /// The most reviews of a day.
  public let most: Int
  /// How many of today's there were before the simulation begins.
  public let reviewedToday: Int

  /// Makes a limit.
  public init(_ most: Int, reviewedToday: Int = 0) {
    self.most = max(most, 0)
    self.reviewedToday = max(reviewedToday, 0)
  }
}

/// A card that was learned before a simulation begins.
public struct KnownCard: Sendable, Hashable {
  /// Its memory after the last review.
  public let state: MemoryState
  /// The days since that review, at least 0.
  public let daysSinceReview: Int
  /// The days until it is due: 0 today, negative when it is overdue.
  public let daysUntilDue: Int
  /// Its number in the source of new cards; `nil` where it is no part of it.
  public let number: Int?

  /// Makes a card.
  public init(state: MemoryState, daysSinceReview: Int, daysUntilDue: Int, number: Int? = nil) {
    self.number = number
    self.state = state
    self.daysSinceReview = max(daysSinceReview, 0)
    self.daysUntilDue = daysUntilDue
  }
}

/// What one day of a simulation came to.
public struct SimulatedDay: Sendable, Hashable {
  /// How many cards were new.
  public var introduced = 0
  /// How many cards were reviewed that had waited for days.
  public var reviews = 0
  /// How many of these were remembered.
  public var remembered = 0
  /// By how much fewer cards were expected to be remembered than if all had been reviewed on the day
  /// they were due: what the backlog cost.
  public var lost = 0.0
  /// How many due cards were left for another day.
  public var waiting = 0
  /// The minutes all answers took, including those to new cards and all repetitions.
  public var minutes = 0.0
  /// How many cards are known at the end of the day: the sum of their retrievabilities. 0 when this
  /// was not computed.
  public var known = 0.0

  /// A day on which nothing happened.
  public init() {}
}
