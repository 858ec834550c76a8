import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

struct PublishedVerdictsTests {
  @Test(arguments: PublishedVerdicts.typos.indices)
  func `a published verdict on a typo holds unless ours is stricter`(index: Int) {
    let published = PublishedVerdicts.typos[index]
    let question = Question(prompt: "言葉", answer: published.answer, reading: "ことば")
    let verdict = Judge().judge(published.typed, against: question)
    let isStricter = PublishedVerdicts.stricter[published.typed] != nil
    #expect(verdict.kind.isAccepted == (published.passes && !isStricter), "\(published) \(verdict)")
    if verdict.kind == .remark { #expect(verdict.mistakes == [.typo]) }
    #expect(
      AlignmentPath(Array(published.answer), Array(published.typed)).cost == published.distance
    )
  }

  @Test(arguments: PublishedVerdicts.readings.indices)
  func `a published verdict on a reading holds`(index: Int) {
    let published = PublishedVerdicts.readings[index]
    let question = Question(prompt: published.prompt, answer: published.reading)
    let judge = Judge(
      vocabulary: Vocabulary([
        question, Question(prompt: "内", answer: "inside"), Question(prompt: "車", answer: "しゃ"),
      ])
    )
    let meaning = published.keys == "inside"
    if !meaning {
      #expect(action(judge.judge(published.kana, against: question)) == published.action)
    }
    guard !published.keys.isEmpty else { return }
    let expected =
      PublishedVerdicts.keysThatPass.contains(published.keys) ? "pass" : published.action
    #expect(action(judge.judge(published.keys, against: question)) == expected)
    let live = judge.judge(published.kana, keys: published.keys, against: question)
    #expect(action(live) == expected)
  }

  @Test(arguments: PublishedVerdicts.meanings.indices)
  func `a published verdict on a meaning holds unless ours is kinder`(index: Int) {
    let published = PublishedVerdicts.meanings[index]
    let question = Question(
      prompt: published.prompt,
      answer: published.meanings,
      reading: published.prompt == "車" ? "くるま" : nil
    )
    let verdict = Judge().judge(
      published.typed,
      against: question,
      blocked: published.typed == "left" ? ["left"] : []
    )
    let isKinder = PublishedVerdicts.meaningsThatPass.contains(published.typed)
    #expect(action(verdict) == (isKinder ? "pass" : published.action))
  }

  @Test(arguments: PublishedVerdicts.pairs.indices)
  func `two ways to write an answer are told apart or not as published`(index: Int) {
    let pair = PublishedVerdicts.pairs[index]
    let verdict = Judge().judge(pair.typed, against: Question(prompt: "？", answer: pair.answer))
    #expect(action(verdict) == pair.action)
  }

  private func action(_ verdict: Verdict) -> String {
    switch verdict.kind {
    case .correct, .remark: "pass"
    case .retry: "retry"
    case .wrong: "fail"
    }
  }
}
