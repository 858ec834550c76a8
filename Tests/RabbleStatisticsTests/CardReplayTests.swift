import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import RabbleTestSupport
import Testing

struct CardReplayTests {
  private let card = CardID(question: QuestionID(bits: 7))

  private func answer(_ grade: Grade, day: Int, minute: Int = 0) -> CountedAnswer {
    let time = Int64(day) * 86_400_000 + 40_000_000 + Int64(minute) * 60_000
    return CountedAnswer(
      card: 0, group: 0, grade: grade, milliseconds: time, utcOffset: 0,
      day: Moment(milliseconds: time, utcOffset: 0).day.number, duration: 1000, kind: .learning,
      isFirstOfDay: false, interval: 0)
  }

  private func replay(_ schedulers: [Scheduler]) -> CardReplay {
    var replay = CardReplay(schedulersMayChange: schedulers.count > 1)
    schedulers.forEach { replay.add($0) }
    return replay
  }

  @Test func `an answer is of the kind that its card was`() {
    var replay = replay([Scheduler()])
    var kinds: [AnswerKind] = []
    var intervals: [Int] = []
    // Two learning steps; a lapse; an answer outside the schedule.
    for (grade, day, minute, isScheduled) in [
      (Grade.good, 0, 0, true), (.good, 0, 10, true), (.good, 3, 0, true), (.good, 40, 0, true),
      (.again, 200, 0, true), (.good, 200, 1, false), (.good, 200, 10, true),
    ] {
      var answer = answer(grade, day: day, minute: minute)
      replay.add(&answer, of: card, fuzzPosition: nil, isScheduled: isScheduled, scheduler: 0)
      kinds.append(answer.kind)
      intervals.append(answer.interval)
      if minute > 0 { #expect(!answer.isFirstOfDay) }
    }
    #expect(kinds == [.new, .learning, .young, .young, .mature, .cram, .relearning])
    #expect(intervals[0] == 0 && intervals[2] >= 1 && intervals[4] >= 21 && intervals[6] == 0)
  }

  @Test
  func
    `another program says whether its answers were in steps or in review, and no schedule moves`()
  {
    // One step there, which the first answer leaves, and two here.
    let answers: [(grade: Grade, day: Int, wasInSteps: Bool, wasInReview: Bool)] = [
      (.good, 0, true, false), (.good, 1, false, true), (.good, 2, false, true),
      (.again, 12, false, true), (.good, 13, true, false), (.good, 15, true, false),
    ]
    var (imported, own) = (replay([Scheduler()]), replay([Scheduler()]))
    var kinds: [AnswerKind] = []
    var tests: [Bool] = []
    for (grade, day, wasInSteps, wasInReview) in answers {
      var (first, second) = (answer(grade, day: day), answer(grade, day: day))
      imported.add(
        &first, of: card, fuzzPosition: nil, isScheduled: true, wasInSteps: wasInSteps,
        wasInReview: wasInReview, scheduler: 0)
      own.add(&second, of: card, fuzzPosition: nil, isScheduled: true, scheduler: 0)
      kinds.append(first.kind)
      tests.append(first.testsRetention)
      #expect(imported.schedules == own.schedules)
      if day == 1 { #expect(second.kind == .learning) }
    }
    #expect(kinds == [.new, .young, .young, .young, .relearning, .relearning])
    #expect(tests == [false, true, true, true, false, false])
  }

  @Test func `a card ends with the schedule that its answers come to`() {
    var generator = SeededGenerator(seed: 4)
    let schedulers = [Scheduler(), Scheduler(desiredRetention: 0.8)]
    for _ in 0..<50 {
      var replay = replay(schedulers)
      var reviews: [Review] = []
      var day = 0
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        day += Int.random(in: 0...30, using: &generator)
        var answer = answer(
          Grade.allCases[Int.random(in: 0..<4, using: &generator)], day: day,
          minute: reviews.count)
        let scheduler = Int.random(in: 0...1, using: &generator)
        replay.add(
          &answer, of: card, fuzzPosition: nil, isScheduled: true, scheduler: scheduler)
        reviews.append(
          Review(
            card: card, grade: answer.grade,
            moment: Moment(milliseconds: answer.milliseconds, utcOffset: 0), typed: nil,
            verdict: nil, hintUsed: false, duration: 1000))
        // Whatever was in force before, the program replays the card from its first answer.
        #expect(replay.schedules[0] == schedulers[scheduler].replay(reviews))
      }
    }
  }
}
