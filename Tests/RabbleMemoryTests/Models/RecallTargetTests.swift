import RabbleMemory
import RabbleTestSupport
import Testing

/// A target that follows the stability of a card.
struct RecallTargetTests {
  private static let stabilities = (0...60).map { 0.001 * power(10, Double($0) / 8) }

  @Test func `without a slope the interval is that of FSRS, exactly`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let model = try MemoryModel.random(using: &generator)
      for level in [0.7, 0.85, 0.9, 0.97] {
        let target = RecallTarget(level: level)
        for stability in Self.stabilities {
          #expect(target.recall(atStability: stability) == level)
          #expect(
            model.interval(stability: stability, target: target)
              == model.interval(stability: stability, retention: level))
        }
      }
    }
  }

  @Test
  func
    `with a slope b the logit of the target rises by b for each unit of the stability's logarithm`()
  {
    func logit(_ share: Double) -> Double { logarithm(share / (1 - share)) }
    for slope in [0.02, 0.1, 0.2] {
      let target = RecallTarget(level: 0.9, slope: slope)
      for stability in [0.5, 3, 40, 900] {
        let rise =
          logit(target.recall(atStability: stability * exponential(1)))
          - logit(target.recall(atStability: stability))
        #expect(abs(rise - slope) < 1e-9)
      }
    }
  }

  @Test func `a card that is more stable has a higher target and a longer interval`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let model = try MemoryModel.random(using: &generator)
      let target = RecallTarget(
        level: .random(in: 0.6...0.99, using: &generator),
        slope: .random(in: RecallTarget.slopes, using: &generator))
      for (less, more) in zip(Self.stabilities, Self.stabilities.dropFirst()) {
        #expect(target.recall(atStability: less) <= target.recall(atStability: more))
        #expect(
          model.interval(stability: less, target: target)
            < model.interval(stability: more, target: target))
      }
    }
  }

  @Test func `what is out of range becomes the nearest within`() {
    #expect(RecallTarget(level: 7, slope: 3) == RecallTarget(level: 0.999, slope: 0.2))
    #expect(RecallTarget(level: -1, slope: -1) == RecallTarget(level: 0.01))
    #expect(RecallTarget(level: .nan, slope: .nan) == RecallTarget(level: 0.9))
    for stability in [0.001, 36_500] {
      #expect(
        RecallTarget.range.contains(
          RecallTarget(level: 0.99, slope: 0.2).recall(atStability: stability)))
    }
  }

  /// The level keeps its meaning: the mean, over all days of two years at 10 new cards a day, of the cards that are
  /// expected to be recalled.
  @Test(arguments: [0.72, 0.8, 0.87, 0.9, 0.93, 0.96, 0.98])
  func `a level leads to the same knowledge with any slope`(level: Double) {
    func knowledge(_ slope: Double) -> Double {
      let simulator = Simulator(model: MemoryModel(), seed: 5, slope: slope)
      return simulator.run(
        days: 730, cards: 7300, retention: level, limits: SimulatedLimits(newCards: 10)
      ).reduce(0) { $0 + $1.known }
    }
    let fixed = knowledge(0)
    for slope in [0.05, 0.1, 0.15, 0.2] {
      #expect(abs(knowledge(slope) / fixed - 1) < 0.005, "slope \(slope)")
    }
  }
}
