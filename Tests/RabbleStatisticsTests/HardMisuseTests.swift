import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleStatistics
import Testing

@Suite struct HardMisuseTests {
  private func review(
    _ grade: Grade, of question: UInt128 = 1, on day: Int64 = 0, verdict: String? = nil,
    hintUsed: Bool = false
  ) -> Review {
    Review(
      card: CardID(question: QuestionID(bits: question)), grade: grade,
      moment: Moment(milliseconds: day * 86_400_000 + 43_200_000, utcOffset: 0),
      typed: verdict.map { _ in "x" }, verdict: verdict, hintUsed: hintUsed, duration: 0)
  }

  @Test func `an empty log shows nothing`() {
    #expect(!HardMisuseTally().use.isSuspicious)
    #expect(HardMisuseTally().use == HardMisuse())
  }

  @Test func `wrong answers graded hard are reported from the fifth on`() {
    var tally = HardMisuseTally()
    for number in 1...5 {
      #expect(!tally.use.callsWrongHard)
      tally.add(review(.hard, of: UInt128(number), verdict: "wrong"))
    }
    // 0.2⁵ = 0.00032: less than one in a thousand.
    #expect(tally.use.callsWrongHard)
  }

  @Test func `answers judged right, good ones and those after a hint are no such evidence`() {
    var tally = HardMisuseTally()
    for number in 0..<100 {
      let question = UInt128(number)
      tally.add(review(.hard, of: question, verdict: "correct"))
      tally.add(review(.good, of: question + 1000, verdict: "wrong"))
      tally.add(review(.hard, of: question + 2000, verdict: "wrong", hintUsed: true))
    }
    #expect(tally.use == HardMisuse(judgedWrong: 100))
    #expect(!tally.use.isSuspicious)
  }

  @Test func `one wrong answer in five may be called hard for ever`() {
    #expect(!HardMisuse(judgedWrong: 100_000, calledHard: 20_000).callsWrongHard)
    #expect(HardMisuse(judgedWrong: 100_000, calledHard: 21_000).callsWrongHard)
  }

  @Test func `only answers of a later day that nobody judged are expected to be forgotten`() {
    var tally = HardMisuseTally()
    tally.add(review(.good))
    tally.add(review(.good))
    #expect(tally.use == HardMisuse())
    tally.add(review(.hard, on: 2, verdict: "correct"))
    tally.add(review(.hard, on: 4, hintUsed: true))
    #expect(tally.use == HardMisuse())
    tally.add(review(.hard, on: 7))
    let use = tally.use
    #expect([use.selfGraded, use.again, use.hard] == [1, 0, 1])
    // Good and good on the first day: w2 = 2.3065, and k = e^(.5425·.0912)·2.3065^-.0658 = .994 reads
    // as 1. After 2 days hard, after 4 days hard; then 3 days later, more stable than at first.
    #expect(use.expected > 0.02 && use.expected < 0.12)
  }

  @Test func `without a single "again" the bound is that of no event where a third was due`() {
    // e^-x = 0.001 at x = 6.908, three times of which is 20.72.
    #expect(!HardMisuse(selfGraded: 207, expected: 20.7, again: 0, hard: 30).gradesForgottenHard)
    #expect(HardMisuse(selfGraded: 208, expected: 20.8, again: 0, hard: 30).gradesForgottenHard)
  }

  @Test func `a learner who rarely forgets and rarely grades hard is not suspected`() {
    #expect(!HardMisuse(selfGraded: 5000, expected: 500, again: 0, hard: 240).gradesForgottenHard)
    #expect(HardMisuse(selfGraded: 5000, expected: 500, again: 0, hard: 260).gradesForgottenHard)
  }

  /// Who is honest: a memory from a third as strong to four times as strong as expected, hard for
  /// one in ten to one in three of the cards that came back to them.
  private static let honest = [0.33, 0.5, 1, 2, 4].flatMap { strength in
    [0.1, 0.2, 0.33].flatMap { hesitation in
      [false, true].map { isFitted in
        SimulatedGrader(strength: strength, hesitation: hesitation, isFitted: isFitted)
      }
    }
  }

  @Test(arguments: honest)
  func `honest learners are not warned, whatever their memory and their parameters`(
    learner: SimulatedGrader
  ) throws {
    for seed in 1...4 {
      let use = try learner.tally(cards: 100, seed: UInt64(seed)).use
      #expect(use.selfGraded == 1200)
      #expect(!use.isSuspicious, "\(use)")
    }
  }

  @Test(arguments: [0.5, 1, 2], [false, true])
  func
    `a learner who grades forgotten cards hard is warned, even once parameters were fitted to it`(
      strength: Double, isFitted: Bool
    ) throws
  {
    var learner = SimulatedGrader(
      strength: strength, hesitation: 0.1, misuse: 1, isFitted: isFitted)
    for seed in 1...4 {
      let use = try learner.tally(cards: 20, seed: UInt64(seed)).use
      #expect(use.selfGraded == 240)
      #expect(use.gradesForgottenHard, "\(use)")
    }
    // One in twenty of the forgotten cards is called forgotten.
    learner.misuse = 0.95
    let use = try learner.tally(cards: 300, seed: 5).use
    #expect(use.gradesForgottenHard, "\(use)")
  }
}

extension HardMisuseTally {
  /// Adds a review of a card whose question has a small number.
  mutating func add(_ review: Review) {
    guard review.isScheduled else { return }
    add(
      Int(review.card.question.bits), review.grade, at: review.moment,
      isJudgedWrong: review.verdict.map { $0 == "wrong" }, hintUsed: review.hintUsed)
  }
}
