import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import Testing

@Suite struct TallyTests {
  private let a = QuestionID(bits: 1)
  private let b = QuestionID(bits: 2)

  private func review(
    _ question: QuestionID, _ grade: Grade, on day: Int64 = 0, for other: QuestionID? = nil,
    mistake: String? = nil, isRetracted: Bool = false, direction: Direction = .recognition
  ) -> RecordedReview {
    RecordedReview(
      id: EventID(bits: 0), device: EventID(bits: 0),
      review: Review(
        card: CardID(question: question, direction: direction), grade: grade,
        moment: Moment(milliseconds: day * 86_400_000 + 43_200_000, utcOffset: 0), typed: nil,
        verdict: nil, mistake: mistake, hintUsed: false, duration: 0),
      group: "G", prompt: "p\(question.bits)", answer: "", mistakenFor: other,
      isRetracted: isRetracted)
  }

  @Test func `answers outside the schedule count in the day's score, and not in its retention`() {
    func answer(_ grade: Grade, _ occasion: ReviewOccasion? = nil) -> Review {
      Review(
        card: CardID(question: a), grade: grade, moment: Moment(milliseconds: 0, utcOffset: 0),
        typed: nil, verdict: nil, hintUsed: false, duration: 5, occasion: occasion)
    }
    var day = DailyProgress()
    for review in [answer(.again, .cram), answer(.good), answer(.again)] {
      day.add(review, isNew: false)
    }
    #expect(day.answers == Score(correct: 1, incorrect: 2))
    #expect(day.recalled == Score(correct: 1))
    #expect(day.duration == 15)
  }

  @Test func `answers outside the schedule are none of those that a card took to be learned`() {
    let schedule = Scheduler().schedule(
      nil, grade: .easy, at: Moment(milliseconds: 0, utcOffset: 0), card: CardID(question: a))
    func answer(_ kind: AnswerKind, on day: Int) -> CountedAnswer {
      CountedAnswer(
        card: 0, group: 0, grade: .good, milliseconds: Int64(day) * 86_400_000, utcOffset: 0,
        day: day, duration: 1_000, kind: kind, isFirstOfDay: true, interval: 0)
    }
    var figures = WordFigures(card: 0)
    figures.add(answer(.cram, on: 1), after: ReplayedState(nil, predicted: nil))
    #expect(figures.scheduledAnswers == 0 && figures.answersToLearn == nil)
    figures.add(answer(.new, on: 2), after: ReplayedState(schedule, predicted: nil))
    figures.add(answer(.cram, on: 3), after: ReplayedState(schedule, predicted: nil))
    #expect(figures.answersToLearn == 1 && figures.scheduledAnswers == 1)
    #expect(figures.score.total == 3 && figures.daysToLearn == 0)
  }

  @Test
  func `a card is learned on the day on which it leaves its steps, whatever days are reported`() {
    func state(_ phase: Grade) -> ReplayedState {
      ReplayedState(
        Scheduler().schedule(
          nil, grade: phase, at: Moment(milliseconds: 0, utcOffset: 0), card: CardID(question: a)),
        predicted: nil)
    }
    let (learning, review) = (state(.again), state(.easy))
    /// Answers on days 1 to 9, of which the second takes it out of its steps on day 3.
    func figures(_ days: ClosedRange<Int>, first kind: AnswerKind = .new) -> WordFigures {
      var figures = WordFigures(card: 0)
      for (day, kind, state) in [
        (1, kind, learning), (3, .learning, review), (9, AnswerKind.young, review),
      ] {
        figures.add(
          CountedAnswer(
            card: 0, group: 0, grade: .good, milliseconds: 0, utcOffset: 0, day: day,
            duration: 1_000, kind: kind, isFirstOfDay: true, interval: 0), after: state,
          counts: days.contains(day))
      }
      return figures
    }
    for days in [1...9, 2...9, 3...3] {
      #expect(figures(days).answersToLearn == 2 && figures(days).daysToLearn == 2)
    }
    for days in [4...9, 1...2] {
      #expect(figures(days).answersToLearn == nil && figures(days).daysToLearn == nil)
      #expect(figures(days).score.total == 1 && figures(days).scheduledAnswers == 1)
    }
    // Taken as known, it was in no steps.
    var known = WordFigures(card: 0)
    let answer = CountedAnswer(
      card: 0, group: 0, grade: .good, milliseconds: 0, utcOffset: 0, day: 1, duration: 0,
      kind: .young, isFirstOfDay: true, interval: 9)
    known.add(answer, after: review)
    #expect(known.answersToLearn == nil && known.score.total == 1)
  }

  @Test func `a card that another program took out of its steps before ours has been learned`() {
    var figures = WordFigures(card: 0)
    for (kind, day, phase) in [
      (AnswerKind.new, 0, ReplayedState.Phase.learning), (.young, 1, .review), (.young, 4, .review),
    ] {
      figures.add(
        CountedAnswer(
          card: 0, group: 0, grade: .good, milliseconds: 0, utcOffset: 0, day: day, duration: 1000,
          kind: kind, isFirstOfDay: true, interval: 1), after: ReplayedState(phase: phase))
    }
    #expect(figures.answersToLearn == 2 && figures.daysToLearn == 1)
  }

  @Test func `after the stability of its card, recall is 90%`() throws {
    let moment = Moment(milliseconds: 0, utcOffset: 0)
    let scheduler = Scheduler()
    for grade in Grade.allCases {
      let schedule = scheduler.schedule(nil, grade: grade, at: moment, card: CardID(question: a))
      var tally = CardTally(at: moment)
      tally.add(a, schedule, .active, scheduler)
      let days = Double(try #require(tally.report.stability.first))
      let recall = scheduler.model.retrievability(schedule.memory, elapsedDays: days)
      #expect(abs(recall - 0.9) < 1e-5, "\(grade)")
    }
  }

  @Test func `only what a session can ask is due`() {
    let moment = Moment(milliseconds: 86_400_000 * 100, utcOffset: 0)
    func schedule(due day: Int) -> Schedule {
      Schedule(
        phase: .review, memory: MemoryState(stability: 10, difficulty: 5),
        due: .on(moment.day.advanced(byDays: day)), interval: 10,
        lastReview: moment.advanced(byMilliseconds: -864_000_000), repetitions: 1, lapses: 0)
    }
    let tomorrow = moment.day.advanced(byDays: 1)
    var tally = CardTally(at: moment)
    for (suspension, isInDeck) in [
      (Suspension.active, true), (.suspended, true), (.buried(until: tomorrow), true),
      (.buried(until: moment.day), true), (.active, false),
    ] {
      for day in [-2, 0, 3] {
        tally.add(a, schedule(due: day), suspension, Scheduler(), isInDeck: isInDeck)
      }
    }
    // One that can be asked, one that was buried until today, and one that is buried until tomorrow.
    #expect(tally.report.due == [-2: 2, 0: 2, 3: 3])
    #expect(abs(tally.report.dailyLoad - 0.9) < 1e-9)
    #expect(tally.report.stability.count == 15)
  }

  @Test func `a confusion is drilled in the direction in which it happened last`() {
    var tally = ConfusionTally()
    tally.add(review(a, .again, for: b))
    tally.add(review(a, .again, for: b, direction: .production))
    #expect(tally.report.confusions.map(\.direction) == [.production])
    #expect(tally.report.confusions.map(\.count) == [2])
  }

  @Test func `confusions are counted by pair, without those that were undone`() {
    var tally = ConfusionTally()
    for recorded in [
      review(a, .again, for: b, mistake: "other_answer"),
      review(a, .again, for: b, mistake: "other_answer"),
      review(b, .again, for: a, mistake: "other_answer"), review(b, .again, mistake: "long_vowel"),
      review(a, .again, for: b, mistake: "other_answer", isRetracted: true),
    ] {
      tally.add(recorded)
    }
    let report = tally.report
    #expect(report.confusions.map(\.count) == [2, 1])
    #expect(report.confusions.first?.pair == ConfusionReport.Pair(asked: a, given: b))
  }

  @Test func `a pair is told apart after right answers to both on two later days`() {
    var tally = ConfusionTally()
    var isToldApart: Bool? { tally.report.confusions.first?.isToldApart }
    tally.add(review(a, .again, for: b))
    // Minutes later, one only remembers the correction.
    for _ in 0..<3 {
      tally.add(review(a, .good))
      tally.add(review(b, .good))
    }
    #expect(isToldApart == false)
    for question in [a, b, a, b] { tally.add(review(question, .hard, on: 1)) }
    #expect(isToldApart == false)
    tally.add(review(a, .good, on: 3))
    #expect(isToldApart == false)
    tally.add(review(b, .good, on: 4, direction: .production))
    #expect(isToldApart == false)
    tally.add(review(b, .again, on: 4))
    #expect(isToldApart == false)
    tally.add(review(b, .good, on: 5))
    #expect(isToldApart == true)
    tally.add(review(a, .again, on: 6, for: b))
    #expect(isToldApart == false)
  }
}
