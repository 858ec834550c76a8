import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

/// An answer that spells the reading is a meaning where the group says so, or words stand beside it.
@Suite struct RomajiOrMeaningTests {
  private func verdict(
    _ typed: String, _ prompt: String, _ answer: String, reading: String?, answers: String? = "en"
  ) -> Verdict {
    let question = Question(prompt: prompt, answer: answer, reading: reading)
    let languages = GroupLanguages(learned: "ja", answers: answers)
    return Judge().judge(
      typed, for: question.asked(.recognition, in: AskingContext(languages: languages)))
  }

  @Test(arguments: [("techer", VerdictKind.remark), ("doctor", .wrong), ("せんせい", .retry)])
  func `a word beside one that spells the reading is a meaning`(typed: String, kind: VerdictKind) {
    for language in ["en", nil] {
      let verdict = verdict(
        typed, "先生", "teacher; sensei", reading: "せんせい", answers: language)
      #expect(verdict.kind == kind, "\(verdict)")
    }
  }

  @Test(arguments: [
    ("sushi", VerdictKind.correct), ("the sushi", .correct), ("sushis", .correct),
    ("susi", .remark),
    ("fish", .wrong), ("すし", .retry),
  ])
  func `an answer in English that spells the reading is a meaning`(
    typed: String, kind: VerdictKind
  ) {
    #expect(verdict(typed, "寿司", "sushi", reading: "すし").kind == kind)
  }

  @Test(arguments: [("the sushi", true), ("sushis", true), ("すし", true), ("fish", false)])
  func `a word of English beside kanji may be either where the group doesn't say`(
    typed: String, isRight: Bool
  ) {
    let verdict = verdict(typed, "寿司", "sushi", reading: "すし", answers: nil)
    #expect(verdict.kind.isAccepted == isRight)
    #expect(isRight || verdict.kind == .wrong)
  }

  @Test func `romaji beside kana stays romaji`() {
    for language in ["ja-Latn", nil] {
      #expect(verdict("ti", "ち", "chi", reading: nil, answers: language).kind.isAccepted)
      #expect(verdict("fish", "ち", "chi", reading: nil, answers: language).kind == .retry)
      #expect(verdict("the chi", "ち", "chi", reading: nil, answers: language).kind != .correct)
    }
  }

  @Test func `the ending after a slash is no answer by itself`() {
    let question = Question(prompt: "pretty", answer: "bonito/a; el/la profesor(a)")
    for (direction, language) in [(Direction.recognition, "es"), (.production, "en")] {
      let asked = Question(
        prompt: direction == .production ? "bonito/a; el/la profesor(a)" : question.prompt,
        answer: direction == .production ? "pretty" : question.answer
      ).asked(
        direction, in: AskingContext(languages: GroupLanguages(learned: "es", answers: language)))
      for typed in ["bonito", "bonita", "el profesor", "la profesora"] {
        #expect(Judge().judge(typed, for: asked).kind.isAccepted, "\(typed)")
      }
      for typed in ["a", "el", "la", "la profesor"] {
        #expect(!Judge().judge(typed, for: asked).kind.isAccepted, "\(typed)")
      }
    }
  }

  @Test func `a phrase with a slash lists each answer once`() {
    let question = Question(prompt: "su casa", answer: "his/her house")
    let verdict = Judge().judge("his house", against: question)
    #expect(verdict.message == "Also correct: her house.")
    #expect(!Judge().judge("his", against: question).kind.isAccepted)
  }
}
