import RabbleMemory
import RabbleQuestions
import RabbleScheduling
import RabbleScreens
import RabbleStudy
import Testing

/// Whether a typo is forgiven: as the question says, or else its group, or else the learner.
@Suite struct TypoRuleTests {
  private func verdict(
    question: TypoRule? = nil, group: TypoRule? = nil, learner: TypoRule, easily: Bool = false
  ) throws -> VerdictScreen? {
    let word = Question(
      prompt: "大学", answer: "university", reading: "だいがく", typos: question)
    var lesson = try Lesson([word], settings: GroupSettings(typos: group), typos: learner)
    _ = lesson.begin()
    guard easily else { return lesson.type("univeristy").verdicts.first }
    // A card that was easy again and again is not young any more.
    var stability = 0.0
    while stability <= TypoRule.stabilityOfYouth {
      _ = lesson.type("university")
      _ = lesson.type(":easy")
      stability = try lesson.standing("大学")?.schedule?.memory.stability ?? 0
      let due = Int64(try lesson.standing("大学")?.schedule?.interval ?? 1)
      lesson = try Lesson(
        on: lesson, at: lesson.now.advanced(byMilliseconds: (due + 1) * 86_400_000), typos: learner)
      _ = lesson.begin()
    }
    return lesson.type("univeristy").verdicts.first
  }

  @Test(
    arguments: [
      (nil, nil, .on, true), (nil, nil, .off, false), (nil, nil, .young, true),
      (nil, .off, .on, false), (nil, .on, .off, true), (.on, .off, .off, true),
      (.off, .on, .on, false), (.young, .off, .off, true),
    ] as [(TypoRule?, TypoRule?, TypoRule, Bool)])
  func `the question's rule wins over the group's, and that over the learner's`(
    question: TypoRule?, group: TypoRule?, learner: TypoRule, isForgiven: Bool
  ) throws {
    let screen = try verdict(question: question, group: group, learner: learner)
    #expect(screen?.verdict == (isForgiven ? .remark : .wrong))
    #expect(screen?.message.isEmpty == false)
  }

  @Test func `a typo is forgiven while the card is young, and not later`() throws {
    #expect(try verdict(learner: .on, easily: true)?.verdict == .remark)
    #expect(try verdict(learner: .young, easily: true)?.verdict == .wrong)
    #expect(try verdict(group: .young, learner: .on, easily: true)?.verdict == .wrong)
  }
}
