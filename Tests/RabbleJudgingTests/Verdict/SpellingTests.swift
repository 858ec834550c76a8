import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

/// Which spellings of a word are right where the word is asked for.
struct SpellingTests {
  @Test(arguments: [
    ("朝ご飯", "あさごはん", "朝[あさ]ご 飯[はん]", ["朝ごはん", "あさご飯", "あさごはん", "朝ご飯"]),
    ("食べ物", "たべもの", "食[た]べ 物[もの]", ["食べもの", "たべ物"]),
    ("書き方", "かきかた", "書[か]き 方[かた]", ["書きかた", "かき方"]),
    ("女の子", "おんなのこ", "女[おんな]の 子[こ]", ["女のこ", "おんなの子"]),
  ])
  func `any kanji may be written in its kana`(
    prompt: String, reading: String, furigana: String, typed: [String]
  ) {
    let withFurigana = Question(prompt: prompt, answer: "x", reading: reading, furigana: furigana)
    let without = Question(prompt: prompt, answer: "x", reading: reading)
    for line in typed {
      #expect(verdict(line, withFurigana).kind == .correct, "\(line)")
      #expect(verdict(line, without).kind == .correct, "\(line) without furigana")
    }
  }

  @Test func `another kanji, a kana too few and another reading are not right`() {
    let food = Question(prompt: "食べ物", answer: "food", furigana: "食[た]べ 物[もの]")
    for line in ["飲みもの", "食もの", "食べも", "食べぶつ", "食べものの", "しょくべ物"] {
      #expect(!verdict(line, food).kind.isAccepted, "\(line)")
    }
  }

  @Test(arguments: [
    ("食べる", ["食る", "食べ"]), ("行く", ["行"]), ("終わる", ["終る"]), ("分かる", ["分る"]),
    ("入り口", ["入口"]), ("お祝い", ["祝い"]), ("仕事が終わる", ["仕事が終る"]), ("受付", ["受け付け"]),
    ("取り消す", ["取消"]), ("申し込み", ["申込"]), ("引っ越し", ["引越", "引越し"]),
  ])
  func `other okurigana may be tried again`(word: String, typed: [String]) {
    for line in typed {
      let verdict = verdict(line, Question(prompt: word, answer: "x"))
      #expect(verdict.kind == .retry, "\(line)")
      #expect(verdict.mistake == .okurigana, "\(line)")
    }
  }

  @Test(arguments: [
    ("行く", "行う"), ("出る", "出す"), ("日本が好きです", "日本が好きじゃないです"), ("日本が好きです", "日本を好きです"),
    ("日本が好きです", "日本好きです"), ("駅はどこですか", "駅がどこですか"), ("食べる", "食べた"),
    ("食べる", "食べない"), ("見る", "見た"), ("学生です", "学生でした"), ("女の子", "女子"),
    ("消しゴム", "消しガム"), ("これは本です", "それは本です"),
  ])
  func `another verb, particle, tense or negation is wrong`(word: String, typed: String) {
    #expect(verdict(typed, Question(prompt: word, answer: "x")).kind == .wrong)
  }

  @Test(arguments: [
    ("言う → past", "言った", "言た"), ("待つ → て", "待って", "待て"), ("食べる → negative", "食べない", "食ない"),
    ("死ぬ → negative", "死なない", "死ない"), ("作る → past", "作った", "作る"),
  ])
  func `where a form is asked for, its kana are what is tested`(
    prompt: String, answer: String, typed: String
  ) {
    let question = Question(prompt: prompt, answer: answer).asked(.recognition)
    #expect(Judge().judge(typed, for: question).kind == .wrong)
  }

  @Test func `a form in kana is asked for in kana`() {
    let good = Question(prompt: "いい → negative", answer: "よくない").asked(.recognition)
    let verdict = Judge().judge("良くない", for: good)
    #expect(verdict.kind == .retry)
    #expect(verdict.message == "Write it in kana.")
  }

  @Test func `other okurigana that are another card's word are wrong`() {
    let change = Question(prompt: "変わる", answer: "to change")
    let other = Question(prompt: "変る", answer: "to be odd")
    let group = QuestionGroup(
      title: "Verbs", language: "ja", directions: [.production], questions: [change, other])
    let judge = Judge(groups: [group], kind: .production)
    let verdict = judge.judge("変る", for: change.asked(.production, in: group.askingContext))
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistakes.contains(.otherAnswer))
  }

  @Test(arguments: [
    ("一ヶ月", ["一か月", "一ヵ月", "一カ月", "一ケ月", "1ヶ月", "１か月"]), ("時々", ["時時"]), ("人々", ["人人"]),
    ("一人", ["1人", "１人"]), ("二十日", ["20日"]), ("四時", ["4時"]), ("一つ", ["1つ"]), ("十", ["10", "１０"]),
    ("千円", ["1000円", "1,000円", "1千円", "一千円"]), ("10分", ["十分"]), ("二〇二四年", ["2024年"]),
    ("お茶", ["御茶"]), ("朝ご飯", ["朝御飯"]),
  ])
  func `the usual spellings of a word are right`(word: String, typed: [String]) {
    for line in typed {
      #expect(verdict(line, Question(prompt: word, answer: "x")).kind == .correct, "\(line)")
    }
  }

  @Test(arguments: [
    ("一緒", "1緒"), ("四時", "5時"), ("千円", "10000円"), ("ご飯", "お飯"), ("時々", "時人"), ("三四日", "34日"),
    ("一か月", "一が月"),
  ])
  func `another number and an unusual spelling are not`(word: String, typed: String) {
    #expect(!verdict(typed, Question(prompt: word, answer: "x")).kind.isAccepted)
  }

  @Test func `a number in digits among kana is asked for again if it is the right one`() {
    let yen = Question(prompt: "千円", answer: "x", reading: "せんえん")
    #expect(verdict("1000えん", yen).kind == .retry)
    #expect(verdict("2000えん", yen).kind == .wrong)
    let four = Question(prompt: "四時", answer: "x", furigana: "四[よ] 時[じ]")
    #expect(verdict("4じ", four).kind == .correct)
  }

  @Test func `a digit too many is told in one sentence`() {
    let yen = Question(prompt: "千円", answer: "x")
    #expect(verdict("3千円", yen).message == "3 is one too many.")
  }

  @Test func `the reason for wrong kana beside kanji names the kana`() {
    let like = Question(prompt: "日本が好きです", answer: "I like Japan")
    #expect(verdict("日本を好きです", like).message == "It is が, not を.")
    let station = Question(prompt: "駅はどこですか", answer: "Where is the station?")
    #expect(verdict("駅がどこですか", station).message == "It is は, not が.")
  }

  @Test(arguments: [
    ("消しゴム", "けしごむ", "けしがむ"), ("消しゴム", "けしごむ", "keshikuma"), ("ガラス窓", "がらすまど", "がらくまど"),
    ("コーヒー店", "こーひーてん", "びーるてん"), ("パンを食べる", "ぱんをたべる", "pan ga taberu"),
    ("本を読む", "ほんをよむ", "hon ga yomu"), ("駅はどこですか", "えきはどこですか", "えきがどこですか"),
  ])
  func `kana that are no okurigana are read as they stand`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "x", reading: reading)
    #expect(Judge().judge(typed, for: question.asked(.reading)).kind == .wrong)
  }

  @Test func `a reading is shared out as the line has it`() {
    // 母 はは, or は and then は.
    let mother = MixedWriting("母は母", reading: "ははははは")
    #expect(mother?.isWritten("母ははは") == true)
    #expect(mother?.isWritten("ははは母") == true)
    #expect(mother?.isWritten("母母") == false)
    let sentence = MixedWriting(
      "私は友達と本を買って駅で読んだ", reading: "わたしはともだちとほんをかってえきでよんだ")
    #expect(sentence?.isWritten("わたしは友達とほんを買ってえきで読んだ") == true)
    #expect(sentence?.isWritten("わたしは友達とほんを買ってえきで読だ") == false)
    #expect(MixedWriting("食べ物", reading: "たべもの") != nil)
    #expect(MixedWriting("食べ物", reading: "のみもの") == nil)
    #expect(MixedWriting("学校", reading: "がっこう") == nil)
  }

  @Test func `a sentence of many kanji is compared at once`() {
    let piece = "私[わたし]は 学生[がくせい]です。"
    let long = String(repeating: piece, count: 40)
    let sentence = Question(prompt: RubyText(long).base, answer: "x", furigana: long)
    let half = String(repeating: "わたしは学生です。", count: 40)
    #expect(verdict(half, sentence).kind == .correct)
    #expect(!verdict(half + "わ", sentence).kind.isAccepted)
  }

  @Test func `spellings are right where the word is asked for, and nowhere else`() {
    let key = Question(prompt: "かぎ", answer: "key", spellings: ["鍵"])
    #expect(verdict("鍵", key).kind == .correct)
    #expect(verdict("鍵", key).message.isEmpty)
    #expect(!verdict("錠", key).kind.isAccepted)
    #expect(!Judge().judge("鍵", for: key.asked(.recognition)).kind.isAccepted)
    // A hint that shows a spelling gives the word away.
    let hinted = Question(prompt: "かぎ", hint: "also 鍵", answer: "key", spellings: ["鍵"])
    #expect(hinted.asked(.production).hint == nil)
  }

  @Test(arguments: [
    ("コーヒー", ["koohii", "ko-hi-", "コ-ヒ-", "コ－ヒ－", "コ−ヒ−", "kōhī"]),
    ("スーパーマン", ["suupaaman", "su-pa-man"]),
    ("パーティー", ["paateii", "paatii", "pa-thi-"]),
    ("かなん", ["かなn", "かなｎ", "kanan"]),
    ("はなぢ", ["hanadzi", "hanadi"]),
  ])
  func `what people type for long vowels and rare kana is read`(prompt: String, typed: [String]) {
    for line in typed {
      let verdict = verdict(line, Question(prompt: prompt, answer: "x"))
      #expect(verdict.kind.isAccepted, "\(line): \(verdict.message)")
    }
  }

  @Test func `a long vowel is still needed`() {
    let coffee = Question(prompt: "コーヒー", answer: "coffee")
    for line in ["kohi", "koohi", "コヒ-", "コーヒ"] {
      #expect(!verdict(line, coffee).kind.isAccepted, "\(line)")
    }
  }

  @Test func `keys among kana are read as kana`() {
    let eat = Question(prompt: "食べる", answer: "to eat", reading: "たべる")
    for line in ["たberu", "taべる", "たべru", "食beru"] {
      #expect(verdict(line, eat).kind.isAccepted, "\(line)")
    }
    for line in ["たbenu", "たb", "のberu"] {
      #expect(!verdict(line, eat).kind.isAccepted, "\(line)")
    }
  }

  private func verdict(_ line: String, _ question: Question) -> Verdict {
    Judge().judge(line, for: question.asked(.production))
  }

  @Test(arguments: [
    ("手紙", "てがみ", "手紙ｋ"), ("手紙", "てがみ", "手紙g"), ("手紙", "てがみ", "手g"), ("手紙", "てがみ", "手紙n"),
    ("受け取る", "うけとる", "受け取r"), ("受け取る", "うけとる", "受けとｒ"), ("銀行", "ぎんこう", "銀k"),
    ("楽しい", "たのしい", "楽しｓ"),
  ])
  func `letters that an input method left beside kanji may be tried again`(
    word: String, reading: String, typed: String
  ) {
    let verdict = verdict(typed, Question(prompt: word, answer: "x", reading: reading))
    #expect(verdict.kind == .retry)
    #expect(verdict.mistake == .impossibleKana)
  }

  @Test func `letters beside kanji that can be read, or that an answer has, are no leftovers`() {
    let eat = Question(prompt: "食べる", answer: "to eat", reading: "たべる")
    #expect(verdict("食べru", eat).kind == .correct)
    #expect(verdict("飲mu", eat).kind == .wrong)
    let shirt = Question(prompt: "Tシャツ売り場", answer: "T-shirt counter")
    #expect(verdict("Tシャツ買り場", shirt).kind == .wrong)
  }

  @Test(arguments: [
    ("コーヒー", "コ〜ヒ〜"), ("カード", "カ～ド"), ("カード", "カ~ド"), ("カード", "カ一ド"), ("スキー", "スキ一"),
  ])
  func `a wave or the numeral in the place of ー is read as it`(word: String, typed: String) {
    #expect(verdict(typed, Question(prompt: word, answer: "x")).kind == .correct)
  }

  @Test(arguments: [("カド", "カ一ド"), ("これ一つ", "これーつ"), ("一つ", "ーつ")])
  func `a sign for ー is right only where there is a ー`(word: String, typed: String) {
    #expect(!verdict(typed, Question(prompt: word, answer: "x")).kind.isAccepted)
  }
}

/// The same for every word of the bundled decks.
struct BundledSpellingTests {
  @Test func `every mixed writing of a bundled word is right, and no other word's`() throws {
    let questions = try BundledDecks.questions().filter {
      $0.cloze == nil && !$0.isForm && !$0.tags.contains("text")
    }
    let judge = Judge()
    var meanings: [String: [Question]] = [:]
    for question in questions {
      meanings[TextFold.strict(question.rubyPrompt.base), default: []].append(question)
    }
    var count = 0
    for question in questions where question.prompt.unicodeScalars.contains(where: isKanji) {
      let asked = question.asked(.production)
      for writing in writings(of: question.rubyPrompt).prefix(64) {
        count += 1
        let verdict = judge.judge(writing, for: asked)
        #expect(verdict.kind.isAccepted, "\(writing) for \(question.prompt): \(verdict.message)")
        for other in meanings[TextFold.strict(writing)] ?? []
        where other.rubyPrompt.base != question.rubyPrompt.base {
          // Kana alone may be two words; with a kanji left it must be the same one.
          #expect(
            !writing.unicodeScalars.contains(where: isKanji)
              || !Set(other.readings).isDisjoint(with: question.readings),
            "\(writing) is \(other.prompt)")
        }
      }
    }
    #expect(count > 1500)
  }

  @Test func `every spelling of a bundled question is right`() throws {
    let questions = try BundledDecks.questions()
    var count = 0
    for question in questions {
      for spelling in question.spellings {
        count += 1
        let verdict = Judge().judge(spelling, for: question.asked(.production))
        // A noun without its article is right with a remark.
        let isRight =
          question.prompt.hasJapanese ? verdict.kind == .correct : verdict.kind.isAccepted
        #expect(isRight, "\(spelling) for \(question.prompt)")
      }
    }
    #expect(count > 400)
  }

  @Test func `the usual kanji of words in kana are spellings`() throws {
    let questions = try BundledDecks.questions()
    for (kana, kanji) in [
      ("かぎ", "鍵"), ("いす", "椅子"), ("すし", "寿司"), ("友だち", "友達"), ("かわいい", "可愛い"),
      ("入口", "入り口"), ("買い物", "買物"),
    ] {
      #expect(
        questions.contains { $0.prompt == kana && $0.spellings.contains(kanji) }, "\(kanji)")
    }
  }

  private func isKanji(_ scalar: Unicode.Scalar) -> Bool { Script(of: scalar) == .kanji }

  /// Every way to write a text with some of its readings in the place of what they stand over.
  private func writings(of ruby: RubyText) -> [String] {
    ruby.segments.reduce([""]) { begun, segment in
      let texts = [segment.base, segment.reading].compactMap(\.self)
      return begun.prefix(64).flatMap { start in texts.map { start + $0 } }
    }
  }
}

extension Question {
  /// Whether it asks for a form by its prompt.
  fileprivate var isForm: Bool { prompt.contains("→") || prompt.contains("(") }
}
