import RabbleStatistics
import Testing

@testable import RabbleStudy

@Suite struct HardMisuseAdviceTests {
  @Test func `nothing is said without evidence`() {
    #expect(HardMisuse(judgedWrong: 10, calledHard: 2).advice == [])
  }

  @Test func `missing "again" is told with the numbers and with what to do`() {
    let use = HardMisuse(selfGraded: 240, expected: 24.4, again: 0, hard: 61)
    #expect(
      use.advice.joined(separator: "\n") == """
        Of 240 answers you graded yourself, about 24 were probably forgotten; you chose “again” \
        for 0 and “hard” for 61.
        “Hard” means that you remembered with effort: the card is due later, not sooner. If you had \
        forgotten it, choose “again”; otherwise, keep going.
        """)
  }
}
