import RabbleQuestions
import Testing

@testable import RabbleJudging

/// Forms of verbs and adjectives that are as right as the deck's.
struct JapaneseFormTests {
  private static let big = Question(prompt: "大きい → negative", answer: "大きくない; おおきくない")
  private static let meet = Question(prompt: "会う → volitional", answer: "会おう; あおう")

  private func verdict(
    _ line: String, _ question: Question, _ politeness: GroupSettings.Politeness? = nil
  ) -> Verdict {
    Judge().judge(
      line, for: question.asked(.recognition, in: AskingContext(politeness: politeness)))
  }

  @Test func `polite forms are right beside plain ones, with a remark`() {
    for line in ["おおきくないです", "大きくないです", "ookikunai desu", "おおきくありません"] {
      #expect(verdict(line, Self.big).kind == .remark, "\(line)")
    }
    for line in ["あいましょう", "会いましょう", "aimashou"] {
      #expect(verdict(line, Self.meet).kind == .remark, "\(line)")
    }
    let quiet = Question(prompt: "静か → past negative", answer: "静かじゃなかった; しずかじゃなかった")
    for line in ["静かではありませんでした", "shizuka dewa arimasen deshita", "しずかじゃなかったです"] {
      #expect(verdict(line, quiet).kind == .remark, "\(line)")
    }
  }

  @Test func `plain forms are right beside polite ones`() {
    let polite = Question(prompt: "大きいです → negative", answer: "大きくないです; おおきくないです")
    #expect(verdict("おおきくない", polite).kind == .remark)
    #expect(verdict("おおきくない", polite, .polite).kind == .retry)
  }

  @Test(arguments: [
    ("食べる → negative", "食べない; たべない", ["たべません", "食べません", "tabemasen"]),
    ("飲む → negative", "飲まない; のまない", ["のみません", "飲みません"]),
    ("会う → past negative", "会わなかった; あわなかった", ["あいませんでした"]),
    ("来る → negative", "来ない; こない", ["きません", "来ません"]),
    ("ある → negative", "ない", ["ありません"]),
    ("食べる → past", "食べた; たべた", ["たべました", "食べました"]),
    ("飲む → past", "飲んだ; のんだ", ["のみました"]), ("行く → past", "行った; いった", ["いきました"]),
    ("帰る → past", "帰った; かえった", ["かえりました"]), ("する → past", "した", ["しました"]),
    ("話す → past", "話した; はなした", ["はなしました"]), ("泳ぐ → past", "泳いだ; およいだ", ["およぎました"]),
    ("学生だ → negative", "学生じゃない; がくせいじゃない", ["がくせいではない", "gakusei dewa nai"]),
    ("学生だ → negative", "学生ではない; がくせいではない", ["がくせいじゃない"]),
    ("見る → ている", "見ている; みている", ["見ています", "見てます", "みてます"]),
    ("会う → passive", "会われる; あわれる", ["会われます"]), ("待つ → causative", "待たせる", ["待たせます"]),
    ("話す → たら", "話したら; はなしたら", ["話しましたら"]), ("飲む → たら", "飲んだら", ["飲みましたら"]),
    ("帰る → なければならない", "帰らなければならない", ["帰らなければなりません"]),
    ("起きる → potential negative", "起きられない", ["起きれない", "起きれません", "起きられません"]),
  ])
  func `verbs have their polite forms, and じゃ is では`(
    prompt: String, answer: String, typed: [String]
  ) {
    for line in typed {
      #expect(verdict(line, Question(prompt: prompt, answer: answer)).kind == .remark, "\(line)")
    }
  }

  @Test func `no polite form is made of a form that is none`() {
    let past = Question(prompt: "飲む → past", answer: "飲んだ; のんだ")
    for line in ["のびました", "のにました", "のみます", "のみません"] {
      #expect(!verdict(line, past).kind.isAccepted, "\(line)")
    }
    let few = Question(prompt: "少ない → past", answer: "少なかった; すくなかった")
    #expect(!verdict("すくなりました", few).kind.isAccepted)
    let polite = Question(prompt: "飲む → polite negative", answer: "飲みません; のみません")
    #expect(!verdict("のまない", polite).kind.isAccepted)
  }

  @Test func `a card or a group that says plain means it`() {
    #expect(verdict("おおきくないです", Self.big, .plain).kind == .retry)
    #expect(
      verdict("おおきくない", Self.big, .plain).kind == .correct
        || verdict("おおきくない", Self.big, .plain).kind == .remark)
    let plain = Question(prompt: "大きい → negative (plain)", answer: "大きくない; おおきくない")
    #expect(verdict("おおきくないです", plain).kind == .retry)
    #expect(verdict("あいましょう", Self.meet, .plain).kind == .retry)
  }

  @Test func `an ending named beside its register is taken as it stands`() {
    let negative = Question(prompt: "食べる → ない (plain)", answer: "食べない; たべない")
    #expect(verdict("たべない", negative).kind.isAccepted)
    for line in ["食べません", "tabemasen", "たべないです"] {
      #expect(verdict(line, negative).kind == .retry, "\(line)")
    }
    let past = Question(prompt: "会う → なかった (plain)", answer: "会わなかった; あわなかった")
    #expect(verdict("あいませんでした", past).kind == .retry)
    let wish = Question(prompt: "飲む → たい (plain)", answer: "飲みたい; のみたい")
    #expect(verdict("のみたいです", wish).kind == .retry)
    // Without a register it is the ending that is asked for, and another one is another form.
    let ending = Question(prompt: "食べる → ない", answer: "食べない; たべない")
    #expect(verdict("食べません", ending).kind == .wrong)
    let polite = Question(prompt: "食べる → ます (polite)", answer: "食べます; たべます")
    #expect(verdict("tabemasu", polite).kind.isAccepted)
    #expect(!verdict("たべる", polite).kind.isAccepted)
  }

  @Test func `a blank whose label says polite has the plain form asked again`() throws {
    func blank(_ cloze: String) throws -> AskedQuestion {
      let question = Question(prompt: "meaning", answer: "sentence", cloze: cloze)
      return question.asked(.cloze(try #require(question.clozeText?.keys.first)))
    }
    let cold = try blank("今日[きょう]は {{寒[さむ]くないです;寒[さむ]くありません::寒い, polite}}。")
    #expect(Judge().judge("さむくないです", for: cold).kind.isAccepted)
    #expect(Judge().judge("さむくない", for: cold).kind == .retry)
    #expect(Judge().judge("さむいです", for: cold).kind == .wrong)
    let must = try blank("{{開[あ]けちゃいけない;開[あ]けてはいけない::開ける: mustn't, plain}}。")
    #expect(Judge().judge("あけてはいけません", for: must).kind == .retry)
    // A label without a register leaves the form to the sentence.
    let open = try blank("{{寒[さむ]くないです::寒い}}。")
    #expect(Judge().judge("さむくない", for: open).kind == .wrong)
  }

  @Test func `another form is not right because it is polite`() {
    for line in ["おおきかったです", "おおきいです", "おおきくなかったです"] {
      #expect(!verdict(line, Self.big).kind.isAccepted, "\(line)")
    }
    for line in ["あいます", "あいました", "あえます"] {
      #expect(!verdict(line, Self.meet).kind.isAccepted, "\(line)")
    }
    let past = Question(prompt: "会う → た", answer: "会った; あった")
    #expect(!verdict("あいました", past).kind.isAccepted)
  }

  @Test(arguments: [
    ("食べる", "食べられる; たべられる", ["食べれる", "たべれる", "tabereru"]),
    ("見る", "見られる; みられる", ["見れる", "みれる"]),
    ("起きる", "起きられる; おきられる", ["起きれる"]), ("来る", "来られる; こられる", ["来れる", "これる"]),
  ])
  func `a potential without ら is colloquial`(verb: String, answer: String, typed: [String]) {
    for line in typed {
      let verdict = verdict(line, Question(prompt: "\(verb) → potential", answer: answer))
      #expect(verdict.kind == .remark, "\(line)")
      #expect(verdict.message.contains("colloquial"))
      // The passive has its ら.
      let passive = self.verdict(line, Question(prompt: "\(verb) → passive", answer: answer))
      #expect(!passive.kind.isAccepted, "\(line)")
    }
  }

  @Test func `てる and ちゃう are colloquial, and no reading of ている`() {
    let know = Question(prompt: "知っている", answer: "to know", reading: "しっている")
    #expect(Judge().judge("知ってる", for: know.asked(.production)).kind == .remark)
    #expect(Judge().judge("shitteru", for: know.asked(.production)).kind == .remark)
    #expect(!Judge().judge("しってる", for: know.asked(.reading)).kind.isAccepted)
    let drink = Question(prompt: "飲む → てしまう", answer: "飲んでしまう; のんでしまう")
    #expect(verdict("のんじゃう", drink).kind == .remark)
  }

  @Test func `a deck that asks for both forms tells them apart`() {
    let polite = Question(prompt: "大きい → polite negative", answer: "大きくないです; おおきくないです")
    let judge = Judge(vocabulary: Vocabulary([Self.big, polite]))
    let verdict = judge.judge("おおきくないです", for: Self.big.asked(.recognition))
    #expect(!verdict.kind.isAccepted)
  }

  @Test func `every bundled form has its polite one, and none is another form's`() throws {
    let groups = try BundledDecks.groups(of: "Japanese/Forms")
    let judge = Judge()
    var byWord: [String: [Question]] = [:]
    for question in groups.flatMap(\.questions) {
      let word = String(question.prompt.prefix { $0 != " " })
      byWord[word, default: []].append(question)
    }
    var invitations = 0
    for (word, forms) in byWord {
      for question in forms {
        let asked = question.asked(.recognition)
        for other in forms where other.prompt != question.prompt {
          for answer in other.asked(.recognition).answers where !asked.allAnswers.contains(answer) {
            let verdict = judge.judge(answer, for: asked)
            #expect(!verdict.kind.isAccepted, "\(answer) for \(question.prompt)")
          }
        }
      }
      // ます and ましょう have one stem, by the tool's own rule.
      guard let polite = forms.first(where: { $0.prompt == "\(word) → ます (polite)" }),
        let volitional = forms.first(where: { $0.prompt == "\(word) → volitional (plain)" })
      else { continue }
      for answer in polite.asked(.recognition).answers {
        invitations += 1
        let line = String(answer.dropLast(2)) + "ましょう"
        #expect(
          judge.judge(line, for: volitional.asked(.recognition)).kind == .retry, "\(line)")
      }
    }
    #expect(invitations > 80)
    for question in groups.filter({
      $0.title.hasPrefix("Adjective forms: ") || $0.title.hasPrefix("More adjective forms: ")
    }).flatMap(\.questions)
    where !question.prompt.hasSuffix("て") {
      let asked = question.asked(.recognition)
      for answer in asked.answers where !answer.hasSuffix("だった") {
        // The card says that it wants the plain form.
        #expect(judge.judge(answer + "です", for: asked).kind == .retry, "\(answer)です")
      }
    }
  }

  @Test(arguments: [
    ("{{帰[かえ]らないといけません::帰る: have to, polite, with ないと}}。", "帰らないといけない"),
    ("{{読[よ]まなくちゃいけません::読む: have to, polite}}。", "よまなくちゃいけない"),
    ("{{泳[およ]ぐことができますか::泳ぐ, with こと, polite}}。", "泳ぐことができる"),
    ("{{泳[およ]ぐことができますか::泳ぐ, with こと, polite}}。", "およぐことができるか"),
    ("{{吸[す]うことはできません::吸う, with こと, not, polite}}。", "吸うことはできない"),
    ("父[ちち]は {{働[はたら]いています::働く, polite, with ている}}。", "働いている"),
    ("{{静[しず]かにしましょう::静か: make, let's, polite}}。", "静かにしよう"),
    ("{{触[さわ]っちゃだめです::触る: mustn't, polite}}。", "触っちゃだめ"),
  ])
  func `of a blank that asks for polite, the plain form of any pattern is asked again`(
    cloze: String, typed: String
  ) throws {
    let question = Question(prompt: "meaning", answer: "sentence", cloze: cloze)
    let key = try #require(question.clozeText?.keys.first)
    let verdict = Judge().judge(typed, for: question.asked(.cloze(key)))
    #expect(verdict.message == "That's the plain form. Type the polite one.")
  }

  @Test func `where a meaning names the て-form, its kana are what is tested`() {
    for prompt in ["wait (te form)", "wait (て形)"] {
      let wait = Question(prompt: "待って", answer: prompt, reading: "まって").asked(.production)
      #expect(Judge().judge("待て", for: wait).kind == .wrong)
      #expect(Judge().judge("まって", for: wait).kind == .correct)
    }
    let wait = Question(prompt: "待つ", answer: "to wait").asked(.production)
    #expect(Judge().judge("待", for: wait).kind == .retry)
  }
}
