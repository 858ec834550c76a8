import RabbleJudging
import RabbleQuestions
import Testing

@Suite struct AccentTests {
  private let judge = Judge(
    vocabulary: Vocabulary([
      Question(prompt: "where", answer: "où"), Question(prompt: "or", answer: "ou"),
    ]))

  private func judge(_ typed: String, _ answer: String, demanded: Bool = true) -> Verdict {
    judge.judge(
      typed, against: Question(prompt: "?", answer: answer), demandsAccents: demanded)
  }

  @Test func `an accent makes no difference unless it is demanded`() {
    #expect(judge("ete", "été", demanded: false).kind.isAccepted)
    let verdict = judge("ete", "été")
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == .accent)
    #expect(verdict.right == "été")
    #expect(verdict.message == "The accents make the difference: it is é, not e; é, not e.")
  }

  @Test(arguments: ["été", "Été", "l'été", "e\u{301}te\u{301}"])
  func `a right accent is right, however it is encoded`(typed: String) {
    #expect(judge(typed, "été; l'été").kind.isAccepted)
  }

  @Test func `a wrong accent is as wrong as none`() {
    #expect(judge("etè", "été").mistake == .accent)
    #expect(judge("hôtel", "hotel").mistake == .accent)
  }

  @Test func `a typo beside the right accents is forgiven, and an accent is none`() {
    #expect(judge("géneral", "général").mistake == .accent)
    #expect(judge("généralx", "général").mistake == .typo)
    #expect(judge("généralx", "général").kind == .remark)
    #expect(judge("generalx", "général").kind == .wrong)
  }

  @Test func `another question's word is named beside the accent`() {
    let verdict = judge.judge(
      "ou", against: Question(prompt: "where", answer: "où"), demandsAccents: true)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == .accent)
    #expect(verdict.mistakenFor.map(\.prompt) == ["or"])
  }

  @Test func `each of several answers needs its accents`() {
    #expect(judge("hiver, été", "été; hiver").kind == .correct)
    #expect(!judge("hiver, ete", "été; hiver").kind.isAccepted)
  }

  @Test func `accents say nothing of kana`() {
    let question = Question(prompt: "東京", answer: "Tokyo", reading: "とうきょう")
    let verdict = Judge().judge(
      "toukyou", against: question.asked(.reading), demandsAccents: true)
    #expect(verdict.kind.isAccepted)
  }
}
