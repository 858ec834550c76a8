/// Foretells what learning will cost and bring: day by day, for each desired retention, up to a
/// deadline, after a break.
///
///     let simulator = Simulator(model: model, habits: LearnerHabits(histories), seed: 1)
///     simulator.run(days: 365, cards: 3650, retention: 0.9, limits: DailyLimits(newCards: 10))
public struct Simulator: Sendable {
  /// How the learner forgets.
  public let model: MemoryModel
  /// How the learner answers.
  public let habits: LearnerHabits
  /// What decides all that is left to chance.
  public let seed: UInt64
  /// The longest interval in days.
  public let maximumInterval: Int

  /// Makes a simulator.
  public init(
    model: MemoryModel, habits: LearnerHabits = .usual, seed: UInt64, maximumInterval: Int = 36500
  ) {
    self.model = model
    self.habits = habits
    self.seed = seed
    self.maximumInterval = maximumInterval
  }

  /// A simulation of this learner who knows some cards already, or none.
  public func simulation(
    cards: Int, knowing known: [KnownCard] = [], retention: Double
  ) -> Simulation {
    Simulation(
      model: model, habits: habits, retention: retention, cards: cards, knowing: known,
      maximumInterval: maximumInterval, seed: seed)
  }

  /// Simulates some days of study.
  ///
  /// - Parameters:
  ///   - days: how many days.
  ///   - cards: how many cards there are to learn.
  ///   - known: the cards that were learned before.
  ///   - retention: the desired retention.
  ///   - limits: how much is done a day.
  /// - Returns: what each day came to.
  public func run(
    days: Int, cards: Int, knowing known: [KnownCard] = [], retention: Double,
    limits: DailyLimits
  ) -> [SimulatedDay] {
    var simulation = simulation(cards: cards, knowing: known, retention: retention)
    return (0..<max(days, 0)).map { _ in simulation.advance(limits) }
  }
}
