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

  @Test func `outside English no other number or accent is taken for a card's answer`() {
    let verbs = QuestionGroup(
      title: "Verbs", language: "es", answerLanguage: "es",
      questions: [
        Question(prompt: "yo", answer: "hablé"), Question(prompt: "tú", answer: "hablas"),
        Question(prompt: "él", answer: "habla"),
        Question(prompt: "él (pretérito)", answer: "habló"),
      ])
    let judge = Judge(groups: [verbs])
    func named(_ typed: String, _ demandsAccents: Bool = true) -> [String] {
      judge.judge(
        typed, for: verbs.questions[0].asked(.recognition, in: verbs.askingContext),
        options: JudgingOptions(demandsAccents: demandsAccents)
      ).mistakenFor.map(\.prompt)
    }
    #expect(named("habla") == ["él"])
    #expect(named("hablas") == ["tú"])
    #expect(named("hablo").isEmpty)
    #expect(named("hablo", false) == ["él (pretérito)"])
  }

  @Test func `two cards with one prompt are named once`() {
    let again = Question(prompt: "ざ", answer: "za; dza")
    let judge = Judge(vocabulary: Vocabulary([school, za, again]))
    #expect(judge.judge("za", against: school).message == "“za” is ざ.")
  }
}
