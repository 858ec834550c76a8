import RabbleControllers
import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import Testing

/// What is told of presets whose parameters were learned.
@Suite struct PresetScreenTests {
  private func entry(_ number: Int, _ change: PresetChange) -> PresetHistory.Entry {
    PresetHistory.Entry(
      id: EventID(bits: UInt128(number)),
      moment: Moment(milliseconds: Int64(number) * 86_400_000 + 43_200_000, utcOffset: 0),
      change: change)
  }

  @Test func `parameters tell when they were learned and from how much, whatever changed since`()
    throws
  {
    var parameters = FSRS6.defaultParameters
    parameters[2] = 3
    let learned = Preset(model: try MemoryModel(parameters: parameters), learnedFrom: 1234)
    var wished = learned
    wished.desiredRetention = 0.85
    let history = PresetHistory([
      entry(1, .set(Preset(), .learner)), entry(2, .set(learned, .automatic)),
      entry(3, .set(wished, .learner)),
    ])
    #expect(
      ExplanationScreen.presets(history, GroupLabels([])).map { $0.lines.prefix(2) } == [
        [
          "Model              FSRS-6 with parameters optimized on 1234 reviews on 1970-01-03",
          "Desired retention  85%",
        ]
      ])
  }
}
