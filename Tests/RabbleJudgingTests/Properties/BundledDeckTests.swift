import Foundation
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct BundledDeckTests {
  @Test func `every answer of every bundled question is right, however it is typed`() throws {
    let questions = try BundledDecks.questions()
    #expect(questions.count > 3300)
    let judge = Judge(vocabulary: Vocabulary(questions))
    for (index, question) in questions.enumerated() {
      let asked = question.asked(.recognition)
      let texts = asked.answers + asked.alternatives
      for text in texts + [asked.answer] {
        let typings = [text.uppercased(), " \(text.inFullWidth) ", text.decomposedKana]
        for line in [text] + (index % 10 == 0 ? typings : []) {
          let verdict = judge.judge(line, against: question)
          #expect(verdict.kind.isAccepted, "\(line) for \(question.prompt): \(verdict.message)")
        }
      }
    }
  }

  @Test func `no answer of a bundled question is right for another one that does not have it`()
    throws
  {
    let questions = try BundledDecks.questions()
    let judge = Judge(vocabulary: Vocabulary(questions))
    var generator = SeededGenerator(seed: 1)
    let lines = Set(questions.flatMap { AnswerList.alternatives(of: $0.answer) }).sorted()
      .shuffled(using: &generator).prefix(500)
    for question in questions.shuffled(using: &generator).prefix(60) {
      let own = AnswerSheet(question).answers
      let keys = Set(own.map { AskingContext().meaning(of: $0.text) })
      for line in lines where !keys.contains(AskingContext().meaning(of: line)) {
        let spells = RomajiKeys(line).map { keys in
          own.flatMap(\.targets).contains { $0.isSpelled(by: keys) }
        }
        guard spells != true, !own.contains(where: { $0.text == line }) else { continue }
        let verdict = judge.judge(line, against: question)
        #expect(!verdict.kind.isAccepted, "\(line) for \(question.prompt) (\(question.answer))")
      }
    }
  }

  @Test func `the kana of a bundled reading is right where its romaji is`() throws {
    let questions = try BundledDecks.questions()
    let judge = Judge(vocabulary: Vocabulary(questions))
    for question in questions where question.prompt.kanaReading == nil {
      for answer in AnswerSheet(question).answers {
        for target in answer.targets.prefix(1) {
          let verdict = judge.judge(String(target.reading), against: question)
          #expect(verdict.kind.isAccepted, "\(String(target.reading)) for \(question.prompt)")
        }
      }
    }
  }

  @Test func `no pair of bundled answers that a typo could confuse is accepted`() throws {
    let questions = try BundledDecks.questions()
    let judge = Judge(vocabulary: Vocabulary(questions))
    for pair in Vocabulary.confusablePairs(in: try BundledDecks.groups()) {
      for (typed, question) in [(pair.secondAnswer, pair.first), (pair.firstAnswer, pair.second)] {
        let isOwn = AnswerSheet(question).answers.contains { $0.text == typed }
        let verdict = judge.judge(typed, against: question)
        #expect(isOwn || !verdict.kind.isAccepted, "\(typed) for \(question.prompt)")
      }
    }
  }

  @Test func `a bundled sentence takes its answers, and refuses what it blocks with a reason`()
    throws
  {
    var refused = 0
    for group in try BundledDecks.groups() {
      let judge = Judge(groups: [group], kind: .cloze)
      for question in group.questions where !question.blocked.isEmpty {
        for key in question.clozeText?.keys ?? [] {
          let asked = question.asked(.cloze(key))
          func kind(_ line: String) -> VerdictKind {
            judge.judge(
              line, against: asked, demandsAccents: group.settings.accents == .demanded
            ).kind
          }
          for answer in asked.answers {
            #expect(kind(answer).isAccepted, "\(answer): \(question.prompt)")
          }
          for form in question.blocked.map(BlockedAnswer.init) {
            let reason = try #require(form.reason, "\(form): \(question.prompt)")
            for text in form.texts {
              #expect(kind(text) == .wrong, "\(text): \(question.prompt)")
              #expect(judge.judge(text, for: asked).message.contains(reason))
            }
            refused += 1
          }
        }
      }
    }
    #expect(refused > 1000)
  }
}
