import Foundation
import RabbleLanguages
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

struct MeaningPropertyTests {
  private let questions = BeginnerGlosses.all.enumerated().map { index, gloss in
    Question(prompt: "第\(index)", answer: gloss, reading: "だい")
  }

  @Test(arguments: 0..<4)
  func `a right meaning is right in every case, width, spacing and bracketing`(seed: UInt64) throws
  {
    var generator = SeededGenerator(seed: seed)
    let judge = Judge(vocabulary: Vocabulary(questions))
    for _ in 0..<60 {
      let question = try #require(questions.randomElement(using: &generator))
      let answer = question.answer
      let bracketed = Question(
        prompt: question.prompt,
        answer: answer + " (in a polite way)",
        reading: "だい"
      )
      let ways = [
        answer.uppercased(), answer.capitalized, answer.inFullWidth, "  \(answer)\t",
        answer.replacingOccurrences(of: " ", with: "   "), answer + ".", "“\(answer)”",
        answer.replacingOccurrences(of: " ", with: "-"),
      ]
      let line = try #require(ways.randomElement(using: &generator))
      for question in [question, bracketed] {
        let verdict = judge.judge(line, against: question)
        #expect(verdict.kind.isAccepted, "\(line) for \(question.answer): \(verdict)")
      }
    }
  }

  @Test func `no pair of glosses that a typo could confuse is accepted one for the other`() {
    #expect(questions.count >= 961)
    let judge = Judge(vocabulary: Vocabulary(questions))
    let pairs = Vocabulary.confusablePairs(in: [
      QuestionGroup(title: "Glosses", questions: questions)
    ])
    #expect(pairs.count > 10)
    for pair in pairs {
      for (typed, question) in [(pair.secondAnswer, pair.first), (pair.firstAnswer, pair.second)] {
        let verdict = judge.judge(typed, against: question)
        #expect(!verdict.kind.isAccepted, "\(typed) for \(question.answer)")
        #expect(!verdict.mistakenFor.isEmpty)
      }
    }
  }

  @Test func `without the vocabulary a neighbour would pass, with it it is named`() throws {
    let fish = Question(prompt: "魚", answer: "merluz")
    let tree = Question(prompt: "木", answer: "merlus")
    #expect(Judge().judge("merlus", against: fish).kind == .remark)
    let verdict = Judge(vocabulary: Vocabulary([fish, tree])).judge("merlus", against: fish)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == .otherAnswer)
    #expect(verdict.mistakenFor == [tree.asked(.recognition)])
  }

  @Test func `the pairs that a typo could confuse are all found`() {
    let found = Set(
      Vocabulary.confusablePairs(in: [QuestionGroup(title: "Glosses", questions: questions)]).map {
        [$0.firstAnswer, $0.secondAnswer]
      })
    var generator = SeededGenerator(seed: 1)
    let english = Languages.shipped["en"]
    let sheets = questions.map { ($0.answer, TextFold.strict($0.answer)) }
      .map { ($0, english.words(ofFolded: $1)) }
    for _ in 0..<100 {
      guard let index = sheets.indices.randomElement(using: &generator) else { return }
      for other in sheets.indices where other > index {
        guard abs(sheets[index].0.utf8.count - sheets[other].0.utf8.count) < 6,
          TypoTolerance(english).allows(sheets[index].1, for: sheets[other].1)
        else { continue }
        #expect(found.contains([sheets[index].0, sheets[other].0]))
      }
    }
  }

  @Test(arguments: 0..<2)
  func `any other gloss is refused for a gloss`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let judge = Judge(vocabulary: Vocabulary(questions))
    let question = try #require(questions.randomElement(using: &generator))
    for other in questions where other != question {
      let verdict = judge.judge(other.answer, against: question)
      #expect(!verdict.kind.isAccepted, "\(other.answer) for \(question.answer)")
    }
  }

  @Test(arguments: 0..<10)
  func `composed and decomposed letters are judged alike`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let answers = [
      "がっこう", "ガッコウ", "tōkyō", "café; crème", "to be naïve", "学校が始まる", "パーティー", "ぢゃ",
      "señor", "Straße", "한국어",
    ]
    let lines = answers + ["かっこう", "tokyo", "creme", "ハーティー", "じゃ", "がっこ", "한국", "x\u{301}"]
    for _ in 0..<40 {
      let answer = try #require(answers.randomElement(using: &generator))
      let line = try #require(lines.randomElement(using: &generator))
      let composed = Judge().judge(
        line.precomposedStringWithCanonicalMapping,
        against: Question(prompt: "？", answer: answer.precomposedStringWithCanonicalMapping)
      )
      let decomposed = Judge().judge(
        line.decomposedStringWithCanonicalMapping,
        against: Question(prompt: "？", answer: answer.decomposedStringWithCanonicalMapping)
      )
      #expect(composed.kind == decomposed.kind, "\(line) for \(answer)")
      #expect(composed.mistakes == decomposed.mistakes)
    }
  }

  @Test(arguments: 0..<10)
  func `any text at all gets a verdict`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pool = Array(
      "あかがっんーゃシツ漢字 aknstchyu'-ō\u{3099}\u{309A}\u{301}\u{0}\u{1B}👩‍👩‍👧🇯🇵()（]/;,～0９ｶﾞ한\u{202E}"
        .unicodeScalars
    )
    let judge = Judge(vocabulary: Vocabulary(Array(questions.prefix(50))))
    func text(_ most: Int) -> String {
      let count = Int.random(in: 0...most, using: &generator)
      return String(
        String.UnicodeScalarView(
          (0..<count).compactMap { _ in pool.randomElement(using: &generator) }
        )
      )
    }
    for _ in 0..<100 {
      let question = Question(
        prompt: text(6),
        hint: text(4),
        answer: text(12),
        reading: text(6),
        alternatives: [text(8)]
      )
      let line = text(20)
      let verdict = judge.judge(
        line,
        keys: Bool.random(using: &generator) ? text(10) : nil,
        against: question
      )
      let typed = verdict.alignment?.pieces.map(\.typed).joined()
      let right = verdict.alignment?.pieces.map(\.right).joined()
      #expect((typed == nil) == (right == nil))
      #expect(judge.judge(line, against: question) == judge.judge(line, against: question))
    }
  }
}
