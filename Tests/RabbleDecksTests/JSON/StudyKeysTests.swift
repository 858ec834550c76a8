import RabbleDecks
import RabbleQuestions
import Testing

@Suite struct StudyKeysTests {
  @Test func `a question says how it is asked and drawn`() throws {
    let file = parse(
      """
      {"prompt": "食べる", "answer": "to eat", "reading": "たべる", "furigana": "食[た]べる",
       "part_of_speech": "verb", "pitch": 2, "directions": ["reading", "production"],
       "example": {"text": "食[た]べます。", "reading": "たべます。", "meaning": "I eat."},
       "spellings": ["喰べる"], "typos": "off", "source": "Genki"}
      """)
    #expect(file.faults.isEmpty)
    let question = try #require(file.groups.first?.questions.first)
    #expect(
      question
        == Question(
          prompt: "食べる", answer: "to eat", reading: "たべる", furigana: "食[た]べる",
          spellings: ["喰べる"], partOfSpeech: "verb", pitch: 2,
          example: Example(text: "食[た]べます。", reading: "たべます。", meaning: "I eat."),
          directions: [.reading, .production], typos: .off, source: "Genki"))
  }

  @Test func `a cloze needs neither prompt nor answer`() throws {
    let file = parse(#"{"cloze": "私{{は}}学生{{です}}。"}"#)
    #expect(file.faults.isEmpty)
    let question = try #require(file.groups.first?.questions.first)
    #expect(question.prompt == "私＿＿学生＿＿。")
    #expect(question.answer == "私は学生です。")
  }

  @Test func `a group says who wrote it and how it is studied`() throws {
    let file = DeckLoader().parse(
      Array(
        """
        {"title": "t", "author": "A", "license": "MIT", "version": 1.0,
         "directions": ["recognition", "reading"],
         "language": "ja", "answer_language": "en",
         "settings": {
           "accents": "demanded", "furigana": "hidden", "typos": "young", "politeness": "plain"
         },
         "questions": [{"prompt": "p", "answer": "a"}]}
        """.utf8), path: "d.json")
    #expect(file.faults.isEmpty)
    let group = try #require(file.groups.first)
    #expect(group.author == "A" && group.license == "MIT" && group.version == "1.0")
    #expect(group.directions == [.recognition, .reading])
    #expect(group.languages == GroupLanguages(learned: "ja", answers: "en"))
    #expect(
      group.settings
        == GroupSettings(accents: .demanded, furigana: .hidden, typos: .young, politeness: .plain))
  }

  @Test func `a whole number may be written with a fraction of zero`() {
    let file = parse(#"{"prompt": "p", "answer": "a", "reading": "あ", "pitch": 1.0}"#)
    #expect(file.faults.isEmpty)
    #expect(file.groups.first?.questions.first?.pitch == 1)
    #expect(parse(#"{"prompt": "p", "answer": "a", "pitch": 1.5}"#).faults.count == 1)
  }

  @Test(arguments: [("false", "off"), ("true", "on"), ("\"false\"", "off")])
  func `true and false stand for on and off`(value: String, meant: String) {
    let name = value.replacing("\"", with: "")
    #expect(
      parse("{\"prompt\": \"p\", \"answer\": \"a\", \"typos\": \(value)}").faults.map(\.description)
        == [
          "d.json:1:78: warning: in \"t\", question 1: \"typos\" cannot be \"\(name)\"; "
            + "write \"\(meant)\""
        ])
  }

  @Test func `an unknown rule for typos is named, and the question is asked all the same`() {
    let file = parse(#"{"prompt": "p", "answer": "a", "typos": "never"}"#)
    #expect(
      file.faults.map(\.description) == [
        #"d.json:1:78: warning: in "t", question 1: "typos" cannot be "never"; "#
          + #"write "on", "young" or "off""#
      ])
    #expect(file.groups.first?.questions.first?.typos == nil)
  }

  @Test(arguments: [
    (
      #"{"prompt": "p", "answer": "a", "directions": ["backwards"]}"#,
      #"1:84: error: in "t", question 1: "directions" cannot be "backwards"; "#
        + #"write "recognition", "production", "reading" or "listening""#
    ),
    (
      #"{"prompt": "p", "answer": "a", "pitch": -1}"#,
      #"1:78: error: in "t", question 1: "pitch" must be a whole number from 0 to 99; "#
        + "write the mora after which the pitch falls, or 0 if it does not fall"
    ),
    (
      #"{"cloze": "a {{b"}"#,
      #"1:48: error: in "t", question 1: blank 1 of "cloze" is not closed; close it with }}"#
    ),
    (
      #"{"prompt": "p", "answer": "a", "example": {"reading": "r"}}"#,
      #"1:80: error: in "t", question 1: there is no "text"; add one"#
    ),
  ])
  func `what is not sound is named where it stands`(question: String, message: String) {
    let file = parse(question)
    #expect(file.faults.map(\.description).first == "d.json:" + message)
  }

  private func parse(_ question: String) -> DeckFile {
    DeckLoader().parse(
      Array(#"{"title": "t", "questions": [        \#(question)]}"#.utf8), path: "d.json")
  }
}
