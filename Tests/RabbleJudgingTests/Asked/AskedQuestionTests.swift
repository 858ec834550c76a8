import RabbleJudging
import RabbleQuestions
import RabbleText
import Testing

@Suite struct AskedQuestionTests {
  private static let eat = Question(
    prompt: "食[た]べる", hint: "何かを口に入れる", answer: "to eat; to consume", reading: "たべる",
    alternatives: ["to dine"], blocked: ["to drink"])

  @Test func `recognition asks for the answer, without furigana`() {
    let asked = Self.eat.asked(.recognition)
    #expect(asked.prompt == "食べる")
    #expect(asked.answer == "to eat; to consume")
    #expect(asked.alternatives == ["to dine"])
    #expect(asked.blocked == ["to drink"])
    let back = Question(prompt: "cat", answer: "猫[ねこ]").asked(.recognition)
    #expect(back.answer == "猫")
    #expect(back.alternatives == ["ねこ"])
  }

  @Test func `production asks for the prompt or its reading`() {
    let asked = Self.eat.asked(.production)
    #expect(asked.prompt == "to eat; to consume")
    #expect(asked.answer == "食べる")
    #expect(asked.alternatives == ["たべる"])
    #expect(asked.blocked == [])
    #expect(asked.hint == Self.eat.hint)
  }

  @Test func `reading asks for each reading`() {
    let seven = Question(prompt: "七", answer: "seven", reading: "しち、なな").asked(.reading)
    #expect(seven.prompt == "七")
    #expect(seven.answer == "しち; なな")
  }

  @Test(
    arguments: [
      ("たべる", nil), ("タベル no", nil), ("taberu", nil), ("it is taberu", nil),
      ("with chopsticks", "with chopsticks"), ("食べる人", "食べる人"),
    ] as [(String, String?)])
  func `a hint that tells the reading is no hint where the reading is asked`(
    hint: String, kept: String?
  ) {
    let question = Question(prompt: "食べる", hint: hint, answer: "to eat", reading: "たべる")
    #expect(question.asked(.reading).hint == kept)
    #expect(question.asked(.recognition).hint == hint)
  }

  @Test func `a hint that shows the word is no hint where the word is asked`() {
    let question = Question(prompt: "食べる", hint: "食べる人", answer: "to eat", reading: "たべる")
    #expect(question.asked(.production).hint == nil)
    let house = Question(prompt: "Haus", hint: "das Haus", answer: "house")
    #expect(house.asked(.production).hint == nil)
    let kept = Question(prompt: "in", hint: "inside", answer: "dans")
    #expect(kept.asked(.production).hint == "inside")
  }

  @Test func `a blank asks for its texts, and for nothing that the whole question allows`() {
    let question = Question(
      prompt: "I am a student.", hint: "です ends it", answer: "私は学生です。", alternatives: ["x"],
      cloze: "私{{は;が}}学生{{です::copula}}。")
    let first = question.asked(.cloze("は"))
    #expect(first.prompt == "私＿＿学生です。")
    #expect(first.answer == "は; が")
    #expect(first.alternatives == [])
    #expect(first.hint == "です ends it")
    let second = question.asked(.cloze("です"))
    #expect(second.prompt == "私は学生[copula]。")
    #expect(second.hint == nil)
  }

  @Test(arguments: [
    ("食べる", VerdictKind.correct), ("タベル", .correct), ("taberu", .correct), ("飲む", .wrong),
    ("のむ", .wrong), ("喰う", .retry), ("食る", .retry), ("to eat", .retry),
    ("something", .retry), ("", .retry),
  ])
  func `a produced word is right as it is written or read`(typed: String, kind: VerdictKind) {
    let group = QuestionGroup(
      title: "Verbs", directions: [.production],
      questions: [
        Self.eat, Question(prompt: "飲む", answer: "to drink", reading: "のむ"),
        Question(prompt: "喰う", answer: "to eat (roughly), to eat", reading: "くう"),
      ])
    let judge = Judge(vocabulary: Vocabulary(groups: [group], kind: .production))
    let verdict = judge.judge(typed, against: Self.eat.asked(.production))
    #expect(verdict.kind == kind, "\(verdict)")
  }

  @Test func `a produced word that belongs to another meaning is named by it`() {
    let drink = Question(prompt: "飲む", answer: "to drink", reading: "のむ")
    let group = QuestionGroup(
      title: "Verbs", directions: [.recognition, .production], questions: [Self.eat, drink])
    let vocabulary = Vocabulary(groups: [group], kind: .production)
    let verdict = Judge(vocabulary: vocabulary).judge("のむ", against: Self.eat.asked(.production))
    #expect(verdict.message == "“のむ” is to drink.")
    #expect(verdict.mistakenFor.first.flatMap(vocabulary.original) == drink)
  }

  @Test func `a sentence in place of a word is one answer`() {
    let yes = Question(prompt: "はい、そうです。", answer: "Yes, it is.").asked(.production)
    let judge = Judge()
    #expect(judge.judge("はい", against: yes).kind != .correct)
    #expect(judge.judge("はい", against: yes).kind != .remark)
    #expect(judge.judge("はいそうです", against: yes).kind == .correct)
  }

  @Test func `the meaning typed where the reading is asked is no answer`() {
    let group = QuestionGroup(title: "Verbs", directions: [.reading], questions: [Self.eat])
    let judge = Judge(vocabulary: Vocabulary(groups: [group], kind: .reading))
    let asked = Self.eat.asked(.reading)
    #expect(judge.judge("to eat", against: asked).mistake == .meaningForReading)
    #expect(judge.judge("taberu", against: asked).kind == .correct)
    #expect(judge.judge("のむ", against: asked).kind == .wrong)
  }

  @Test func `a blank is judged by itself`() {
    let question = Question(
      prompt: "I am a student.", answer: "私は学生です。", cloze: "私{{は;が}}学生{{です::copula}}。")
    let judge = Judge(
      vocabulary: Vocabulary(
        groups: [QuestionGroup(title: "S", questions: [question])], kind: .cloze))
    let asked = question.asked(.cloze("は"))
    #expect(judge.judge("が", against: asked).kind.isAccepted)
    #expect(judge.judge("wa", against: asked).kind.isAccepted)
    #expect(!judge.judge("わ", against: asked).kind.isAccepted)
    let verdict = judge.judge("です", against: asked)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistakenFor == [])
  }

  @Test func `kana are typed where a reading or a word in kana is asked`() {
    #expect(Judge.asksForKana(Self.eat.asked(.reading)))
    #expect(!Judge.asksForKana(Self.eat.asked(.production)))
    #expect(Judge.asksForKana(Question(prompt: "ねこ", answer: "cat").asked(.production)))
  }

  @Test func `furigana give nothing away but where the reading is an answer`() {
    #expect(!Judge.asksForReading(Self.eat.asked(.recognition)))
    #expect(Judge.asksForReading(Self.eat.asked(.reading)))
    let romaji = Question(prompt: "一", answer: "ichi", reading: "いち")
    #expect(Judge.asksForReading(romaji.asked(.recognition)))
  }

  @Test(arguments: [
    ("el panadero, la panadera", "baker", "es", ["el panadero", "la panadera"]),
    ("el fontanero / la fontanera", "plumber", "es", ["el fontanero", "la fontanera"]),
    ("l'étudiant, l'étudiante", "student", "fr", ["l'étudiant", "l'étudiante"]),
    ("der Arzt, die Ärztin", "doctor", "de", ["der Arzt", "die Ärztin"]),
    ("Arzt, Ärztin", "doctor", "de", ["Arzt", "Ärztin"]),
    ("bonito, bonita", "pretty", "es", ["bonito", "bonita"]),
    ("coche, auto", "car", "es", ["coche", "auto"]),
    ("en casa / a casa", "home", "es", ["en casa", "a casa"]),
    ("分かる / 判る", "to see", "ja", ["分かる", "判る"]),
  ])
  func `of words in a list, each is right, and so is the list`(
    prompt: String, answer: String, language: String, words: [String]
  ) {
    let asked = Question(prompt: prompt, answer: answer).asked(
      .production, in: AskingContext(languages: GroupLanguages(learned: language, answers: "en")))
    #expect(asked.answers == words)
    #expect(asked.answer == prompt)
    for line in words + [prompt] {
      #expect(Judge().judge(line, against: asked).kind.isAccepted, "\(line)")
    }
  }

  @Test(arguments: [
    ("Muy bien, gracias", "Very well, thanks", "es"), ("Bien, ¿y tú?", "Fine, and you?", "es"),
    ("No, gracias", "No thanks", "es"), ("sí, gracias", "yes, thanks", "es"),
    ("Nein, danke", "No thanks", "de"), ("じゃあ、また", "See you then", "ja"),
    ("La casa es grande, la mesa es pequeña.", "The house is big", "es"),
    ("1,000", "thousand", "es"),
    ("de nada, señor", "you're welcome sir", "es"), ("y/o", "and/or", "es"),
    ("el 3/4", "three quarters", "es"),
  ])
  func `a phrase with a comma is one answer`(prompt: String, answer: String, language: String) {
    let asked = Question(prompt: prompt, answer: answer).asked(
      .production, in: AskingContext(languages: GroupLanguages(learned: language, answers: "en")))
    #expect(asked.answers == [prompt])
  }
}
