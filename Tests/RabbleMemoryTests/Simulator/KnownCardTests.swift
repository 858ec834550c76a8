import Foundation
import RabbleMemory
import Testing

/// Simulations that begin with cards the learner knows already.
struct KnownCardTests {
  private let simulator = Simulator(model: MemoryModel(), seed: 1)
  private let state = MemoryState(stability: 10, difficulty: 5)

  private func card(_ daysSinceReview: Int, due: Int) -> KnownCard {
    KnownCard(state: state, daysSinceReview: daysSinceReview, daysUntilDue: due)
  }

  /// R(t) = (1 + (0.9^(-1/w20) - 1) t/S)^-w20, with the default w20 = 0.1542.
  private func recalled(after days: Double) -> Double {
    pow(1 + (pow(0.9, -1 / 0.1542) - 1) * days / 10, -0.1542)
  }

  @Test func `what is known at first is what the forgetting curves say`() {
    let cards = [card(0, due: 10), card(10, due: 0), card(40, due: -30)]
    let simulation = simulator.simulation(cards: 0, knowing: cards, retention: 0.9)
    let expected = recalled(after: 0) + recalled(after: 10) + recalled(after: 40)
    #expect(abs(simulation.known - expected) < 1e-5)
    #expect(abs(recalled(after: 10) - 0.9) < 1e-12)
  }

  @Test func `cards come on the day they are due, overdue ones first`() {
    let cards = [card(8, due: 2), card(10, due: 0), card(25, due: -15)]
    var simulation = simulator.simulation(cards: 0, knowing: cards, retention: 0.9)
    #expect(simulation.dueNow == 2)
    let first = simulation.advance(SimulatedLimits(newCards: 0, reviews: 1))
    #expect(first.reviews == 1 && first.waiting == 1)
    // The one that was overdue has lost what it would have kept until its day.
    #expect(abs(first.lost - (recalled(after: 10) - recalled(after: 25))) < 1e-9)
    #expect(simulation.advance(SimulatedLimits(newCards: 0)).reviews == 1)
    #expect(simulation.advance(SimulatedLimits(newCards: 0)).reviews >= 1)
  }

  @Test func `a curve counts only what study brings`() throws {
    let cards = (0..<200).map { card($0 % 10, due: 10 - $0 % 10) }
    let limits = SimulatedLimits(newCards: 0)
    let curve = simulator.tradeOffs([0.8, 0.9], days: 60, cards: 0, knowing: cards, limits: limits)
    let untouched = (0..<200).reduce(0.0) { $0 + recalled(after: Double(60 + $1 % 10)) }
    for point in curve {
      #expect(abs(point.untouched - untouched) < 1e-3)
      #expect(point.known > untouched)
      #expect(
        abs(point.knownPerMinute - (point.known - point.untouched) / point.minutes) < 1e-12)
    }
    #expect(curve[0].reviews < curve[1].reviews)
    let nothing = simulator.tradeOffs([0.9], days: 60, cards: 50, limits: limits)
    #expect(nothing.allSatisfy { $0.untouched == 0 })
  }

  @Test func `a deadline is for the cards known and the new ones together`() {
    let cards = (0..<50).map { card($0 % 10, due: 10 - $0 % 10) }
    let plan = simulator.plan(cards: 30, knowing: cards, days: 30, retention: 0.9)
    #expect(plan.introduced == 30 && abs(plan.wanted - 72) < 1e-9)
    #expect(plan.holds && plan.known >= 72 && plan.known <= 80)
    let known = simulator.plan(cards: 0, knowing: cards, days: 30, retention: 0.9)
    #expect(known.newPerDay == 0 && known.introduced == 0 && abs(known.wanted - 45) < 1e-9)
  }

  @Test func `a learner who knows nothing begins as before`() {
    let limits = SimulatedLimits(newCards: 5)
    #expect(
      simulator.run(days: 40, cards: 100, retention: 0.9, limits: limits)
        == simulator.run(days: 40, cards: 100, knowing: [], retention: 0.9, limits: limits))
  }
}
