import RabbleMemory
import Testing

struct FSRS6ParametersTests {
  @Test func `the default parameters are within their bounds`() throws {
    #expect(try FSRS6(parameters: FSRS6.defaultParameters) == FSRS6())
    #expect(FSRS6().parameters == FSRS6.defaultParameters)
  }

  @Test(arguments: [0, 16, 18, 20, 22, 34])
  func `there must be 21 parameters, or as many as earlier versions have`(count: Int) {
    #expect(throws: ParametersError.wrongCount(count)) {
      try FSRS6(parameters: Array(repeating: 0.5, count: count))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a parameter must be a finite number`(value: Double) {
    var parameters = FSRS6.defaultParameters
    parameters[9] = value
    #expect(throws: ParametersError.notFinite(index: 9)) { try FSRS6(parameters: parameters) }
    #expect(throws: ParametersError.notFinite(index: 9)) {
      try FSRS6.migrated(Array(parameters.prefix(19)))
    }
  }

  @Test(arguments: FSRS6.parameterBounds.indices)
  func `a parameter out of its bounds is refused with both`(index: Int) {
    let bounds = FSRS6.parameterBounds[index]
    for parameter in [bounds.lowerBound - 1e-9, bounds.upperBound + 1e-9, -1e9, 1e9] {
      var parameters = FSRS6.defaultParameters
      parameters[index] = parameter
      let fault = ParametersError.outOfBounds(index: index, value: parameter, bounds: bounds)
      #expect(throws: fault) { try FSRS6(parameters: parameters) }
    }
  }

  @Test func `an error says what is wrong`() {
    let messages = [
      ParametersError.wrongCount(20): "There must be 17, 19 or 21 parameters, not 20.",
      .notFinite(index: 9): "Parameter w9 is not a finite number.",
      .outOfBounds(index: 4, value: 0.5, bounds: 1...10):
        "Parameter w4 is 0.5, but it must be 1.0 to 10.0.",
    ]
    for (error, message) in messages { #expect(error.description == message) }
  }

  @Test func `parameters of earlier versions say the same in FSRS-6`() throws {
    // What fsrs-rs 6.6.2 makes of these parameters and of one history: good, good on the same day,
    // good after 3 days, again after 10, good on the same day, easy after 5.
    let history: [(grade: Grade, elapsedDays: Int)] = [
      (.good, 0), (.good, 0), (.good, 3), (.again, 10), (.good, 0), (.easy, 5),
    ]
    let seventeen = [
      0.4, 0.6, 2.4, 5.8, 4.93, 0.94, 0.86, 0.01, 1.49, 0.14, 0.94, 2.18, 0.05, 0.34, 1.26, 0.29,
      2.61,
    ]
    let nineteen = [
      0.40255, 1.18385, 3.173, 15.69105, 7.1949, 0.5345, 1.4604, 0.0046, 1.54575, 0.1192, 1.01925,
      1.9395, 0.11, 0.29605, 2.2698, 0.2315, 2.9898, 0.51655, 0.6621,
    ]
    #expect(try FSRS6.migrated(nineteen) == nineteen + [0, 0.5])
    #expect(try FSRS6.migrated(FSRS6.defaultParameters) == FSRS6.defaultParameters)
    for (parameters, stability, difficulty) in [
      (seventeen, 22.372488, 6.1709480), (nineteen, 29.369965, 6.2295017),
    ] {
      let state = try #require(try MemoryModel(parameters: parameters).replay(history))
      #expect(relativeDistance(state.stability, stability) < 4e-5)
      #expect(relativeDistance(state.difficulty, difficulty) < 4e-5)
    }
    #expect(throws: ParametersError.wrongCount(18)) {
      try FSRS6.migrated(Array(nineteen.dropLast()))
    }
  }
}
