import RabbleQuestions
import Testing

/// Which language is typed, as a group's author says it.
struct GroupLanguagesTests {
  @Test func `recognition asks for the language of the answers, all else for the one learned`() {
    let languages = GroupLanguages(learned: "ja", answers: "en")
    #expect(languages.typed(in: .recognition) == "en")
    for direction in [Direction.production, .reading, .cloze("は")] {
      #expect(languages.typed(in: direction) == "ja")
      #expect(languages.isLearned(in: direction) == true)
    }
    #expect(languages.isLearned(in: .recognition) == false)
  }

  @Test func `a region or a script makes no other language`() {
    let romaji = GroupLanguages(learned: "ja", answers: "ja-Latn")
    #expect(romaji.isLearned(in: .recognition) == true)
    #expect(GroupLanguages(learned: "pt-BR", answers: "pt").isLearned(in: .recognition) == true)
  }

  @Test func `nothing is known of answers whose language nobody names`() {
    #expect(GroupLanguages(learned: "ja").isLearned(in: .recognition) == nil)
    #expect(GroupLanguages().isLearned(in: .recognition) == nil)
    #expect(GroupLanguages(answers: "en").isLearned(in: .recognition) == nil)
    #expect(GroupLanguages(learned: "ja").isLearned(in: .production) == true)
  }

  @Test func `the rule of a question for typos goes before that of its group`() {
    func card(_ own: TypoRule?, _ group: TypoRule?) -> Card {
      let question = Question(prompt: "p", answer: "a", typos: own)
      return Card(
        id: CardID(question: QuestionID(of: question, inGroup: "G")), question: question,
        group: "G", position: 0, settings: GroupSettings(typos: group))
    }
    #expect(card(.off, .on).typos == .off)
    #expect(card(nil, .young).typos == .young)
    #expect(card(nil, nil).typos == nil)
  }
}
