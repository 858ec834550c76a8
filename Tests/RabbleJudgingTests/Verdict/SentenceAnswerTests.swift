import RabbleQuestions
import Testing

@testable import RabbleJudging

/// A sentence with commas is one answer.
@Suite struct SentenceAnswerTests {
  private func verdict(_ typed: String, _ answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: "文", answer: answer))
  }

  @Test(arguments: [
    ("Water, please.", "please"), ("Water, please.", "water"), ("water, please", "please"),
    ("If it rains, I won't go.", "if it rains"), ("No, thank you.", "no"),
    ("It's cold, isn't it?", "isn't it"), ("it's cold, isn't it", "isn't it"),
    ("Excuse me, where is the station?", "excuse me"), ("January 1, 2024", "2024"),
    ("Water, please.; Some water, please.", "please"),
  ])
  func `a part of a sentence is no answer`(answer: String, typed: String) {
    #expect(!verdict(typed, answer).kind.isAccepted)
  }

  @Test(arguments: [
    ("Water, please.", "water please"), ("If it rains, I won't go.", "if it rains, I won't go"),
    ("No, thank you.", "No thank you!"), ("It's cold, isn't it?", "it is cold, isn't it"),
    ("Excuse me, where is the station?", "excuse me where is the station"),
    ("January 1, 2024", "january 1 2024"), ("water, please", "Water, please."),
  ])
  func `the whole sentence is right without its punctuation`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind == .correct)
  }

  @Test(arguments: [
    ("Water, please.", "Wine, please"),
    ("Excuse me, where is the station?", "Excuse me, where is the toilet?"),
    ("If it rains, I won't go.", "If it snows, I won't go."),
  ])
  func `another sentence is wrong, and not several answers`(answer: String, typed: String) {
    #expect(verdict(typed, answer).kind == .wrong)
  }

  @Test func `a message has one full stop`() {
    let water = "Water, please.; Give me water."
    #expect(verdict("give me water", water).message == "Also correct: Water, please.")
    #expect(
      verdict("good afternon", "Good afternoon.").message
        == "Accepted with a typo: the answer is “Good afternoon.”")
    #expect(
      verdict("good afternon", "good afternoon").message
        == "Accepted with a typo: the answer is “good afternoon”.")
  }

  @Test(arguments: [
    ("10,000; ten thousand", "ten thosand", "ten thousand"), ("1st; first", "firts", "first"),
  ])
  func `a typo shows the answer that is nearest to it`(
    answer: String, typed: String, right: String
  ) {
    let verdict = verdict(typed, answer)
    #expect(verdict.kind == .remark)
    #expect(verdict.right == right)
    #expect(verdict.message == "Accepted with a typo: the answer is “\(right)”.")
  }
}
