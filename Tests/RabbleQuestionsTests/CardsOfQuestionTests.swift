import RabbleQuestions
import RabbleText
import Testing

@Suite struct CardsOfQuestionTests {
  private let all: [Direction] = [.recognition, .production, .reading]
  private let eat = Question(prompt: "食べる", answer: "to eat", reading: "たべる")

  @Test func `a question is asked in recognition unless somebody says otherwise`() {
    #expect(eat.askedDirections(byDefault: nil) == [.recognition])
    #expect(eat.askedDirections(byDefault: all) == all)
    let own = Question(prompt: "食べる", answer: "to eat", directions: [.production])
    #expect(own.askedDirections(byDefault: all) == [.production])
  }

  @Test(
    arguments: [
      ("カメラ", nil), ("カメラ", "かめら"), ("いち、に", "いちに"), ("一", nil), ("一", ""),
    ] as [(String, String?)])
  func `no reading is asked that there is not, or that the prompt shows`(
    prompt: String, reading: String?
  ) {
    let question = Question(prompt: prompt, answer: "x", reading: reading)
    #expect(question.askedDirections(byDefault: all) == [.recognition, .production])
  }

  @Test func `a question that could be asked in no direction is asked in recognition`() {
    let question = Question(prompt: "あ", answer: "a", directions: [.reading])
    #expect(question.askedDirections(byDefault: nil) == [.recognition])
    let none = Question(prompt: "あ", answer: "a", directions: [])
    #expect(none.askedDirections(byDefault: nil) == [.recognition])
  }

  @Test func `furigana tell the reading that is asked for`() {
    let marked = Question(prompt: "食[た]べる", answer: "to eat")
    let beside = Question(prompt: "食べる", answer: "to eat", furigana: "食[た]べる")
    let partly = Question(prompt: "日本人", answer: "Japanese", furigana: "日本[にほん]人")
    #expect(marked.readings == ["たべる"])
    #expect(beside.readings == ["たべる"])
    #expect(partly.readings == [])
    #expect(marked.askedDirections(byDefault: all) == all)
  }

  @Test func `furigana of another text are not this prompt's`() {
    let question = Question(prompt: "飲む", answer: "to drink", furigana: "食[た]べる")
    #expect(question.rubyPrompt == RubyText("飲む"))
    #expect(question.readings == [])
  }

  @Test func `commas separate readings unless the prompt has some`() {
    let seven = Question(prompt: "七", answer: "seven", reading: "しち、なな; なん")
    let yes = Question(prompt: "はい、然うです", answer: "yes", reading: "はい、そうです")
    #expect(seven.readings == ["しち", "なな", "なん"])
    #expect(yes.readings == ["はい、そうです"])
  }

  @Test func `each blank is a card, and named directions come beside them`() {
    let sentence = "私{{は}}学生{{です}}。"
    let plain = Question(prompt: "私＿＿学生＿＿。", answer: "私は学生です。", cloze: sentence)
    #expect(plain.askedDirections(byDefault: all) == [.cloze("は"), .cloze("です")])
    let own = Question(
      prompt: "I am a student.", answer: "私は学生です。", directions: [.production], cloze: sentence)
    #expect(own.askedDirections(byDefault: nil) == [.cloze("は"), .cloze("です"), .production])
    let nothing = Question(
      prompt: "私＿＿学生＿＿。", answer: "私は学生です。", directions: all, cloze: sentence)
    #expect(nothing.askedDirections(byDefault: nil) == [.cloze("は"), .cloze("です"), .recognition])
  }

  @Test func `a sentence shows the hint of its open blank and fills the others`() throws {
    let text = try ClozeText("私[わたし]{{は}}学生{{です::copula}}。")
    #expect(text.sentence(open: "は").base == "私＿＿学生です。")
    #expect(text.sentence(open: "です").base == "私は学生[copula]。")
    #expect(text.sentence(open: "は").segments.first == .init(base: "私", reading: "わたし"))
    let kana = try ClozeText("学生{{です::ていねい}}。")
    #expect(kana.sentence(open: "です").base == "学生[ていねい]。")
  }

  @Test func `blanks of one number are asked together`() throws {
    let text = try ClozeText("She {{c1::has}} {{c1::been; gone}} there {{c2::twice; 2 times}}.")
    #expect(text.answers(to: "c1") == ["has been"])
    #expect(text.answers(to: "c2") == ["twice", "2 times"])
    #expect(text.sentence(open: "c1").base == "She ＿＿ ＿＿ there twice.")
    #expect(text.answers(to: "c3") == [])
  }
}
