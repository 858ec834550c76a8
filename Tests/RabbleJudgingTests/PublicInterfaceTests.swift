import RabbleJudging
import RabbleQuestions
import Testing

/// What a program that imports the module alone can do.
struct PublicInterfaceTests {
  @Test func `a card of some groups is judged in two calls`() {
    let school = Question(prompt: "学校", answer: "がっこう")
    let groups = [QuestionGroup(title: "Words", questions: [school])]
    let card = Card(
      id: CardID(question: QuestionID(of: school, inGroup: "Words")), question: school,
      group: "Words", position: 0)
    let verdict = Judge(groups: groups).judge("gakko", for: card)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == .longVowel)
    #expect(!verdict.message.isEmpty)
  }

  @Test func `the kinds of mistakes have names in snake case`() {
    for kind in MistakeKind.allCases {
      #expect(kind.rawValue.wholeMatch(of: #/[a-z]+(_[a-z]+)*/#) != nil, "\(kind.rawValue)")
    }
    #expect(MistakeKind.otherAnswer.rawValue == "other_answer")
  }

  @Test func `a group may demand accents of its cards`() {
    let summer = Question(prompt: "summer", answer: "été", blocked: ["hiver"])
    func card(_ accents: GroupSettings.Accents) -> Card {
      Card(
        id: CardID(question: QuestionID(of: summer, inGroup: "French")), question: summer,
        group: "French", position: 0, settings: GroupSettings(accents: accents))
    }
    #expect(Judge().judge("ete", for: card(.forgiven)).kind.isAccepted)
    #expect(Judge().judge("ete", for: card(.demanded)).mistake == .accent)
    #expect(Judge().judge("hiver", for: card(.forgiven)).mistake == .blocked)
    #expect(Judge().judge("saison", for: card(.forgiven), accepted: ["saison"]).kind.isAccepted)
  }
}
