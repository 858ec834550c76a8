import RabbleQuestions
import Testing

@testable import RabbleJudging

struct OtherCardTests {
  private func judge(_ answers: [String], _ language: String?) -> (String, String) -> Verdict {
    let questions = answers.enumerated().map { Question(prompt: "question \($0)", answer: $1) }
    let judge = Judge(vocabulary: Vocabulary(questions))
    return { typed, answer in
      judge.judge(
        typed,
        for: questions[answers.firstIndex(of: answer) ?? 0].asked(
          .recognition, in: AskingContext(languages: GroupLanguages(learned: language))))
    }
  }

  @Test(
    arguments: [
      ("hablo", "habló", "es"), ("schon", "schön", "de"), ("si", "sí", "es"), ("ill", "I'll", nil),
      ("polish", "Polish", nil), ("ou", "où", "fr"), ("drucken", "drücken", "de"),
      ("were", "we're", nil), ("esta", "está", "es"), ("turkey", "Turkey", nil), ("e", "è", "it"),
      ("avó", "avô", "pt"),
    ] as [(String, String, String?)])
  func `another card's exact answer is never right`(
    typed: String, answer: String, language: String?
  ) {
    let judge = judge([answer, typed], language)
    let verdict = judge(typed, answer)
    #expect(!verdict.kind.isAccepted, "\(verdict)")
    #expect(verdict.mistakes.contains(.otherAnswer))
    #expect(verdict.mistakenFor.map(\.answer) == [typed])
    #expect(judge(typed, typed).kind == .correct)
    #expect(judge(answer, answer).kind == .correct)
    #expect(!judge(answer, typed).kind.isAccepted)
  }

  @Test func `without such a card the same line is right`() {
    #expect(judge(["schön"], "de")("schon", "schön").kind.isAccepted)
    #expect(judge(["Polish"], nil)("polish", "Polish").kind == .correct)
    #expect(judge(["Polish", "polish"], nil)("POLISH", "Polish").kind == .correct)
    #expect(judge(["I'll", "ill"], nil)("i'll", "I'll").kind == .correct)
    #expect(judge(["I'll", "ill"], nil)("Ill", "ill").kind == .correct)
  }

  @Test func `an accent is a mistake, a capital may be tried again`() {
    let accent = judge(["schön", "schon"], "de")("schon", "schön")
    #expect(accent.kind == .wrong)
    #expect(accent.mistake == .accent)
    #expect(judge(["Polish", "polish"], nil)("polish", "Polish").kind == .retry)
  }

  @Test func `a capital makes no difference in a blank at the beginning of a sentence`() {
    let pay = Question(
      prompt: "Are you going to pay?", answer: "¿Va usted a pagar?",
      cloze: "¿{{Va::ir}} usted a pagar?")
    let leave = Question(
      prompt: "He isn't going out today.", answer: "Hoy no va a salir.",
      cloze: "Hoy no {{va::ir, él}} a salir.")
    let language = Question(
      prompt: "Hablo polaco.", answer: "I speak Polish.", cloze: "I speak {{Polish::a language}}.")
    let shine = Question(
      prompt: "Lústralo.", answer: "Please polish it.", cloze: "Please {{polish::rub}} it.")
    let group = QuestionGroup(title: "Blanks", questions: [pay, leave, language, shine])
    let judge = Judge(groups: [group], kind: .cloze)
    #expect(judge.judge("va", for: pay.asked(.cloze("Va"))).kind == .correct)
    let verdict = judge.judge("polish", for: language.asked(.cloze("Polish")))
    #expect(verdict.kind == .retry)
    #expect(verdict.message == "Almost, but “polish” is exactly Please [rub] it.")
  }

  @Test func `pairs that only accents, capitals, apostrophes or signs part are listed`() {
    let pairs = [
      ("schön", "schon"), ("Polish", "polish"), ("I'll", "ill"), ("-5 degrees", "5 degrees"),
      ("2-3 days", "23 days"), ("1/2", "12"),
    ]
    let questions = pairs.enumerated().flatMap { index, pair in
      [
        Question(prompt: "one of \(index)", answer: pair.0),
        Question(prompt: "other of \(index)", answer: pair.1),
      ]
    }
    let found = Vocabulary.confusablePairs(in: [QuestionGroup(title: "Pairs", questions: questions)]
    ).map { [$0.firstAnswer, $0.secondAnswer] }
    #expect(Set(found) == Set(pairs.map { [$0.0, $0.1] }))
  }
}
