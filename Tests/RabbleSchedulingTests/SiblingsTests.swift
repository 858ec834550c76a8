import RabbleQuestions
import RabbleScheduling
import Testing

@Suite struct SiblingsTests {
  private let now = Moment(milliseconds: 1_700_000_000_000, utcOffset: 0)

  private func card(_ direction: Direction) -> CardID {
    CardID(question: QuestionID(bits: 1), direction: direction)
  }

  private func standing(_ direction: Direction, due: Due? = nil, answered daysAgo: Int? = nil)
    -> SiblingRule.Standing
  {
    SiblingRule.Standing(
      card: card(direction), due: due, lastAnswered: daysAgo.map { now.day.advanced(byDays: -$0) })
  }

  private func day(_ days: Int) -> Due { .on(now.day.advanced(byDays: days)) }

  private func minutes(_ minutes: Int64) -> Due { .at(now.milliseconds + minutes * 60_000) }

  @Test func `of new cards the first is introduced`() {
    let cards = [standing(.recognition), standing(.production), standing(.reading)]
    #expect(SiblingRule.asked(of: cards, at: now) == [card(.recognition)])
  }

  @Test func `the next new card is introduced on the day after`() {
    let today = [standing(.recognition, due: day(3), answered: 0), standing(.production)]
    let tomorrow = [standing(.recognition, due: day(3), answered: 1), standing(.production)]
    #expect(SiblingRule.asked(of: today, at: now) == [])
    #expect(SiblingRule.asked(of: tomorrow, at: now) == [card(.production)])
  }

  @Test func `a due card goes before a new one`() {
    let cards = [standing(.recognition), standing(.production, due: day(0), answered: 5)]
    #expect(SiblingRule.asked(of: cards, at: now) == [card(.production)])
  }

  @Test func `of two due cards the one due first is asked, of one day the first`() {
    let apart = [
      standing(.recognition, due: day(-1), answered: 9),
      standing(.production, due: day(-4), answered: 9),
    ]
    let together = [
      standing(.recognition, due: day(-1), answered: 9),
      standing(.production, due: day(-1), answered: 3),
    ]
    #expect(SiblingRule.asked(of: apart, at: now) == [card(.production)])
    #expect(SiblingRule.asked(of: together, at: now) == [card(.recognition)])
  }

  @Test func `cards in their steps always come, and the others wait for them`() {
    let cards = [
      standing(.recognition, due: minutes(5), answered: 0),
      standing(.production, due: minutes(-5), answered: 1),
      standing(.reading, due: day(-2), answered: 7), standing(.cloze("は")),
    ]
    #expect(SiblingRule.asked(of: cards, at: now) == [card(.recognition), card(.production)])
  }

  @Test func `a step of another day holds nobody back`() {
    let cards = [
      standing(.recognition, due: minutes(60 * 48), answered: 1),
      standing(.production, due: day(0), answered: 7),
    ]
    #expect(SiblingRule.asked(of: cards, at: now) == [card(.recognition), card(.production)])
  }

  @Test func `nothing comes before its day`() {
    let cards = [
      standing(.recognition, due: day(1), answered: 4),
      standing(.production, due: day(2), answered: 4),
    ]
    #expect(SiblingRule.asked(of: cards, at: now) == [])
  }
}
