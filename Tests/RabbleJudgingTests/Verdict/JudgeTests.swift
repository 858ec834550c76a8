import RabbleQuestions
import Testing

@testable import RabbleJudging

struct JudgeTests {
  private func verdict(_ typed: String, _ prompt: String, _ answer: String) -> Verdict {
    Judge().judge(typed, against: Question(prompt: prompt, answer: answer))
  }

  @Test(arguments: [
    ("あ", "a", "A"), ("あ", "a", "ａ"), ("し", "shi", "si"), ("し", "shi", " shi "),
    ("づ", "zu", "du"), ("づ", "zu", "zu"), ("ティ", "ti", "thi"), ("チ", "chi", "ti"), ("を", "wo", "o"),
    ("四", "yon; shi", "よん"), ("四", "yon; shi", "ヨン"), ("四", "yon; shi", "si"),
    ("四", "yon; shi", "shi, yon"), ("三百", "sanbyaku", "sambyaku"), ("三百", "sanbyaku", "サンビャク"),
    ("東京", "tōkyō", "toukyou"), ("hello", "こんにちは", "konnichiwa"), ("hello", "こんにちは", "konnnichiha"),
    ("コーヒー", "koohii", "kōhī"), ("コーヒー", "koohii", "ko-hi-"), ("行", "Go", "to go"),
    ("挨拶", "Hello, goodbye", "Hello, goodbye"), ("挨拶", "Hello, goodbye", "goodbye"),
    ("挨拶", "Hello,\nGood Morning", "hello"), ("一万", "10,000", "10000"), ("半", "1/2", "1/2"),
    ("泳げない", "I can't swim", "i cannot swim"), ("泳げない", "I can't swim", "I cant swim"),
    ("猫", "a cat", "cats"), ("女の人", "woman", "women"), ("アイス", "ice cream", "icecream"),
    ("食べる", "to eat (a meal)", "eat"), ("食べる", "to eat (a meal)", "to eat a meal"),
    ("お早う", "おはよう（ございます）", "ohayou"), ("お早う", "おはよう（ございます）", "ohayougozaimasu"),
    ("〜時", "~ o'clock", "o’clock"), ("愛", "love; affection", "affection / love"), ("?", "!", "!"),
  ])
  func `a right answer is right however it is written`(
    prompt: String,
    answer: String,
    typed: String
  ) {
    #expect(verdict(typed, prompt, answer).kind.isAccepted)
  }

  @Test(arguments: [
    ("あ", "a", "o"), ("ティ", "ti", "chi"), ("チ", "chi", "thi"), ("ず", "zu", "du"), ("づ", "zu", "ず"),
    ("お", "o", "wo"), ("は", "ha; wa", "わ"), ("四", "yon; shi", "go"), ("三百", "sanbyaku", "sanpyaku"),
    ("東京", "tōkyō", "tokyo"), ("泳げない", "I can't swim", "I can swim"),
    ("小数", "3.5", "35"), ("入る", "to go in", "to go on"), ("典型", "typical", "atypical"),
    ("十分", "10 minutes", "20 minutes"), ("彼", "he is here", "she is here"), ("紙", "paper", "p"),
  ])
  func `a wrong answer is wrong however near it is`(prompt: String, answer: String, typed: String) {
    #expect(verdict(typed, prompt, answer).kind == .wrong)
  }

  @Test(arguments: [
    ("学校", "がっこう", "がこう", MistakeKind.smallTsu), ("学校", "がっこう", "がっこ", .longVowel),
    ("学校", "がっこう", "かっこう", .dakuten), ("新聞", "しんぶん", "しぶん", .syllabicN),
    ("今日", "きょう", "kyo", .longVowel), ("器用", "きよう", "きょう", .smallKana),
    ("シ", "shi", "tsu", .lookAlike),
    ("ぬ", "nu", "me", .lookAlike), ("続く", "つづく", "つずく", .soundAlike), ("猫", "ねこ", "いぬです", .other),
    ("魚", "さかな", "さかの", .typo), ("beautiful", "きれい", "きれ", .longVowel),
    ("駅", "train station", "station", .synonym), ("飲む", "to drink", "to dronc", .typo),
    ("橋", "bridge", "banana", .other), ("半", "はん", "ぱん", .dakuten),
  ])
  func `a miss is told by its kind`(
    prompt: String, answer: String, typed: String, mistake: MistakeKind
  ) {
    let verdict = verdict(typed, prompt, answer)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == mistake)
  }

  @Test(arguments: [
    ("学校", "がっこう", "", MistakeKind.blank), ("学校", "がっこう", " 　", .blank),
    ("学校", "がっこう", "学校", .promptTypedBack), ("学校", "がっこう", "がつこう", .smallTsu),
    ("食べる", "たべる", "tabelu", .impossibleKana), ("学校", "がっこう", "学生", .wrongScript),
    ("学校", "がっこう", "gakkkou", .impossibleKana), ("hello", "こんにちは", "こんにちわ", .particle),
    ("パン", "ぱん", "ﾊﾟﾝ", .promptTypedBack), ("あ", "a", "ア", .promptTypedBack),
    ("車", "car", "じどうしゃ", .wrongScript),
    ("to eat", "食べる", "食る", .okurigana), ("to eat", "食べる", "taberu", .wrongScript),
    ("食べる", "たべる", "たべろ", .okurigana), ("四", "yon; shi", "yon, go", .severalAnswers),
    ("ケーキ", "けーき", "けえき", .longVowel), ("今日", "きょう", "kiyou", .smallKana),
    ("婚約", "こんやく", "konyaku", .syllabicN),
    ("本を読む", "ほんをよむ", "honoyomu", .syllabicN), ("パンを食べる", "ぱんをたべる", "panotaberu", .syllabicN),
    ("日本へ来る", "にほんへくる", "nihone kuru", .syllabicN),
    ("金曜日を", "きんようびを", "kinyoubi o", .syllabicN),
    ("結婚式場", "けっこんしきじょう", "けつこんしきじよう", .smallKana),
    ("お祝い", "おいわい", "いわい", .okurigana),
  ])
  func `what is no real miss may be tried again`(
    prompt: String,
    answer: String,
    typed: String,
    mistake: MistakeKind
  ) {
    let verdict = verdict(typed, prompt, answer)
    #expect(verdict.kind == .retry)
    #expect(verdict.mistake == mistake)
    #expect(!verdict.message.isEmpty)
  }

  @Test func `the reading is no answer where the meaning is asked for`() {
    let question = Question(prompt: "車", answer: "car", reading: "くるま")
    for typed in ["kuruma", "くるま", "クルマ"] {
      #expect(Judge().judge(typed, against: question).mistake == .readingForMeaning)
    }
    let phrase = Question(prompt: "こんにちは", answer: "hello; good afternoon")
    for typed in ["konnichiwa", "konnnichiha"] {
      #expect(Judge().judge(typed, against: phrase).mistake == .readingForMeaning)
    }
  }

  @Test func `the meaning is no answer where the reading is asked for`() {
    let reading = Question(prompt: "車", answer: "くるま")
    let judge = Judge(vocabulary: Vocabulary([reading, Question(prompt: "車", answer: "a car")]))
    #expect(judge.judge("car", against: reading).mistake == .meaningForReading)
    let hinted = Question(prompt: "車", hint: "car", answer: "くるま")
    #expect(Judge().judge("the car", against: hinted).mistake == .meaningForReading)
  }

  @Test func `another reading of the prompt may be tried again`() {
    let question = Question(prompt: "人", answer: "ひと", reading: "ひと; じん; にん")
    #expect(Judge().judge("jin", against: question).mistake == .otherReading)
    #expect(Judge().judge("ひと", against: question).kind == .correct)
  }

  @Test func `another answer of the same prompt on another card may be tried again`() {
    let question = Question(prompt: "内", answer: "inside", reading: "うち")
    let judge = Judge(
      vocabulary: Vocabulary([question, Question(prompt: "内", answer: "within", reading: "うち")])
    )
    #expect(judge.judge("within", against: question).kind == .retry)
  }

  @Test func `an accepted typo shows the right spelling`() {
    let verdict = verdict("good  afternon", "こんにちは", "hello; good afternoon")
    #expect(verdict.kind == .remark)
    #expect(verdict.right == "good afternoon")
    #expect(verdict.message.contains("good afternoon"))
  }

  @Test func `an exact answer names the others`() {
    let verdict = verdict("hello", "こんにちは", "hello; good afternoon")
    #expect(verdict.kind == .remark)
    #expect(verdict.message == "Also correct: good afternoon.")
  }

  @Test func `an alternative does not repeat the answer that is shown with the verdict`() {
    let question = Question(
      prompt: "we speak", answer: "hablamos", alternatives: ["nosotros hablamos"])
    let asked = question.asked(
      .recognition, in: AskingContext(languages: GroupLanguages(learned: "en", answers: "es")))
    let verdict = Judge().judge("nosotros hablamos", for: asked)
    #expect(verdict.kind == .correct)
    #expect(verdict.message.isEmpty)
  }

  @Test func `a blocked answer is wrong and the learner's own is right`() {
    let question = Question(prompt: "内", answer: "inside", reading: "うち")
    #expect(Judge().judge("insude", against: question, blocked: ["Insude"]).mistake == .blocked)
    #expect(Judge().judge("within", against: question).kind == .wrong)
    #expect(Judge().judge("within", against: question, also: ["within"]).kind.isAccepted)
  }

  @Test func `a blocked answer is refused in a blank, too`() {
    let question = Question(
      prompt: "I like coffee.", answer: "Me gusta el café.", blocked: ["gusto"],
      cloze: "Me {{gusta::gustar}} el café.")
    let asked = question.asked(.cloze("gusta"))
    #expect(Judge().judge("Gusto", against: asked).mistake == .blocked)
    #expect(Judge().judge("gusta", against: asked).kind == .correct)
  }

  @Test(arguments: ["寒いになりました", "さむいになりました", "samuininarimashita"])
  func `a blocked answer with a reason tells it, in kanji, kana and romaji`(typed: String) throws {
    let question = Question(
      prompt: "It has become cold.", answer: "寒くなりました。",
      blocked: ["寒[さむ]いになりました :: い becomes く before なる"],
      cloze: "{{寒[さむ]くなりました}}。")
    let key = try #require(question.clozeText?.keys.first)
    let asked = question.asked(.cloze(key))
    let verdict = Judge().judge(typed, against: asked)
    #expect(verdict.mistake == .blocked)
    #expect(verdict.message == "Not “\(typed)”: い becomes く before なる.")
    #expect(Judge().judge("samukunarimashita", against: asked).kind.isAccepted)
  }

  @Test func `nearly the right words that are exactly another card's may be tried again`() {
    let paper = Question(prompt: "紙", answer: "paper", reading: "かみ")
    let papers = Question(prompt: "書類", answer: "papers", reading: "しょるい")
    let judge = Judge(vocabulary: Vocabulary([paper, papers]))
    #expect(judge.judge("papers", against: paper).kind == .retry)
    #expect(judge.judge("a paper", against: paper).kind == .correct)
    #expect(judge.judge("papers", against: papers).kind == .correct)
  }

  @Test func `a word that only looks like a plural is another card's answer`() {
    let glass = Question(prompt: "グラス", answer: "a glass")
    let glasses = Question(prompt: "眼鏡", answer: "glasses", reading: "めがね")
    let judge = Judge(vocabulary: Vocabulary([glass, glasses]))
    let verdict = judge.judge("glasses", against: glass)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistakenFor.map(\.prompt) == ["眼鏡"])
    #expect(judge.judge("glasses", against: glasses).kind == .correct)
  }

  @Test func `another card's reading is named`() {
    let hold = Question(prompt: "持つ", answer: "もつ")
    let wait = Question(prompt: "待つ", answer: "まつ")
    let verdict = Judge(vocabulary: Vocabulary([hold, wait])).judge("matsu", against: hold)
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistakes.contains(.otherAnswer))
    #expect(verdict.mistakenFor == [wait.asked(.recognition)])
    #expect(verdict.message.contains("待つ"))
  }

  @Test func `a line without end is refused at once`() {
    let line = String(repeating: "がっこう", count: 100_000)
    #expect(verdict(line, "学校", "がっこう").kind == .wrong)
  }

  @Test func `a word that could be romaji is a word among words`() {
    let banana = Question(prompt: "果物", answer: "banana")
    let fruit = QuestionGroup(
      title: "Fruit",
      questions: [banana, Question(prompt: "林檎", answer: "apple")]
    )
    let judge = Judge(vocabulary: Vocabulary(groups: [fruit]))
    #expect(judge.judge("bananna", against: banana).kind == .remark)
    #expect(judge.judge("ばなな", against: banana).kind == .retry)
    let numbers = QuestionGroup(
      title: "Numbers",
      questions: [
        Question(prompt: "三百", answer: "sanbyaku"), Question(prompt: "六", answer: "roku"),
      ]
    )
    let strict = Judge(vocabulary: Vocabulary(groups: [numbers]))
    #expect(strict.judge("sanpyaku", against: numbers.questions[0]).kind == .wrong)
    #expect(strict.judge("さんびゃく", against: numbers.questions[0]).kind == .correct)
  }

  @Test func `kana made of keys are judged by the keys`() {
    let question = Question(prompt: "女", answer: "おんな")
    #expect(Judge().judge("おんあ", keys: "onna", against: question).kind.isAccepted)
    #expect(Judge().judge("おんあ", against: question).kind == .retry)
    let prompt = Question(prompt: "あ", answer: "a")
    #expect(Judge().judge("あ", keys: "a", against: prompt).kind == .correct)
  }

  @Test(arguments: [
    ("私＿＿学生です。", "は", "wa"), ("私＿＿学生です。", "は", "ha"), ("私[topic]学生です。", "は", "wa"),
    ("学校＿＿行きます。", "へ", "e"), ("学校＿＿行きます。", "へ", "he"), ("水＿＿飲みます。", "を", "o"),
    ("水＿＿飲みます。", "を", "wo"),
  ])
  func `a particle in a gap may be typed as it is said`(
    prompt: String, particle: String, typed: String
  ) {
    let question = Question(prompt: prompt, answer: particle)
    #expect(Judge().judge(typed, against: question).kind.isAccepted)
  }

  @Test func `of a text that is asked about, a message names only the question`() {
    let first = Question(prompt: "六時に起きます。\n▶ When does he get up?", answer: "six")
    let second = Question(prompt: "七時に帰ります。\n▶ When does he come home?", answer: "seven")
    let judge = Judge(vocabulary: Vocabulary([first, second]))
    let verdict = judge.judge("seven", against: first)
    #expect(verdict.message == "“seven” is ▶ When does he come home?", "\(verdict.message)")
  }

  @Test func `what is no particle is typed as it is read`() {
    for (prompt, answer, typed) in [("歯", "は", "wa"), ("屁", "へ", "e")] {
      let verdict = Judge().judge(typed, against: Question(prompt: prompt, answer: answer))
      #expect(!verdict.kind.isAccepted)
    }
  }
}
