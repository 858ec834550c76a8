import Foundation
import RabbleQuestions
import Testing

@Suite struct ModelTests {
  @Test func `a file of the original Rabble Wabble is read as it is`() throws {
    let file = """
      [{"title": "Basic Phrases",
        "questions": [
          {"prompt": "はじめまして", "hint": "Hajimemashite", "answer": "Nice to meet you"},
          {"prompt": "おはよう", "answer": "Good morning", "difficulty": 3}],
        "score": {"correctCount": 3, "incorrectCount": 1}}]
      """
    let groups = try JSONDecoder().decode([QuestionGroup].self, from: Data(file.utf8))
    #expect(
      groups == [
        QuestionGroup(
          title: "Basic Phrases",
          questions: [
            Question(prompt: "はじめまして", hint: "Hajimemashite", answer: "Nice to meet you"),
            Question(prompt: "おはよう", answer: "Good morning"),
          ], score: Score(correct: 3, incorrect: 1))
      ])
  }

  @Test func `a question comes back from JSON as it was`() throws {
    let question = Question(
      id: "x", prompt: "四", hint: "し", answer: "yon; shi", reading: "よん", furigana: "四[よん]",
      alternatives: ["4"], blocked: ["b"], partOfSpeech: "number", pitch: 1,
      example: Example(text: "四[よん]", reading: "よん", meaning: "4"), note: "n", tags: ["t"],
      directions: [.reading], source: "s")
    let data = try JSONEncoder().encode(question)
    #expect(try JSONDecoder().decode(Question.self, from: data) == question)
  }

  @Test(
    arguments: [
      ("tree", ["tree"], nil),
      ("gusto :: coffee does the pleasing", ["gusto"], "coffee does the pleasing"),
      ("寒[さむ]いに :: い becomes く :: always", ["寒いに", "さむいに"], "い becomes く :: always"),
      ("a::b", ["a::b"], nil), ("tree :: ", ["tree"], nil),
    ] as [(String, [String], String?)])
  func `a blocked answer may say why, and how it is read`(
    written: String, texts: [String], reason: String?
  ) {
    #expect(BlockedAnswer(written).texts == texts)
    #expect(BlockedAnswer(written).reason == reason)
  }

  @Test func `what a question does not have is not written`() throws {
    let data = try JSONEncoder().encode(Question(prompt: "p", answer: "a"))
    let keys = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any]).keys
    #expect(Set(keys) == ["prompt", "answer"])
  }

  @Test func `a score without answers has no percentage`() {
    #expect(Score().runningPercentage == nil)
  }

  @Test func `the running percentage is the share of correct answers`() {
    var score = Score()
    for isCorrect in [true, true, true, false] { score.count(correct: isCorrect) }
    #expect(score.runningPercentage == 0.75)
    score.uncount(correct: false)
    #expect(score == Score(correct: 3))
    score.uncount(correct: false)
    #expect(score == Score(correct: 3))
  }

  /// The values of draft-eastlake-fnv's reference code for the strings "", "a" and "foobar" end in
  /// no closing byte; ours does, so the law is checked over our own definition by hand for one byte.
  @Test func `an identity is FNV-1a over the text, each part closed by 0xff`() {
    let basis: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    let prime: UInt128 = (1 << 88) + (1 << 8) + 0x3b
    var expected = basis
    for byte in Array("id".utf8) + [0xff] + Array("a".utf8) + [0xff] {
      expected = (expected ^ UInt128(byte)) &* prime
    }
    let question = Question(id: "a", prompt: "p", answer: "b")
    #expect(QuestionID(of: question, inGroup: "any").bits == expected)
  }

  @Test func `texts that run together when joined have different identities`() {
    let one = QuestionID(of: Question(prompt: "ab", answer: "c"), inGroup: "g")
    let two = QuestionID(of: Question(prompt: "a", answer: "bc"), inGroup: "g")
    #expect(one != two)
  }

  @Test func `an identity is written as 32 hexadecimal digits`() {
    #expect(QuestionID(bits: 0xab).description == String(repeating: "0", count: 30) + "ab")
  }
}
