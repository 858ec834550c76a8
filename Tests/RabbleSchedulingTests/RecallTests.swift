import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

/// Learners whose memory is known, because it follows the model.
struct RecallTests {
  @Test(arguments: [0.8, 0.9, 0.95])
  func `a learner remembers as often as was asked for`(retention: Double) {
    let model = MemoryModel(.fsrs6)
    let scheduler = Scheduler(model: model, desiredRetention: retention, fuzz: false)
    var generator = SeededGenerator(seed: 9)
    var (asked, remembered) = (0, 0)
    for number in 0..<700 {
      let card = CardID.numbered(number)
      var moment = Moment(milliseconds: 1_700_000_000_000, utcOffset: 0)
      let end = moment.advanced(byMilliseconds: 600 * 86_400_000)
      var schedule = scheduler.schedule(nil, grade: .good, at: moment, card: card)
      while moment < end {
        let days = schedule.interval
        moment = moment.advanced(
          byMilliseconds: days == 0 ? 600_000 : Int64(days) * 86_400_000)
        var grade = generator.element(of: [Grade.hard, .good, .good, .good, .easy])
        if days > 0 {
          let recalled = model.retrievability(schedule.memory, elapsedDays: Double(days))
          if Double.random(in: 0..<1, using: &generator) >= recalled { grade = .again }
          // Shorter intervals are whole days too, and too coarse to meet a share.
          if days >= 4 {
            asked += 1
            remembered += grade == .again ? 0 : 1
          }
        }
        schedule = scheduler.schedule(schedule, grade: grade, at: moment, card: card)
      }
    }
    #expect(asked > 3000)
    #expect(abs(Double(remembered) / Double(asked) - retention) < 0.01)
  }
}
