import RabbleQuestions
import Testing

@testable import RabbleJudging

/// What a deck refuses, beside what it accepts.
@Suite struct BlockedAnswerTests {
  @Test func `an answer is refused where the word is asked if it is nearly the word`() {
    let because = Question(
      prompt: "porque", answer: "because",
      blocked: ["por qué :: in two words it is “why”", "why"]
    ).asked(.production)
    #expect(because.blocked == ["por qué :: in two words it is “why”"])
    for typed in ["por qué", "por que"] {
      let verdict = Judge().judge(typed, for: because)
      #expect(verdict.mistake == .blocked)
      #expect(verdict.message == "Not “\(typed)”: in two words it is “why”.")
    }
    #expect(Judge().judge("porque", for: because).kind == .correct)
  }

  @Test func `an answer in Japanese is refused where a Japanese word is asked`() {
    let cold = Question(
      prompt: "寒くなる", answer: "to become cold", reading: "さむくなる",
      blocked: ["寒[さむ]いになる :: い becomes く before なる", "to be cold"]
    ).asked(.production)
    #expect(cold.blocked.count == 1)
    for typed in ["寒いになる", "さむいになる", "samuininaru"] {
      #expect(Judge().judge(typed, for: cold).mistake == .blocked, "\(typed)")
    }
    for typed in ["寒くなる", "さむくなる"] {
      #expect(Judge().judge(typed, for: cold).kind.isAccepted, "\(typed)")
    }
  }

  @Test func `a right answer is not refused for a blocked one with the same reading`() {
    let bridge = Question(
      prompt: "橋", answer: "bridge", reading: "はし", blocked: ["箸[はし] :: those are chopsticks"]
    ).asked(.production)
    #expect(Judge().judge("はし", for: bridge).mistake != .blocked)
    #expect(Judge().judge("箸", for: bridge).mistake == .blocked)
  }

  @Test func `of two forms that an accent tells apart, the one that was typed counts`() {
    let speak = Question(
      prompt: "I don't speak English.", answer: "No hablo inglés.",
      blocked: ["habló :: that is he or she"], cloze: "No {{hablo}} inglés.")
    let asked = speak.asked(.cloze("hablo"))
    for demandsAccents in [false, true] {
      func verdict(_ typed: String) -> Verdict {
        Judge().judge(typed, against: asked, demandsAccents: demandsAccents)
      }
      #expect(verdict("hablo").kind == .correct)
      #expect(verdict("Hablo").kind == .correct)
      #expect(verdict("habló").mistake == .blocked)
      #expect(verdict("Habló").mistake == .blocked)
    }
  }
}
