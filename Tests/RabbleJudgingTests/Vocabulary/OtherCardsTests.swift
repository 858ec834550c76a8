import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

/// Which other cards an answer may belong to, so that it is refused or named.
@Suite struct OtherCardsTests {
  private static func question(_ prompt: String, _ answer: String) -> Question {
    Question(prompt: prompt, answer: answer)
  }

  private static let hiragana = QuestionGroup(
    title: "Hiragana", language: "ja",
    questions: [question("い", "i"), question("う", "u"), question("し", "shi")])
  private static let katakana = QuestionGroup(
    title: "Katakana", language: "ja", questions: [question("ツ", "tsu"), question("シ", "shi")])
  private static let kanji = QuestionGroup(
    title: "Kanji", language: "ja",
    questions: [question("雨 (on)", "ウ"), question("右 (on)", "ウ; ユウ"), question("食", "eat")])

  private func asked(_ question: Question, in group: QuestionGroup) -> AskedQuestion {
    question.asked(.recognition, in: group.askingContext)
  }

  @Test func `a beginner hears of the cards they have seen, the nearest first`() {
    let judge = Judge(
      vocabulary: Vocabulary([
        KnownGroup(Self.kanji, started: [:]),
        KnownGroup(Self.hiragana, started: [0: [.recognition]], isStudied: true),
        KnownGroup(Self.katakana, started: [0: [.recognition]], isStudied: true),
      ]))
    let i = asked(Self.hiragana.questions[0], in: Self.hiragana)
    #expect(judge.judge("u", for: i).mistakenFor.map(\.prompt) == ["う"])
    let tsu = asked(Self.katakana.questions[0], in: Self.katakana)
    #expect(judge.judge("shi", for: tsu).mistakenFor.first?.prompt == "シ")
    #expect(judge.judge("シ", for: tsu).mistakenFor.first?.prompt == "シ")
  }

  @Test func `romaji of one card and English of another are no confusion`() {
    let kana = QuestionGroup(
      title: "Kana", language: "ja", answerLanguage: "ja-Latn",
      questions: [Self.question("の", "no")])
    let phrases = QuestionGroup(
      title: "Phrases", language: "ja", answerLanguage: "en",
      questions: [Self.question("すみません", "Excuse me"), Self.question("いいえ", "no")])
    let judge = Judge(
      vocabulary: Vocabulary([
        KnownGroup(kana, started: [0: [.recognition]], isStudied: true),
        KnownGroup(phrases, started: [0: [.recognition], 1: [.recognition]], isStudied: true),
      ]))
    let excuse = asked(phrases.questions[0], in: phrases)
    #expect(judge.judge("no", for: excuse).mistakenFor.map(\.prompt) == ["いいえ"])
  }

  @Test func `a card counts once it was answered, and its group with it`() {
    var judge = Judge(
      vocabulary: Vocabulary([
        KnownGroup(Self.kanji, started: [:]), KnownGroup(Self.hiragana, started: [:]),
      ]))
    let i = asked(Self.hiragana.questions[0], in: Self.hiragana)
    #expect(judge.judge("u", for: i).mistakenFor.map(\.prompt) == ["う"])
    judge.start(asked(Self.kanji.questions[2], in: Self.kanji))
    #expect(judge.judge("u", for: i).mistakenFor.map(\.prompt) == ["う", "雨 (on)", "右 (on)"])
  }

  @Test func `a started card counts though its group is not studied, and no other of it`() {
    let judge = Judge(
      vocabulary: Vocabulary([
        KnownGroup(Self.hiragana, started: [:]),
        KnownGroup(Self.kanji, started: [1: [.recognition]]),
      ]))
    let i = asked(Self.hiragana.questions[0], in: Self.hiragana)
    #expect(judge.judge("u", for: i).mistakenFor.map(\.prompt) == ["う", "右 (on)"])
  }

  @Test func `a meaning that another card of the same word has beside this one is right`() {
    let seasons = QuestionGroup(
      title: "Seasons", language: "ja", answerLanguage: "en",
      questions: [Self.question("秋", "autumn"), Self.question("はし", "bridge")])
    let others = QuestionGroup(
      title: "Words", language: "ja", answerLanguage: "en",
      questions: [Self.question("秋", "fall; autumn"), Self.question("はし", "chopsticks")])
    let judge = Judge(
      vocabulary: Vocabulary([KnownGroup(seasons), KnownGroup(others, started: [:])]))
    let fall = judge.judge("fall", for: asked(seasons.questions[0], in: seasons))
    #expect(fall.kind == .remark)
    #expect(fall.message == "Another card for this word has this answer.")
    #expect(
      !judge.judge("chopsticks", for: asked(seasons.questions[1], in: seasons)).kind.isAccepted)
  }

  @Test(arguments: [
    ("ellos", "they", "ellas", "they (feminine)", ["they"], VerdictKind.retry),
    ("pensar", "to think", "creer", "to believe", ["to think"], .retry),
    ("el juego", "game", "el partido", "game (match)", [], .retry),
    ("ser", "to be (permanent)", "estar", "to be (temporary)", [], .wrong),
    ("pensar", "to think", "creer", "to believe", [], .wrong),
  ])
  func `a word that the prompt asks for as well may be typed again`(
    word: String, meaning: String, other: String, otherMeaning: String, alternatives: [String],
    kind: VerdictKind
  ) {
    let group = QuestionGroup(
      title: "Palabras", language: "es", answerLanguage: "en", directions: [.production],
      questions: [
        Self.question(word, meaning),
        Question(prompt: other, answer: otherMeaning, alternatives: alternatives),
      ])
    let judge = Judge(groups: [group], kind: .production)
    let asked = group.questions[0].asked(.production, in: group.askingContext)
    #expect(judge.judge(other, for: asked).kind == kind)
  }

  @Test func `a card of another language counts for nothing`() {
    let spanish = QuestionGroup(
      title: "Palabras", language: "es",
      questions: [Self.question("la copa", "glass"), Self.question("si", "if")])
    let japanese = QuestionGroup(
      title: "Words", language: "ja-JP", questions: [Self.question("めがね", "glasses")])
    let glasses = asked(japanese.questions[0], in: japanese)
    let apart = Judge(groups: [spanish, japanese])
    #expect(apart.judge("if", for: glasses).mistakenFor.isEmpty)
    // Without a language, Japanese is known by its script.
    var unnamed = spanish
    unnamed.language = nil
    #expect(Judge(groups: [unnamed, japanese]).judge("if", for: glasses).mistakenFor.isEmpty)
    var same = spanish
    same.language = "ja"
    #expect(
      Judge(groups: [same, japanese]).judge("if", for: glasses).mistakenFor.map(\.prompt) == ["si"])
  }

  @Test(arguments: [
    ("食べる", "to eat", "食", "eat", "eat"), ("犬", "a dog", "ワンちゃん", "dog", "dog"),
    ("時計", "the watch", "腕時計", "watch; wristwatch", "watch"),
    ("食べる", "to eat", "食べる", "eat", "eat"),
    ("色", "color", "カラー", "colour", "colour"), ("三日", "3 days", "三日間", "three days", "three days"),
  ])
  func `a card that shares a meaning or the prompt refuses nothing`(
    prompt: String, answer: String, other: String, otherAnswer: String, typed: String
  ) {
    let questions = [Self.question(prompt, answer), Self.question(other, otherAnswer)]
    let verdict = Judge(vocabulary: Vocabulary(questions)).judge(typed, against: questions[0])
    #expect(verdict.kind.isAccepted, "\(verdict.message)")
  }

  @Test(arguments: [
    ("めがね", "glasses", "コップ", "glass", "glass"), ("磨く", "to polish", "ポーランド語", "Polish", "Polish"),
  ])
  func `a card with a meaning of its own refuses its exact answer`(
    prompt: String, answer: String, other: String, otherAnswer: String, typed: String
  ) {
    let questions = [Self.question(prompt, answer), Self.question(other, otherAnswer)]
    #expect(
      questions[0].asked(.recognition).meanings.isDisjoint(
        with: questions[1].asked(.recognition).meanings))
  }

  @Test func `with every bundled card started, hardly any refuses a form that is forgiven`() throws
  {
    let groups = try BundledDecks.groups()
    let all = Judge(groups: groups)
    var refused: Set<String> = []
    var tried = 0
    for group in groups {
      for question in group.questions
      where question.askedDirections(byDefault: group.directions).contains(.recognition) {
        let asked = question.asked(.recognition, in: group.askingContext)
        let alone = Judge(groups: [
          QuestionGroup(title: "", language: group.language, questions: [question])
        ])
        for form in asked.answers.flatMap(Self.forms) {
          guard alone.judge(form, for: asked).kind.isAccepted else { continue }
          tried += 1
          if !all.judge(form, for: asked).kind.isAccepted {
            refused.insert("\(question.prompt) = \(question.answer): \(form)")
          }
        }
      }
    }
    #expect(tried > 5000)
    #expect(refused.count < 20, "\(refused.sorted().joined(separator: "\n"))")
  }

  /// An answer with and without an article, "to" and the s of a plural.
  private static func forms(of answer: String) -> [String] {
    guard !answer.hasJapanese else { return [] }
    return AnswerList.variants(of: answer).flatMap { text -> [String] in
      let words = text.split(separator: " ").map(String.init)
      let bare = ["to", "a", "an", "the"].contains(words.first) ? Array(words.dropFirst()) : words
      let plain = bare.joined(separator: " ")
      return [
        plain, "to " + plain, "the " + plain, "a " + plain, plain + "s",
        plain.hasSuffix("s") ? String(plain.dropLast()) : plain, plain.capitalized,
      ]
    }
  }
}
