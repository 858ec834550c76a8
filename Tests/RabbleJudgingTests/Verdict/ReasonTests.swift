import RabbleQuestions
import RabbleTestSupport
import RabbleText
import Testing

@testable import RabbleJudging

/// A wrong verdict says why, and draws the learner's own words.
@Suite struct ReasonTests {
  private func verdict(_ typed: String, _ prompt: String, _ answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: prompt, answer: answer))
  }

  @Test(arguments: [
    ("学校", "がっこう", "がこう", "A small っ is missing after が."),
    ("高校", "こうこう", "こうっこう", "The small っ after う is one too many."),
    ("学校", "がっこう", "がっこ", "The vowel is long: う is missing after こ."),
    ("学校", "がっこう", "かっこう", "The marks differ: it is が, not か."),
    ("新聞", "しんぶん", "しぶん", "ん is missing after し."),
    ("器用", "きよう", "きょう", "It is よ, not a small ょ."),
    ("続く", "つづく", "つずく", "It sounds like that, but it is written with づ, not ず."),
    ("シ", "shi", "ツ", "ツ looks like シ, but it is シ."),
    ("東京", "とうきょう", "とおきょお", "The long vowel is written う, not お."),
    ("魚", "さかな", "さかの", "It is な, not の."),
    ("big", "おおきい", "okii", "The vowel is long: お is missing after お."),
    ("There is a cat.", "猫がいます", "猫があります", "It is い, not あり."),
    ("bookshop", "本屋", "本屋さん", "さん after 屋 is one too many."),
    (
      "学校", "がっこう", "かっこ",
      "The marks differ: it is が, not か. The vowel is long: う is missing after こ."
    ),
  ])
  func `it is said which kana make the difference`(
    prompt: String, answer: String, typed: String, message: String
  ) {
    let verdict = verdict(typed, prompt, answer)
    #expect(verdict.kind == .wrong)
    #expect(verdict.message == message)
  }

  @Test(arguments: [
    ("gakko", "gakkou"), ("kakkou", "gakkou"), ("kakkō", "gakkō"), ("がこう", "がっこう"), ("ガコウ", "ガッコウ"),
  ])
  func `the learner's own words are drawn against the spelling that is nearest to them`(
    typed: String, right: String
  ) throws {
    let alignment = try #require(verdict(typed, "学校", "がっこう").alignment)
    #expect(alignment.pieces.map(\.typed).joined() == typed)
    #expect(alignment.pieces.map(\.right).joined() == right)
  }

  @Test(arguments: [
    ("hable'", "hablé", "é, not e'"), ("como estas", "¿Cómo estás?", "ó, not o; á, not a"),
    ("oeuf", "œuf", "œ, not oe"),
  ])
  func `an accent is named beside what was typed for it`(
    typed: String, answer: String, letters: String
  ) {
    let verdict = Judge().judge(
      typed, against: Question(prompt: "?", answer: answer), demandsAccents: true)
    #expect(verdict.message == "The accents make the difference: it is \(letters).")
  }

  @Test func `a reading with little in common is another word`() {
    let verdict = verdict("あに", "お兄さん", "おにいさん")
    #expect(verdict.mistakes == [.other])
    #expect(verdict.message == "It is not close to a correct answer.")
  }

  @Test func `no wrong verdict is without a reason, and each draws what was typed`() throws {
    var generator = SeededGenerator(seed: 7)
    let groups = try BundledDecks.groups()
    let judge = Judge(groups: groups)
    let asked = groups.flatMap { group in
      group.questions.map { $0.asked(.recognition, in: group.askingContext) }
    }.shuffled(using: &generator).prefix(400)
    let letters = Array("aeioukstnあかしツ犬 -'3")
    var wrong = 0
    for question in asked {
      let answer = question.answers[0]
      var mistyped = Array(answer)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<max(1, mistyped.count), using: &generator)
        let letter = letters.randomElement(using: &generator) ?? "a"
        if mistyped.indices.contains(place) { mistyped[place] = letter }
      }
      let other = asked.randomElement(using: &generator)?.answers[0] ?? ""
      let reversed = String(answer.reversed())
      for typed in [String(mistyped), other, reversed, String(repeating: "no ", count: 200)] {
        let verdict = judge.judge(typed, for: question)
        guard verdict.kind == .wrong else { continue }
        wrong += 1
        #expect(!verdict.message.isEmpty, "\(typed) for \(question.prompt) = \(question.answer)")
        guard let alignment = verdict.alignment else { continue }
        #expect(alignment.pieces.map(\.typed).joined() == typed.trimmed)
      }
    }
    #expect(wrong > 400)
  }
}
