import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport

/// A learner with a memory of their own, who studies what is due and grades what they recalled.
struct SimulatedGrader {
  /// The stability of a new memory, in multiples of what the default model expects.
  var strength = 1.0
  /// How often they call a card hard that they remembered.
  var hesitation = 0.2
  /// How often they call a card hard that they had forgotten.
  var misuse = 0.0
  /// Whether the intervals come from parameters that know this memory, and not from the defaults.
  var isFitted = false

  /// The tally of their answers to a number of cards, each answered on a number of later days.
  func tally(cards: Int, answersToEach: Int = 12, seed: UInt64) throws -> HardMisuseTally {
    var parameters = FSRS6.defaultParameters
    for index in 0..<4 { parameters[index] *= strength }
    let truth = try MemoryModel(parameters: parameters)
    let scheduler = Scheduler(
      model: isFitted ? truth : MemoryModel(), learningSteps: [], relearningSteps: [])
    var generator = SeededGenerator(seed: seed)
    var tally = HardMisuseTally()
    for number in 0..<cards {
      let card = CardID(question: QuestionID(bits: UInt128(number)))
      var day = 0
      var memory = truth.initialState(.good)
      var schedule: Schedule?
      for _ in 0...answersToEach {
        let moment = Moment(milliseconds: Int64(day) * 86_400_000 + 43_200_000, utcOffset: 0)
        var grade = Grade.good
        if let last = schedule?.lastReview {
          let days = moment.wholeDays(since: last)
          let recalls =
            Double.random(in: 0..<1, using: &generator)
            < truth.retrievability(memory, elapsedDays: Double(days))
          grade = self.grade(recalls, using: &generator)
          // A forgotten card is relearned, whatever its grade.
          memory = truth.nextState(memory, grade: recalls ? grade : .again, elapsedDays: days)
        }
        tally.add(
          Review(
            card: card, grade: grade, moment: moment, typed: nil, verdict: nil, hintUsed: false,
            duration: 0))
        let next = scheduler.schedule(schedule, grade: grade, at: moment, card: card)
        day += next.interval
        schedule = next
      }
    }
    return tally
  }

  private func grade(_ recalls: Bool, using generator: inout SeededGenerator) -> Grade {
    let chance = Double.random(in: 0..<1, using: &generator)
    guard recalls else { return chance < misuse ? .hard : .again }
    return chance < hesitation ? .hard : chance > 0.9 ? .easy : .good
  }
}
