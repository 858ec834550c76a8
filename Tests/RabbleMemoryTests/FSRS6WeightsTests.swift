import RabbleMemory
import Testing

struct FSRS6WeightsTests {
  @Test func `the default weights are within their bounds`() throws {
    #expect(try FSRS6(weights: FSRS6.defaultWeights) == FSRS6())
    #expect(FSRS6().weights == FSRS6.defaultWeights)
  }

  @Test(arguments: [0, 17, 19, 20, 22, 35])
  func `there must be 21 weights`(count: Int) {
    #expect(throws: FSRS6.WeightsError.wrongCount(count)) {
      try FSRS6(weights: Array(repeating: 0.5, count: count))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a weight must be a finite number`(value: Double) {
    var weights = FSRS6.defaultWeights
    weights[9] = value
    #expect(throws: FSRS6.WeightsError.notFinite(index: 9)) { try FSRS6(weights: weights) }
  }

  @Test func `an error says what is wrong`() {
    #expect(FSRS6.WeightsError.wrongCount(19).description == "FSRS-6 has 21 weights, not 19.")
    #expect(
      FSRS6.WeightsError.notFinite(index: 9).description == "Weight w9 is not a finite number."
    )
  }

  @Test func `a weight out of bounds moves to the nearer bound`() throws {
    let low = try FSRS6(weights: Array(repeating: -1e9, count: 21)).weights
    #expect(low[0...4] == [0.001, 0.001, 0.001, 0.001, 1])
    #expect(low[16] == 1 && low[17] == 0 && low[19] == 0.01 && low[20] == 0.1)
    let high = try FSRS6(weights: Array(repeating: 1e9, count: 21)).weights
    #expect(high[0...4] == [100, 100, 100, 100, 10])
    #expect(high[16] == 6 && high[17] == 2 && high[19] == 0.8 && high[20] == 0.8)
  }

  @Test func `several relearning steps bound the gain of one day`() throws {
    var weights = FSRS6.defaultWeights
    weights[17] = 2
    weights[18] = 2
    #expect(try FSRS6(weights: weights, relearningSteps: 0).weights[17] == 2)
    #expect(try FSRS6(weights: weights, relearningSteps: 1).weights[17] == 2)
    // ln 1.4835 = .39440, ln(2^.2629 - 1) = ln .19988 = -1.61004, .3 · 1.6483 = .49449:
    // √(.72115/2) = .60048 and √(.72115/3) = .49029.
    for (steps, ceiling) in [(2, 0.60048), (3, 0.49029)] {
      let clamped = try FSRS6(weights: weights, relearningSteps: steps).weights
      #expect(abs(clamped[17] - ceiling) < 1e-4)
      #expect(clamped[18] == clamped[17])
    }
    #expect(abs(try FSRS6(weights: weights, relearningSteps: .max).weights[17] - 0.1) < 1e-15)
  }
}
