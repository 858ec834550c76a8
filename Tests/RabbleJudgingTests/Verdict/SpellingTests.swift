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
    ("食べる", ["食る", "食べ"]), ("行く", ["行", "行う"]), ("終わる", ["終る"]), ("分かる", ["分る"]),
    ("入り口", ["入口"]), ("お祝い", ["祝い"]), ("仕事が終わる", ["仕事が終る"]),
  ])
  func `other okurigana may be tried again`(word: String, typed: [String]) {
    for line in typed {
      let verdict = verdict(line, Question(prompt: word, answer: "x"))
      #expect(verdict.kind == .retry, "\(line)")
      #expect(verdict.mistake == .okurigana, "\(line)")
    }
  }

  @Test(arguments: [
    ("日本が好きです", "日本が好きじゃないです"), ("日本が好きです", "日本を好きです"),
    ("日本が好きです", "日本好きです"), ("駅はどこですか", "駅がどこですか"), ("食べる", "食べた"),
    ("食べる", "食べない"), ("見る", "見た"), ("学生です", "学生でした"), ("女の子", "女子"),
    ("消しゴム", "消しガム"), ("これは本です", "それは本です"),
  ])
  func `another particle, tense or negation is wrong`(word: String, typed: String) {
    #expect(verdict(typed, Question(prompt: word, answer: "x")).kind == .wrong)
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

  @Test func `a reading that could be shared out in two ways tells nothing of the kanji`() {
    // 母 はは, or は and then は.
    #expect(MixedWriting("母は母", reading: "はははははは") == nil)
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
