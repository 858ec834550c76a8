import RabbleQuestions
import Testing

/// What is read out of the tag of a language.
struct LanguageTagTests {
  @Test(arguments: [
    ("ja", "ja"), ("ja-Latn", "ja"), ("pt_BR", "pt"), ("EN-gb", "en"), ("jp", "ja"),
    ("Japanese", "ja"), ("日本語", "ja"), ("gr-GR", "el"), ("eno", "eno"), ("", ""), ("-", ""),
  ])
  func `a tag names a language, whatever its region, script or spelling`(
    tag: String, language: String
  ) {
    #expect(LanguageTag.language(of: tag) == language)
  }

  @Test func `what is written in place of a tag is known, and keeps its region`() {
    #expect(LanguageTag.tag(meantBy: "jp") == "ja")
    #expect(LanguageTag.tag(meantBy: "Portuguese_BR") == "pt-BR")
    #expect(LanguageTag.tag(meantBy: "ja-JP") == nil)
  }

  @Test(arguments: [
    ("ja", true), ("pt-BR", true), ("x-klingon", true), ("x", false), ("pt_BR", false),
    ("japanese", false), ("j", false), ("ja-", false), ("日本", false), ("", false),
  ])
  func `a tag is well formed as RFC 5646 has it`(tag: String, isWellFormed: Bool) {
    #expect(LanguageTag.isWellFormed(tag) == isWellFormed)
  }

  @Test func `two tags of one language make one language of a group`() {
    let romaji = GroupLanguages(learned: "jp", answers: "ja-Latn")
    #expect(romaji.learned == romaji.answers)
    #expect(GroupLanguages(learned: "pt-BR", answers: "en").learned == "pt")
    #expect(GroupLanguages(learned: "ja").answers == nil)
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
