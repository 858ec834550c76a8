import RabbleJudging
import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

/// A text with very many blanks, each of which is a card.
struct ManyBlanksTests {
  private func question(blanks count: Int) -> Question {
    let sentence = (0..<count).map { "{{w\($0)}}" }.joined(separator: " ")
    return Question(prompt: "p", answer: "a", cloze: sentence)
  }

  @Test func `a judge of four times the blanks takes nearly four times as long`() {
    func cost(_ count: Int) -> Duration {
      let group = QuestionGroup(title: "T", questions: [question(blanks: count)])
      return ProcessorTime.least { _ = Judge(groups: [group], kind: .cloze) }
    }
    let (small, large) = (cost(250), cost(1000))
    // All of a sentence of up to 60 pieces is shown, so the cost for each grows up to there.
    #expect(large < small * 10, "\(small) and \(large)")
  }

  @Test func `what is shown of a long text is what is around the blank`() throws {
    let asked = question(blanks: 500).asked(.cloze("w250"))
    #expect(asked.answer == "w250" && asked.prompt.contains("w249 ＿＿ w251"))
    #expect(asked.prompt.hasPrefix(" … ") && asked.prompt.hasSuffix(" … "))
    #expect(asked.prompt.count < 600)
    // A text of usual length is shown whole.
    let short = question(blanks: 20).asked(.cloze("w3"))
    #expect(short.prompt == (0..<20).map { $0 == 3 ? "＿＿" : "w\($0)" }.joined(separator: " "))
    let sentence = try ClozeText((0..<200).map { "{{c\($0 % 2)::w\($0)}}" }.joined(separator: " "))
    #expect(sentence.sentence(open: "c1").base.contains("…") == false)
  }
}
