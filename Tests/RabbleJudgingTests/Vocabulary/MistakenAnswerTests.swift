import RabbleJudging
import RabbleQuestions
import Testing

@Suite struct MistakenAnswerTests {
  private let school = Question(prompt: "学校", answer: "がっこう")
  private let za = Question(prompt: "ざ", answer: "za")

  @Test(arguments: ["ざっ", "zaxtu"])
  func `a small っ at the end does not make the answer of another card`(typed: String) {
    let judge = Judge(vocabulary: Vocabulary([school, za]))
    #expect(judge.judge(typed, against: school).mistakenFor.isEmpty)
  }

  @Test func `the answer of another card is named`() {
    let judge = Judge(vocabulary: Vocabulary([school, za]))
    #expect(judge.judge("za", against: school).mistakenFor == [za.asked(.recognition)])
  }

  @Test func `two cards with one prompt are named once`() {
    let again = Question(prompt: "ざ", answer: "za; dza")
    let judge = Judge(vocabulary: Vocabulary([school, za, again]))
    #expect(judge.judge("za", against: school).message == "“za” is ざ.")
  }
}
