import RabbleScreens
import RabbleText
import Testing

@testable import RabbleTerminal

@Suite struct FuriganaTests {
  private static let food = RubyText(segments: [
    .init(base: "食", reading: "た"), .init(base: "べ"), .init(base: "物", reading: "もの"),
  ])
  private static let sentence = RubyText(segments: [
    .init(base: "私", reading: "わたし"), .init(base: "は"), .init(base: "毎朝", reading: "まいあさ"),
    .init(base: "図書館", reading: "としょかん"), .init(base: "で"),
    .init(base: "新聞", reading: "しんぶん"), .init(base: "＿＿"), .init(base: "読", reading: "よ"),
    .init(base: "みます。"),
  ])

  private func question(
    _ line: RubyText, asks: DirectionKind = .recognition, meaning: String? = nil,
    hint: String? = nil
  ) -> StudyScreen {
    .question(
      QuestionScreen(
        standing: standing, card: "0f", isNew: false, number: 4, asksFor: asks,
        prompt: line.base, furigana: line, meaning: meaning, hint: hint))
  }

  private let standing = Standing(
    group: "Verbs", correct: 2, incorrect: 1, percentage: 2 / 3, remaining: 18)

  private func draw(_ screen: StudyScreen, _ width: Int) -> (block: String, prompt: String?) {
    let text = ScreenText(screen, width: width, isColored: false)
    return (text.block, text.inputPrompt)
  }

  @Test(arguments: [40, 80])
  func `furigana stand over the kanji, each in the columns of the wider`(width: Int) {
    let (block, prompt) = draw(question(Self.food), width)
    #expect(
      block == """

        Verbs · #4 · 18 left
        た  もの

        """)
    #expect(prompt == "食べ 物  › ")
  }

  @Test func `a line break in a prompt is one, on any width and without furigana`() {
    let text = RubyText("本[ほん]です。\n▶ Where is it?")
    #expect(
      draw(question(text), 80).block == """

        Verbs · #4 · 18 left
        ほん
         本 です。
        ▶ Where is it?

        """)
    #expect(
      draw(question(text), 20).block == """

        Verbs · #4 · 18 left
        本(ほん)です。
        ▶ Where is it?

        """)
    let bare = RubyText(segments: [.init(base: text.base)])
    let (block, prompt) = draw(question(bare), 80)
    #expect(block == "\nVerbs · #4 · 18 left\n本です。\n▶ Where is it?\n")
    #expect(prompt == "› ")
  }

  @Test func `romaji stand above a prompt whose kana are not known`() {
    let screen = StudyScreen.question(
      QuestionScreen(
        standing: standing, card: "0f", isNew: true, number: 1, prompt: "ありがとう",
        romaji: "arigatō", hint: nil))
    let (block, prompt) = draw(screen, 80)
    #expect(block == "\nVerbs · #1 · 18 left · new\n  Romaji: arigatō\n")
    #expect(prompt == "ありがとう › ")
  }

  @Test func `on twenty columns they stand in brackets`() {
    let (block, prompt) = draw(question(Self.food), 20)
    #expect(
      block == """

        Verbs · #4 · 18 left
        食(た)べ物(もの)

        """)
    #expect(prompt == "› ")
  }

  @Test func `a sentence with a gap says what it means and what is asked`() {
    let screen = question(
      Self.sentence, asks: .cloze, meaning: "I read the paper in the library every morning.")
    #expect(
      draw(screen, 80).block == """

        Verbs · #4 · 18 left · fill the gap
          Meaning: I read the paper in the library every morning.
        わたし  まいあさとしょかん  しんぶん    よ
          私  は  毎朝    図書館  で  新聞  ＿＿読みます。

        """)
    #expect(
      draw(screen, 40).block == """

        Verbs · #4 · 18 left · fill the gap
          Meaning: I read the paper in the
                   library every morning.
        わたし  まいあさとしょかん  しんぶん
          私  は  毎朝    図書館  で  新聞  ＿＿
        よ
        読みます。

        """)
    #expect(
      draw(screen, 20).block == """

        Verbs · #4 · 18 left
        fill the gap
          Meaning: I read
                   the paper
                   in the
                   library
                   every
                   morning.
        私(わたし)は毎朝(ま
        いあさ)図書館(としょ
        かん)で新聞(しんぶ
        ん)＿＿読(よ)みま
        す。

        """)
  }

  @Test func `a base with its reading is never broken, nor a stop cut off from it`() throws {
    let line = RubyText(segments: [
      .init(base: "あああ"), .init(base: "漢字", reading: "かんじ"), .init(base: "。"),
    ])
    let layout = try #require(RubyLayout(line, width: 13))
    #expect(layout.lines.map(\.text) == ["あああ", " 漢字 。"])
    #expect(layout.lines.map(\.kana) == ["", "かんじ"])
    #expect(RubyLayout(line, width: 7) == nil)
  }

  @Test func `no line is wider than the terminal, whatever is read over what`() {
    for width in 8...60 {
      for line in [Self.sentence, Self.food] {
        guard let layout = RubyLayout(line, width: width) else { continue }
        for drawn in layout.lines {
          #expect(DisplayWidth.columns(of: drawn.text) <= width)
          #expect(DisplayWidth.columns(of: drawn.kana) <= width)
        }
        let bases = layout.lines.map(\.text).joined().filter { $0 != " " }
        #expect(bases == line.base)
      }
    }
  }

  @Test func `furigana that command a terminal are not drawn`() {
    let evil = RubyText(segments: [.init(base: "漢\u{1b}[31m", reading: "か\u{9b}31mん")])
    for width in [20, 40, 80] {
      let (block, prompt) = draw(question(evil), width)
      let scalars = (block + (prompt ?? "")).unicodeScalars
      #expect(!scalars.contains { $0 == "\u{1b}" || $0 == "\u{9b}" })
    }
  }

  private func revealed(_ answer: AnswerText) -> StudyScreen {
    .revealed(
      RevealedScreen(
        standing: standing, card: "0f", asksFor: .production, prompt: "egg", answer: answer,
        choices: [GradeChoice(number: 1, name: "again", returns: "in 1 minute")]))
  }

  private static let egg = AnswerText(
    answer: "卵",
    word: RubyText(segments: [.init(base: "卵", reading: "たまご")]), reading: "たまご",
    pitch: PitchPattern(reading: "たまご", kernel: 2),
    details: [.init(key: "part_of_speech", label: "Kind", text: "noun")], note: "Of hens.",
    example: ExampleText(
      RubyText(segments: [.init(base: "卵", reading: "たまご"), .init(base: "をわる")]),
      reading: "たまごをわる", meaning: "to break an egg"))

  @Test func `an answer comes with its furigana, pitch, kind and example`() {
    #expect(
      draw(revealed(Self.egg), 40).block == """
                   たまご
          Answer     卵
          Reading  たまꜜご [2]
          Kind     noun
          Note     Of hens.
                   たまご
          Example    卵  をわる
                   to break an egg
          1  again  in 1 minute

        """)
    #expect(
      ScreenText.plain(revealed(Self.egg)) == """
          Answer   卵
          Word     卵(たまご)
          Reading  たまꜜご [2]
          Kind     noun
          Note     Of hens.
          Example  卵(たまご)をわる
                   to break an egg
          1  again  in 1 minute
        """)
  }

  @Test func `in color the pitch is a line over what is high, and a mark where it falls`() {
    let text = ScreenText(revealed(Self.egg), width: 80, isColored: true).block
    #expect(text.contains("  た\u{1b}[53mま\u{1b}[55mꜜご [2]\n"))
    let flat = PitchPattern(reading: "さくら", kernel: 0)
    let page = Page(width: 80, isColored: true)
    #expect(page.pitch(flat) == "さ\u{1b}[53mくら\u{1b}[55m [0]")
    let last = PitchPattern(reading: "はし", kernel: 2)
    #expect(page.pitch(last) == "は\u{1b}[53mし\u{1b}[55mꜜ [2]")
    #expect(Page(width: 80, isColored: false).pitch(last) == "はしꜜ [2]")
  }

  @Test(arguments: [20, 39, 40, 80])
  func `furigana stand above, in brackets or nowhere, as the learner chose`(width: Int) {
    let ruby = RubyText(segments: [.init(base: "食", reading: "た"), .init(base: "べる")])
    func text(_ furigana: DisplayStyle.Furigana) -> String {
      var style = DisplayStyle()
      style.furigana = furigana
      return DisplayStyle.$current.withValue(style) {
        var page = Page(width: width, isColored: false)
        page.add(ruby, nil)
        return page.text
      }
    }
    #expect(text(.above) == (width < 40 ? "食(た)べる\n" : "た\n食べる\n"))
    #expect(text(.brackets) == "食(た)べる\n")
    #expect(text(.off) == "食べる\n")
  }

  @Test func `a pitch whose word nobody can read is its number`() {
    let answer = AnswerText(answer: "egg", pitch: PitchPattern(reading: "", kernel: 2))
    #expect(draw(revealed(answer), 40).block.contains("  Pitch   [2]\n"))
  }
}
