import RabbleQuestions
import Testing

@testable import RabbleJudging

/// Lines that answer nothing, and what they cost: nothing.
@Suite struct NoAnswerTests {
  private static let station = Question(prompt: "駅", answer: "station", reading: "えき")
  private static let clerk = Question(prompt: "店員", answer: "てんいん")

  @Test(arguments: [
    "", "   ", "\u{3000}", "!", "...", "？？", "、。", "\u{200B}", "\u{FEFF}\u{00AD}",
    "\u{3164} \u{115F}",
    "\u{2060}.\u{200D}", "\u{FE0F}", "~", "()", "\u{E0061}", "\u{01}\u{7F}",
  ])
  func `punctuation and what nobody sees is no answer, and nothing is recorded`(typed: String) {
    for question in [Self.station, Self.clerk] {
      let verdict = Judge().judge(typed, against: question)
      #expect(verdict.kind == .retry)
      #expect(verdict.mistake == .blank)
      #expect(!verdict.message.isEmpty)
    }
  }

  @Test(arguments: ["\u{1B}[A", "\u{1B}OD", "a\u{01}", "\u{9B}A"])
  func `keys that came as control characters are no answer, and nothing is recorded`(typed: String)
  {
    let verdict = Judge().judge(typed, against: Question(prompt: "あ", answer: "a"))
    #expect(verdict.kind == .retry)
    #expect(verdict.message == "The line contains control characters.")
  }

  @Test func `several lines at once are no answer, unless they are the right one`() {
    let verdict = Judge().judge("x\ny", against: Question(prompt: "あ", answer: "a"))
    #expect(verdict.kind == .retry)
    #expect(verdict.message == "Those are several lines. Type the answer on one line.")
    let poem = Question(prompt: "the poem", answer: "roses\nviolets")
    #expect(Judge().judge("roses\nviolets", against: poem).kind == .correct)
  }

  @Test func `punctuation is right where it is asked for`() {
    let mark = Question(prompt: "a question mark", answer: "?")
    #expect(Judge().judge("?", against: mark).kind == .correct)
    #expect(Judge().judge("？", against: mark).kind == .correct)
    #expect(Judge().judge("!", against: mark).kind == .retry)
  }

  @Test(arguments: [
    "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{2060}", "\u{3164}", "\u{200E}", "\u{E0061}",
  ])
  func `what nobody sees in a right answer is ignored, wherever it stands`(invisible: String) {
    for (line, question) in [
      ("station", Self.station), ("てんいん", Self.clerk), ("ten'in", Self.clerk),
      ("perro", Question(prompt: "dog", answer: "perro")),
      ("駅", Question(prompt: "eki", answer: "駅")),
    ] {
      for place in 0...line.count {
        let index = line.index(line.startIndex, offsetBy: place)
        let typed = line[..<index] + invisible + line[index...]
        let verdict = Judge().judge(String(typed), against: question)
        #expect(verdict.kind == .correct, "\(place) in \(line): \(verdict.message)")
      }
    }
  }

  @Test(arguments: [
    ("3", "press Enter first"), ("４", "press Enter first"), ("?", ":help"), ("？", ":help"),
    ("help", ":help"), ("HELP", ":help"), ("quit", ":quit"), ("Exit ", ":quit"),
  ])
  func `a grade or a command without its colon is not recorded, and the learner is told how`(
    typed: String, advice: String
  ) {
    for question in [Self.station, Self.clerk] {
      let verdict = Judge().judge(typed, against: question)
      #expect(verdict.kind == .retry)
      #expect(verdict.message.contains(advice))
    }
    let live = Judge().judge("へlp", keys: "help", against: Self.clerk)
    #expect(live.message.contains(":help"))
  }

  @Test(arguments: [("三", "3", "3"), ("助け", "help", "help"), ("出口", "exit", "exit")])
  func `what looks like a command is right where it is the answer`(
    prompt: String, answer: String, typed: String
  ) {
    let verdict = Judge().judge(typed, against: Question(prompt: prompt, answer: answer))
    #expect(verdict.kind == .correct)
  }

  @Test
  func `what looks like a command is wrong where it is another answer, or a number is asked for`() {
    let judge = Judge(
      vocabulary: Vocabulary([Self.station, Question(prompt: "助け", answer: "help")]))
    #expect(judge.judge("help", against: Self.station).kind == .wrong)
    #expect(judge.judge("help", against: Self.station).mistake == .otherAnswer)
    for answer in ["four", "4", "the second", "10 minutes"] {
      let number = Question(prompt: "数", answer: answer)
      #expect(Judge().judge("3", against: number).kind == .wrong, "\(answer)")
    }
    // Quiet without its e is a slip, whether or not it is a command as well.
    let quiet = Question(prompt: "静か", answer: "quiet")
    #expect(Judge().judge("5", against: Self.station).kind == .wrong)
    #expect(Judge().judge("quit", against: quiet).kind != .correct)
  }

  @Test func `keys that were shown as other kana are not taken for the answer`() {
    let verdict = Judge().judge("てんにん", keys: "tennin", against: Self.clerk)
    #expect(verdict.kind == .retry)
    #expect(verdict.mistake == .syllabicN)
    #expect(verdict.message.contains("てんにん"))
    #expect(Judge().judge("てんいん", keys: "ten'in", against: Self.clerk).kind == .correct)
    #expect(Judge().judge("てんいん", keys: "tennin", against: Self.clerk).kind == .correct)
    // What the screen showed, or other keys that say the same, is right.
    let hello = Question(prompt: "A greeting", answer: "こんにちは")
    #expect(Judge().judge("こんにちわ", keys: "konnichiwa", against: hello).kind.isAccepted)
    #expect(Judge().judge("こんにちわ", keys: "konnnichiwa", against: hello).kind.isAccepted)
  }

  @Test func `a prompt that spells its own reading is not typed back`() {
    let sushi = Question(prompt: "sushi", answer: "すし")
    #expect(Judge().judge("sushi", against: sushi).kind == .correct)
    let word = Question(prompt: "寿司", answer: "sushi", reading: "すし")
    #expect(Judge().judge("sushi", against: word.asked(.production)).kind.isAccepted)
    #expect(
      Judge().judge("station", against: Question(prompt: "station", answer: "えき")).kind == .retry)
  }
}
