import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleTestSupport
import Testing

@testable import RabbleControllers

/// What a learner is told about a card, word by word. The figures are worked out by hand from the
/// formulas of FSRS-6: F = .9^(-1/.1542) - 1 = .9803, R(t) = (1 + F t/S)^-.1542.
@Suite struct ExplanationTests {
  private let card = Card(
    id: CardID(question: QuestionID(bits: 7)), question: Question(prompt: "犬", answer: "dog"),
    group: "Animals", position: 0)

  /// Noon in Tokyo, so many days after 2026-11-01.
  private func moment(_ day: Int, hour: Int = 12) throws -> Moment {
    try #require(Moment(iso8601: "2026-11-01T00:00:00+09:00"))
      .advanced(byMilliseconds: Int64(day * 24 + hour) * 3_600_000)
  }

  private func review(
    _ grade: Grade, _ day: Int, hour: Int = 12, fuzzPosition: Double? = nil, hint: Bool = false
  ) throws -> Review {
    Review(
      card: card.id, grade: grade, moment: try moment(day, hour: hour), typed: nil, verdict: nil,
      hintUsed: hint, duration: 0, fuzzPosition: fuzzPosition)
  }

  /// A first "easy" gives a stability of 12.4 days.
  private func preset(retention: Double = 0.9) throws -> Preset {
    var parameters = FSRS6.defaultParameters
    parameters[3] = 12.4
    return Preset(
      name: "mine", model: try MemoryModel(parameters: parameters), desiredRetention: retention,
      learningSteps: [], relearningSteps: [])
  }

  private func lines(
    _ preset: Preset, _ reviews: [Review], on day: Int, hour: Int = 12, due: Due? = nil,
    suspension: Suspension = .active, siblings: [SiblingRule.Standing] = [],
    isHeldBySibling: Bool = false, isCrammed: Bool = false, ownRetention: Double? = nil
  ) throws -> String {
    var schedule = Scheduler(preset).origin(after: reviews.map { .review($0) })?.schedule
    if let due, let computed = schedule {
      schedule = Schedule(
        phase: computed.phase, memory: computed.memory, due: due, interval: computed.interval,
        lastReview: computed.lastReview, repetitions: computed.repetitions,
        lapses: computed.lapses)
    }
    let explanation = try Explanation(
      AskedCard(
        CardStanding(
          card: card, schedule: schedule, preset: preset, suspension: suspension,
          isHeldBySibling: isHeldBySibling), shown: moment(day, hour: hour), number: 0),
      CardHistory(
        events: reviews.map { .review($0) }, preset: preset, siblings: siblings,
        ownRetention: ownRetention),
      isCrammed: isCrammed, localTime: .fixed(offset: 9 * 3600),
      at: moment(day, hour: hour))
    return explanation.lines.joined(separator: "\n")
  }

  @Test func `a new card says so, and what would come`() throws {
    #expect(
      try lines(Preset(), [], on: 0).hasPrefix(
        """
        Now     New: you have not answered this card yet.
        Preset  “default”: FSRS-6 with the default parameters, desired retention 90%.
        Grades  If graded now, next review: again in 1 minute · hard in 6 minutes · good in \
        10 minutes · easy in
        """))
  }

  @Test func `a new card with answers that don't count is not said to have none`() throws {
    let answer = Review(
      card: card.id, grade: .good, moment: try moment(0), typed: nil, verdict: nil, hintUsed: false,
      duration: 0, occasion: .cram)
    let text = try lines(Preset(), [answer], on: 1)
    #expect(text.hasPrefix("Now      New: its answers don't affect the schedule.\nAnswers  "))
  }

  @Test func `a card in its steps tells the step`() throws {
    // S = w2 = 2.3065; on the day itself R = 1. D = D0(3) = 6.4133 - e^(.8334·2) + 1 = 2.1181.
    #expect(
      try lines(Preset(), [review(.again, 0, hour: 11), review(.good, 0)], on: 0).hasPrefix(
        """
        Now      Learning, step 2 of 2 (10 minutes). Due in 10 minutes.
        Answers  2026-11-01 again good.
        Memory   Probability of recall now: 100% (retrievability). Stability:
        """))
    #expect(
      try lines(Preset(), [review(.good, 0)], on: 0).contains(
        """
        Memory   Probability of recall now: 100% (retrievability). Stability: 2.3 days (time \
        until recall probability falls to 90%). Difficulty: 2.1 of 10 (very easy).
        """))
  }

  @Test func `a day chosen for what else is due is told with the days that would do`() throws {
    // R(3) = (1 + .9803·3/12.4)^-.1542 = .968; D = D0(4) = 6.4133 - e^2.5002 + 1, clamped to 1.
    let text = try lines(preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 3)
    #expect(
      text.hasPrefix(
        """
        Now       Due in 10 days (2026-11-14).
        Answers   2026-11-01 easy.
        Memory    Probability of recall now: 97% (retrievability). Stability: 12.4 days (time \
        until recall probability falls to 90%). Difficulty: 1 of 10 (very easy).
        Interval  The model predicts 12.4 days at a desired retention of 90% (the stability \
        itself). Fuzz range 10–14 days; 13 chosen to balance your workload.
        Preset    “mine”: FSRS-6 with parameters set by hand, desired retention 90%.
        Grades    If graded now, next review: again
        """))
  }

  @Test func `another desired retention is a factor on the stability`() throws {
    // (.85^(-1/.1542) - 1)/F = 1.869/.9803 = 1.907, times 12.4 = 23.6; rounded to 24 it is spread
    // over 24 ± (1 + .675 + 1.3 + .2) = 20.8…27.2, as far as chance goes.
    let text = try lines(preset(retention: 0.85), [review(.easy, 0, fuzzPosition: 0.5)], on: 24)
    #expect(text.contains("Now       Due today.\n"))
    #expect(
      text.contains(
        """
        Interval  The model predicts 23.6 days at a desired retention of 85% (1.91 × the \
        stability). Fuzz range 21–27 days; 24 chosen
        """))
    #expect(text.contains("desired retention 85%."))
    let own = try lines(
      preset(retention: 0.875), [review(.easy, 0)], on: 60, ownRetention: 0.875)
    #expect(own.contains("desired retention 87.5%, set for its group."))
  }

  @Test func `an overdue card tells since when`() throws {
    let text = try lines(preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 15)
    #expect(text.hasPrefix("Now       Overdue by 2 days (due 2026-11-14).\n"))
  }

  @Test func `the last six answers stand behind their days, with hints and lapses`() throws {
    let reviews = try [
      review(.good, 0), review(.good, 2), review(.hard, 8, hint: true), review(.again, 20),
      review(.good, 21), review(.again, 30), review(.again, 30, hour: 13), review(.good, 31),
    ]
    #expect(
      try lines(preset(), reviews, on: 31).contains(
        """
        Answers   the last 6 of 8: 2026-11-09 hard (hint), 2026-11-21 again, 2026-11-22 good, \
        2026-12-01 again again, 2026-12-02 good; 3 lapses.
        """))
  }

  @Test func `rescheduling that would make a card overdue is told`() throws {
    let later = try moment(20).day
    let text = try lines(
      preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 20, due: .on(later))
    #expect(
      text.contains(
        """
        Moved     By its preset as it is now, it would be due on 2026-11-14. Rescheduling makes no \
        card overdue, so it is due today.
        """))
  }

  @Test func `a card that a fit has left on its day tells why`() throws {
    let text = try lines(
      preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 5, due: .on(moment(12).day))
    #expect(
      text.contains(
        """
        Kept      By its preset as it is now, it would be due on 2026-11-14. Optimized parameters \
        move a card only by more than its fuzz range, so it is due on 2026-11-13.
        """))
  }

  @Test func `a card that a fit has left on its day keeps its reason when it is due`() throws {
    var fitted = try preset()
    fitted.learnedFrom = 400
    for kept in [12, 15] {
      let text = try lines(
        fitted, [review(.easy, 0, fuzzPosition: 0.7)], on: 20, due: .on(moment(kept).day))
      #expect(
        text.contains(
          """
          Kept      By its preset as it is now, it would be due on 2026-11-14. Optimized parameters \
          move a card only by more than its fuzz range, so it is due on 2026-11-\(kept + 1).
          """))
    }
  }

  @Test func `a card that was moved by a day so as not to be overdue is not taken for a kept one`()
    throws
  {
    let text = try lines(
      preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 20, due: .on(moment(14).day))
    #expect(
      text.contains(
        """
        Moved     By its preset as it is now, it would be due on 2026-11-14. Rescheduling makes no \
        card overdue, so it is due on 2026-11-15.
        """))
  }

  @Test func `an overdue card that rescheduling left alone tells why`() throws {
    let text = try lines(
      preset(), [review(.easy, 0, fuzzPosition: 0.7)], on: 20, due: .on(moment(5).day))
    #expect(
      text.contains(
        """
        Kept      By its preset as it is now, it would be due on 2026-11-14. Rescheduling leaves \
        an overdue card on its due date, so it is due on 2026-11-06.
        """))
  }

  @Test func `a card in its steps that new parameters had back long ago tells the minute`() throws {
    let text = try lines(
      Preset(), [review(.good, 0)], on: 2, due: .at(moment(1).milliseconds))
    #expect(
      text.hasPrefix("Now      Learning, step 2 of 2 (10 minutes). Due now.\n"))
    #expect(
      text.contains(
        """
        Moved    By its preset as it is now, it would be due on 2026-11-01 at 12:10. Rescheduling \
        makes no card overdue, so it is due on 2026-11-02 at 12:00.
        """))
  }

  @Test func `suspended and buried cards say until when`() throws {
    let reviews = [try review(.easy, 0)]
    #expect(
      try lines(preset(), reviews, on: 3, suspension: .suspended)
        .contains("Asked     Suspended. Restore it with `rabble card unsuspend`."))
    let day = try moment(4).day
    #expect(
      try lines(preset(), reviews, on: 3, suspension: .buried(until: day))
        .contains("Asked     Buried until 2026-11-05."))
    #expect(
      try !lines(preset(), reviews, on: 4, suspension: .buried(until: day)).contains("Asked"))
  }

  @Test func `the other cards of the question are told, and that one of them comes first`() throws {
    let day = try moment(3).day
    let siblings = [
      SiblingRule.Standing(
        card: CardID(question: card.id.question, direction: .production), due: .on(day),
        lastAnswered: nil),
      SiblingRule.Standing(
        card: CardID(question: card.id.question, direction: .reading), due: nil, lastAnswered: nil),
    ]
    let told = "Siblings  Of the same question: production, due today; reading, new."
    let hold = "Only one card of a question is asked per day, so this one is asked on another day."
    let due = try lines(
      preset(), [review(.easy, 0)], on: 30, siblings: siblings, isHeldBySibling: true)
    #expect(due.contains("reading, new. " + hold))
    let crammed = try lines(
      preset(), [review(.easy, 0)], on: 30, siblings: siblings, isHeldBySibling: true,
      isCrammed: true)
    #expect(crammed.contains("reading, new.\n") && !crammed.contains(hold))
    let early = try lines(
      preset(), [review(.easy, 0)], on: 3, siblings: siblings, isHeldBySibling: true)
    #expect(early.contains(told + "\n"))
  }

  @Test func `a leech is named, with what helps`() throws {
    var preset = try preset()
    preset.leech = LeechRule(threshold: 2)
    let reviews = try [review(.easy, 0), review(.again, 20), review(.again, 30)]
    #expect(
      try lines(preset, reviews, on: 30).contains(
        """
        Leech     A leech: 2 lapses. What helps: a mnemonic or an example in its note, or \
        splitting it into easier ones (:edit).
        """))
    #expect(try !lines(preset, Array(reviews.dropLast()), on: 30).contains("Leech"))
  }

  @Test func `bounds and lower grades that moved the interval are told`() throws {
    var short = try preset()
    short.maximumInterval = 5
    #expect(
      try lines(short, [review(.easy, 0, fuzzPosition: 0)], on: 1).contains(
        "(the stability itself). Limited to 4 days, the maximum interval of the preset.\n"))
    #expect(
      try lines(preset(), [review(.easy, 0, fuzzPosition: 1.1)], on: 1).contains(
        "Raised to 15 days so that “easy” stays longer than “good”.\n"))
    #expect(
      try lines(preset(), [review(.easy, 0), review(.again, 20)], on: 20)
        .contains("(the stability itself). The interval is "))
  }
}
