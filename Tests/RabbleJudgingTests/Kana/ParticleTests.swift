import RabbleQuestions
import RabbleText
import Testing

@testable import RabbleJudging

/// は and へ are typed `wa` and `e` where they are particles, and nowhere else.
@Suite struct ParticleTests {
  @Test(arguments: [
    ("これは何ですか", "これはなんですか", "kore wa nan desu ka"),
    ("これは何ですか", "これはなんですか", "kore ha nan desu ka"),
    ("お名前は何ですか", "おなまえはなんですか", "onamae wa nan desu ka"),
    ("駅はどこですか", "えきはどこですか", "ekiwa dokodesuka"),
    ("トイレはどこですか", "トイレはどこですか", "toire wa doko desu ka"),
    ("お名前は？", "おなまえは？", "o-namae wa?"),
    ("私は田中です", "わたしはたなかです", "watashi wa Tanaka desu"),
    ("この電車は東京へ行きますか", "このでんしゃはとうきょうへいきますか", "kono densha wa tōkyō e ikimasu ka"),
    ("これに肉は入っていますか", "これににくははいっていますか", "kore ni niku wa haitte imasu ka"),
    ("この花は母のです", "このはなはははのです", "kono hana wa haha no desu"),
    ("家へ帰る", "いえへかえる", "ie e kaeru"), ("どこへ行きますか", "どこへいきますか", "doko e ikimasu ka"),
    ("これはいくらですか", "これはいくらですか", "kore wa ikura desu ka"),
    ("そうではありません", "そうではありません", "sou de wa arimasen"),
    ("私は箱を見た", "わたしははこをみた", "watashi wa hako o mita"),
    ("母は花を見た", "ははははなをみた", "haha wa hana o mita"),
    ("ねこはかわいい", "ねこはかわいい", "neko wa kawaii"), ("本を読む", "ほんをよむ", "honn o yomu"),
    ("パンを食べる", "ぱんをたべる", "pann o taberu"), ("日本へ来る", "にほんへくる", "nihonn e kuru"),
  ])
  func `a particle is typed as it is said, whatever the prompt is in`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    for direction in [Direction.production, .reading] {
      let verdict = Judge().judge(typed, for: question.asked(direction))
      #expect(verdict.kind == .correct, "\(direction): \(verdict.message)")
    }
  }

  @Test(arguments: [
    ("花", "はな", "wana"), ("母", "はは", "hawa"), ("おはよう", "おはよう", "owayou"),
    ("大変", "たいへん", "taien"), ("部屋", "へや", "eya"), ("けは", "けは", "kewa"), ("くへ", "くへ", "kue"),
    ("この花は母のです", "このはなはははのです", "kono wana wa haha no desu"),
    ("私の部屋は広い", "わたしのへやはひろい", "watashi no eya wa hiroi"),
    ("お早うございます", "おはようございます", "owayou gozaimasu"),
    ("私は箱を見た", "わたしははこをみた", "watashi wa wako o mita"),
    ("私は歯医者へ行った", "わたしははいしゃへいった", "watashi wa waisha e itta"),
  ])
  func `a kana within a word is not`(word: String, reading: String, typed: String) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    for direction in [Direction.production, .reading] {
      #expect(!Judge().judge(typed, for: question.asked(direction)).kind.isAccepted)
    }
  }

  @Test(arguments: [
    ("これは何ですか", "これはなんですか", "これわなんですか"), ("これは何ですか", "これはなんですか", "これわ何ですか"),
    ("私は学生です", "わたしはがくせいです", "私わ学生です"), ("駅へ行きます", "えきへいきます", "駅え行きます"),
    ("本を読む", "ほんをよむ", "本お読む"),
  ])
  func `a particle written as it sounds is still told, in kana and beside kanji`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    let verdict = Judge().judge(typed, for: question.asked(.production))
    #expect(verdict.kind == .retry)
    #expect(verdict.mistake == .particle)
  }

  @Test func `the particle of a blank is told in hiragana, whatever name stands beside it`()
    throws
  {
    let question = Question(prompt: "I am Tom.", answer: "", cloze: "私{{は}}トムです。")
    let key = try #require(question.clozeText?.keys.first)
    let verdict = Judge().judge("わ", for: question.asked(.cloze(key)))
    #expect(verdict.message.contains("は, not わ"), "\(verdict.message)")
    let reading = Question(prompt: "シツ", answer: "shitsu")
    let slip = Judge().judge("しす", for: reading.asked(.recognition))
    #expect(!slip.message.contains("つ"), "\(slip.message)")
  }

  @Test func `keys that spell the only answer of a blank need no remark`() throws {
    let question = Question(prompt: "Please write.", answer: "", cloze: "{{書[か]いてください}}。")
    let key = try #require(question.clozeText?.keys.first)
    for line in ["kaite kudasai", "かいてください", "書いてください"] {
      #expect(Judge().judge(line, for: question.asked(.cloze(key))).kind == .correct, "\(line)")
    }
  }

  @Test func `of a dozen further answers four are named`() throws {
    let answers = ["に", "へ", "と", "で", "から", "まで"].joined(separator: ";")
    let question = Question(prompt: "p", answer: "", cloze: "学校{{\(answers)}}行きます")
    let key = try #require(question.clozeText?.keys.first)
    let verdict = Judge().judge("に", for: question.asked(.cloze(key)))
    #expect(verdict.message == "Also correct: へ; と; で; から and more.")
  }

  @Test func `of two particles in a blank, the one that sounds like the line is told`() throws {
    let question = Question(prompt: "学校に行きます", answer: "to school", cloze: "学校{{に;へ}}行きます")
    let key = try #require(question.clozeText?.keys.first)
    let verdict = Judge().judge("え", for: question.asked(.cloze(key)))
    #expect(verdict.kind == .wrong)
    #expect(verdict.mistake == .particle)
  }

  @Test(arguments: [
    ("ごはん", "gohan", "gowan"), ("おはよう", "ohayō", "owayō"), ("はは", "haha", "hawa"),
    ("たいへん", "taihen", "taien"), ("けは", "keha", "kewa"),
  ])
  func `in romaji for kana, は and へ within a word are no particles`(
    prompt: String, answer: String, typed: String
  ) {
    let question = Question(prompt: prompt, answer: answer)
    #expect(Judge().judge(answer, against: question).kind.isAccepted)
    #expect(Judge().judge(typed, against: question).kind == .wrong)
  }

  @Test(arguments: [
    ("こんにちは", "konnichiwa", "konnnichiha"), ("こんばんは", "konbanwa", "konbanha"),
    ("いぬはかわいい", "inu wa kawaii", "inuwakawaii"), ("いぬはかわいい", "inu wa kawaii", "inu ha kawaii"),
  ])
  func `in romaji for kana, the author's own particles may be typed either way`(
    prompt: String, answer: String, typed: String
  ) {
    let question = Question(prompt: prompt, answer: answer)
    #expect(Judge().judge(typed, against: question).kind.isAccepted)
  }

  @Test(arguments: [
    ("花", "はな", "wana"), ("箱", "はこ", "wako"), ("下手", "へた", "eta"), ("部屋", "へや", "えや"),
    ("橋の上", "はしのうえ", "wasi no ue"), ("川", "かわ", "かは"), ("男", "おとこ", "をとこ"),
  ])
  func `a kana within a word is no particle`(word: String, reading: String, typed: String) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    for direction in [Direction.production, .reading] {
      let verdict = Judge().judge(typed, for: question.asked(direction))
      #expect(verdict.kind == .wrong)
      #expect(!verdict.mistakes.contains(.particle))
    }
  }

  @Test func `o for を is how it is typed, and お for it is told`() {
    let question = Question(prompt: "本を読む", answer: "to read a book", reading: "ほんをよむ")
    let typed = Judge().judge("hon o nomu", for: question.asked(.reading))
    #expect(typed.message == "It is よ, not の.")
    #expect(Judge().judge("ほんおよむ", for: question.asked(.reading)).mistake == .particle)
    let man = Question(prompt: "男", answer: "man", reading: "おとこ")
    #expect(Judge().judge("をとこ", for: man.asked(.reading)).mistake == .soundAlike)
  }

  @Test func `what keys say of a particle is no mistake beside another one`() {
    let reading = Reading("このでんしゃはとうきょうへいく".unicodeScalars)
    let target = ReadingTarget(reading: reading, particles: [6, 12])
    let typed = Reading("このでんしゃわときょえいく".unicodeScalars)
    #expect(String(target.withParticles(typed)) == "このでんしゃはときょへいく")
    let other = Reading("わのでんしゃはとうきょうへいく".unicodeScalars)
    #expect(target.withParticles(other) == other)
  }

  @Test(arguments: [
    ("お元気ですか", "おげんきですか", "o-genki desu ka"),
    ("宜しくお願いします", "よろしくおねがいします", "yoroshiku o-negai shimasu"),
    ("ご家族", "ごかぞく", "go-kazoku"), ("田中さん", "たなかさん", "Tanaka-san"),
    ("お兄さん", "おにいさん", "onii-san"), ("お兄さん", "おにいさん", "o-nii-san"),
    ("本屋", "ほんや", "hon-ya"), ("オーブン", "オーブン", "o-bun"), ("ゴール", "ゴール", "go-ru"),
    ("コーヒー", "コーヒー", "ko-hi-"),
  ])
  func `a hyphen may join the parts of a word`(word: String, reading: String, typed: String) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    let verdict = Judge().judge(typed, for: question.asked(.production))
    #expect(verdict.kind == .correct, "\(verdict.message)")
  }

  @Test(arguments: [("ビル", "bi-ru"), ("おばあさん", "oba-san"), ("ここ", "ko-ko"), ("ゆき", "yu-ki")])
  func `a hyphen elsewhere makes a vowel long`(word: String, typed: String) {
    let question = Question(prompt: word, answer: "(its meaning)")
    #expect(!Judge().judge(typed, for: question.asked(.production)).kind.isAccepted)
  }

  @Test(arguments: [
    ("〜便", "〜びん", "-bin"), ("〜便", "〜びん", "‐bin"), ("〜便", "〜びん", "- bin"), ("〜円", "〜えん", "-en"),
    ("〜人", "〜にん", "-nin"), ("東京へ", "とうきょうへ", "Tōkyō-e"), ("東京から", "とうきょうから", "tōkyō-kara"),
    ("大阪へ行く", "おおさかへいく", "Ōsaka-e iku"), ("大阪へ行く", "おおさかへいく", "oosaka-he-iku"),
    ("地図を見る", "ちずをみる", "chizu-o-miru"), ("地図を見る", "ちずをみる", "chizu-wo miru"),
    ("犬は走る", "いぬははしる", "inu-wa-hashiru"),
  ])
  func `a hyphen may stand at the beginning, behind a long vowel and beside a particle`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    for direction in [Direction.production, .reading] {
      let verdict = Judge().judge(typed, for: question.asked(direction))
      #expect(verdict.kind.isAccepted, "\(verdict.message)")
    }
  }

  @Test(arguments: [
    ("角", "かど", "ka-do"), ("地図", "ちず", "chi-zu"), ("地図を見る", "ちずをみる", "chi-zu-o-miru"),
  ])
  func `a hyphen within a word still makes a vowel long`(
    word: String, reading: String, typed: String
  ) {
    let question = Question(prompt: word, answer: "(its meaning)", reading: reading)
    #expect(!Judge().judge(typed, for: question.asked(.reading)).kind.isAccepted)
  }
}
