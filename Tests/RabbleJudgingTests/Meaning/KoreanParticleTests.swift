import RabbleQuestions
import Testing

@testable import RabbleJudging

struct KoreanParticleTests {
  private func verdict(_ typed: String, _ answer: String, others: [(String, String)] = [])
    -> Verdict
  {
    let questions = ([(answer, "meaning")] + others).map { Question(prompt: $0, answer: $1) }
    let group = QuestionGroup(
      title: "Korean", language: "ko", answerLanguage: "en", directions: [.production],
      questions: questions)
    let judge = Judge(groups: [group], kind: .production)
    return judge.judge(typed, for: questions[0].asked(.production, in: group.askingContext))
  }

  @Test(arguments: [
    ("비가 와요", "비 와요"), ("비가 와요", "비는 와요"), ("비 와요", "비가 와요"),
    ("저는 학생이에요", "제가 학생이에요"), ("저는 학생이에요", "저 학생이에요"),
    ("물을 마셔요", "물 마셔요"), ("고양이가 있어요", "고양이 있어요"),
    ("좋은 사람이 있어요", "좋은 사람 있어요"), ("뭘 먹어요?", "뭐 먹어요"),
    ("나는 그 영화를 봤어", "난 그 영화 봤어"),
  ])
  func `a particle left out or exchanged is right, with a remark`(answer: String, typed: String) {
    let verdict = verdict(typed, answer)
    #expect(verdict.kind == .remark, "\(verdict)")
    #expect(
      verdict.message
        == "Correct, with other particles than “\(answer)”\(answer.hasSuffix("?") ? "" : ".")")
  }

  @Test(arguments: [
    ("가는 사람이 있어요", "가 사람이 있어요"), ("좋은 사람이 있어요", "좋 사람이 있어요"),
    ("고양이 있어요", "고양 있어요"), ("물을 마셔요", "물이 마셔요"), ("학교를 가요", "학교을 가요"),
    ("먹을 것이 없어요", "먹 것이 없어요"), ("비가 와요", "눈이 와요"), ("같이 가요", "같 가요"),
    ("저는", "저"), ("비가 와요", "비에 와요"),
  ])
  func `what only looks like a particle, another noun and a wrong form are incorrect`(
    answer: String, typed: String
  ) {
    #expect(verdict(typed, answer).kind == .wrong)
  }

  @Test func `particles never hide another card's answer`() {
    let verdict = verdict("비 와요", "비가 와요", others: [("비 와요", "rain!")])
    #expect(verdict.kind == .retry && verdict.mistake == .otherAnswer, "\(verdict)")
  }

  @Test func `a particle may be left out where no language is named`() {
    let question = Question(prompt: "It rains.", answer: "비가 와요")
    #expect(Judge().judge("비 와요", for: question.asked(.recognition)).kind == .remark)
  }

  @Test func `in a blank the particle is what is asked for`() throws {
    let question = Question(prompt: "", answer: "", cloze: "비[가] 와요")
    let asked = question.asked(
      .cloze("1"), in: AskingContext(languages: GroupLanguages(learned: "ko")))
    #expect(!Judge().judge("는", for: asked).kind.isAccepted)
  }
}
