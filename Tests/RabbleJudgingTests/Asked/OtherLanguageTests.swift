import RabbleQuestions
import Testing

@testable import RabbleJudging

/// What is typed in place of what is asked for, in Japanese and in other languages.
@Suite struct OtherLanguageTests {
  private static let student = Question(prompt: "学生", answer: "student", reading: "xuésheng")
  private static let teacher = Question(prompt: "老师", answer: "teacher", reading: "lǎoshī")
  private static let chinese = QuestionGroup(
    title: "Chinese", language: "zh", answerLanguage: "en", directions: [.recognition, .reading],
    questions: [student, teacher])

  private func verdict(_ typed: String, _ direction: Direction) -> Verdict {
    let kind = direction.kind
    return Judge(groups: [Self.chinese], kind: kind).judge(
      typed, for: Self.student.asked(direction, in: Self.chinese.askingContext))
  }

  @Test(arguments: ["xuesheng", "xué sheng", "xue2sheng5", "Xuésheng"])
  func `the reading in Latin letters is no meaning, and nothing is recorded`(typed: String) {
    #expect(verdict(typed, .recognition).kind == .retry)
    #expect(verdict(typed, .recognition).mistake == .readingForMeaning)
    #expect(verdict(typed, .reading).kind.isAccepted)
  }

  @Test func `the meaning is no reading, and nothing is recorded`() {
    #expect(verdict("student", .reading).kind == .retry)
    #expect(verdict("student", .reading).mistake == .meaningForReading)
    #expect(verdict("student", .recognition).kind == .correct)
    #expect(verdict("laoshi", .reading).kind == .wrong)
  }

  @Test func `nothing is said of Japanese where another language is learned`() {
    for direction in [Direction.recognition, .reading] {
      let verdict = verdict("老师", direction)
      #expect(verdict.mistake == .wrongScript)
      #expect(verdict.message == "Type the answer in its own script.")
    }
    let japanese = Question(prompt: "学生", answer: "student", reading: "がくせい")
    let verdict = Judge().judge("先生", for: japanese.asked(.recognition))
    #expect(verdict.message == "Type the meaning, not Japanese.")
  }

  @Test(arguments: ["言って", "買って", "行きて"])
  func `another word or form in kanji is wrong where an answer is written with kanji`(
    typed: String
  ) {
    let form = Question(prompt: "行く → て", answer: "行って; いって").asked(.recognition)
    #expect(Judge().judge("行って", for: form).kind.isAccepted)
    #expect(Judge().judge(typed, for: form).kind == .wrong)
    let reading = Question(prompt: "行く → て", answer: "いって").asked(.recognition)
    #expect(Judge().judge(typed, for: reading).kind == .retry)
  }

  @Test func `each of several texts in a prompt is the prompt`() {
    let hello = Question(prompt: "こんにちは", answer: "Hello; good afternoon").asked(.production)
    let hundred = Question(prompt: "百", answer: "hundred; 100", reading: "ひゃく").asked(.production)
    for (typed, question) in [
      ("hello", hello), ("Good afternoon", hello), ("100", hundred), ("hundred", hundred),
    ] {
      let verdict = Judge().judge(typed, for: question)
      #expect(verdict.kind == .retry, "\(typed)")
      #expect(verdict.mistake == .promptTypedBack, "\(typed)")
    }
    let no = Question(prompt: "no", answer: "no; not").asked(.production)
    #expect(Judge().judge("no", for: no).kind == .correct)
  }

  @Test func `what is blocked is refused where the word is asked, if the word is in it`() {
    let tomorrow = Question(
      prompt: "mañana", answer: "tomorrow",
      blocked: ["la mañana :: with its article it is “the morning”", "morning"])
    let asked = tomorrow.asked(.production)
    #expect(asked.blocked.count == 1)
    for typed in ["la mañana", "la manana"] {
      let verdict = Judge().judge(typed, for: asked)
      #expect(verdict.kind == .wrong)
      #expect(verdict.mistake == .blocked)
    }
    #expect(Judge().judge("manana", for: asked).kind.isAccepted)
  }

  @Test(arguments: [
    ("これをください", "これをください", "これを下さい"), ("水をください", "みずをください", "水を下さい"),
    ("水をください", "みずをください", "みずを下さい"), ("二枚ください", "にまいください", "二枚下さい"),
  ])
  func `ください may be written with its kanji, but not where the reading is asked`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    #expect(Judge().judge(typed, for: question.asked(.production)).kind == .correct)
    #expect(!Judge().judge(typed, for: question.asked(.reading)).kind.isAccepted)
  }
}
