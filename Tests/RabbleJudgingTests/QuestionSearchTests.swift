import RabbleJudging
import RabbleQuestions
import Testing

@Suite struct QuestionSearchTests {
  private static let questions = [
    Question(prompt: "犬", answer: "dog", reading: "いぬ"),
    Question(prompt: "歯", answer: "tooth", reading: "は"),
    Question(prompt: "は", answer: "ha"),
    Question(prompt: "駅", answer: "station; railway station", furigana: "駅[えき]"),
    Question(prompt: "コーヒー", answer: "coffee"),
    Question(prompt: "dóg-house", answer: "Hundehütte"),
    Question(id: "my-cat", prompt: "猫", answer: "cat (animal)", reading: "ねこ"),
    Question(prompt: "el perro", answer: "hound"),
    Question(prompt: "topic particle", answer: "x", cloze: "私{{は}}学生です。"),
  ]
  private static func id(_ index: Int) -> QuestionID { QuestionID(bits: UInt128(index + 1)) }
  private let search = QuestionSearch(
    Self.questions.enumerated().map { (Self.id($0), $1) })

  @Test(arguments: [
    ("犬", 0), ("いぬ", 0), ("イヌ", 0), ("inu", 0), ("dog", 0), ("DOG", 0),
    ("は", 2), ("ha", 2), ("tooth", 1), ("歯", 1),
    ("えき", 3), ("eki", 3), ("Railway Station", 3), ("rail", 3), ("statio", 3),
    ("koohii", 4), ("コーヒー", 4), ("ｃｏｆｆｅｅ", 4), ("cof", 4),
    ("dog house", 5), ("Dóg", 0), ("hundehutte", 5),
    ("my-cat", 6), ("neko", 6), ("cat", 6), ("cat animal", 6),
    ("perro", 7), ("perr", 7),
    ("私は学生です", 8), ("topic", 8),
    ("00000000000000000000000000000004", 3),
  ])
  func `a question is found by prompt, reading, answer or a beginning, in kana or romaji`(
    name: String, index: Int
  ) {
    #expect(search.find(name) == .one(Self.id(index)))
  }

  @Test func `what is written just so comes before what only sounds so`() {
    let search = QuestionSearch([
      (Self.id(0), Question(prompt: "あ", answer: "a")),
      (Self.id(1), Question(prompt: "ア", answer: "a")),
    ])
    #expect(search.find("あ") == .one(Self.id(0)))
    #expect(search.find("ア") == .one(Self.id(1)))
    #expect(search.find("a") == .several([Self.id(0), Self.id(1)]))
  }

  @Test func `a beginning of several texts means all of them, in their order`() {
    let search = QuestionSearch([
      (Self.id(0), Question(prompt: "station", answer: "eki")),
      (Self.id(1), Question(prompt: "stairs", answer: "kaidan")),
      (Self.id(2), Question(prompt: "moon", answer: "tsuki")),
    ])
    #expect(search.find("sta") == .several([Self.id(0), Self.id(1)]))
    #expect(search.find("stat") == .one(Self.id(0)))
  }

  @Test func `a question that stands in two decks is one question`() {
    let search = QuestionSearch([
      (Self.id(0), Question(prompt: "moon", answer: "tsuki")),
      (Self.id(0), Question(prompt: "moon", answer: "tsuki")),
    ])
    #expect(search.find("moon") == .one(Self.id(0)))
  }

  @Test func `two questions that ask the same are both meant`() {
    let search = QuestionSearch([
      (Self.id(0), Question(prompt: "moon", answer: "tsuki")),
      (Self.id(1), Question(prompt: "moon", answer: "luna")),
    ])
    #expect(search.find("moon") == .several([Self.id(0), Self.id(1)]))
    #expect(search.find("luna") == .one(Self.id(1)))
  }

  @Test func `what means nothing names the closest, at most five`() {
    guard case .none(let closest) = search.find("statoin") else {
      Issue.record("found something")
      return
    }
    #expect(closest.first == Self.id(3))
    #expect(closest.count == 5)
    #expect(search.find("") == .none(closest: []))
    #expect(search.find("   ") == .none(closest: []))
    #expect(QuestionSearch([]).find("x") == .none(closest: []))
  }

  @Test func `a very long name is no trouble`() {
    let name = String(repeating: "dog", count: 100_000)
    guard case .none = search.find(name) else {
      Issue.record("found something")
      return
    }
  }
}
