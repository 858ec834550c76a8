import RabbleQuestions
import Testing

@testable import RabbleExchange

/// What other programs export, as they write it.
struct ProgramExportTests {
  private func read(
    _ text: String, _ name: String, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> (file: ImportFile, content: ImportContent) {
    var options = ImportOptions()
    change(&options)
    let file = try ImportFile(Array(text.utf8), name: name, options: options)
    return (file, file.content(file.mapping))
  }

  @Test func `Anki's notes with all headers`() throws {
    let (file, content) = try read(
      """
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:7
      Q*=+w;aB1\tBasic\tJapanese::N5\t <ruby>漢字<rt>かんじ</rt></ruby>\tkanji&nbsp;&amp; more\t[sound:kanji.mp3]<img src="a.png">\tn5 noun
      k2\tCloze\tJapanese::N5\t私{{c1::は::particle}}学生{{c2::です}}。\tI am a student\t"a ""quoted"" <div>note</div>"\tn5

      """, "Japanese.txt")
    #expect(file.format == .anki)
    #expect(file.mapping.text == "id,-,group,prompt,answer,note,tags")
    #expect(content.notices.isEmpty)
    #expect(content.changes.media == 2)
    let group = try #require(content.groups.first)
    #expect(group.header.title == "Japanese::N5")
    #expect(
      group.items.map(\.question) == [
        Question(
          id: "Q*=+w;aB1", prompt: "漢字", answer: "kanji & more", reading: "かんじ",
          furigana: "漢字[かんじ]", tags: ["n5", "noun"]),
        Question(
          id: "k2", prompt: "私＿＿学生＿＿。", answer: "私は学生です。",
          note: "I am a student\na \"quoted\"\nnote", tags: ["n5"],
          cloze: "私{{c1::は::particle}}学生{{c2::です}}。"),
      ])
    #expect(group.items.map(\.line) == [7, 8])
  }

  @Test func `Anki's own note types bring both directions, and others are counted`() throws {
    let (file, content) = try read(
      """
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      #tags column:7
      a\tBasic\tD\tone\teins\t\t
      b\tBasic (and reversed card)\tD\ttwo\tzwei\t\t
      c\tBasic (optional reversed card)\tD\tthree\tdrei\ty\t
      d\tBasic (optional reversed card)\tD\tfour\tvier\t\t
      e\tVocabulary\tD\tfive\tfünf\tno flag\t

      """, "x.txt")
    #expect(file.mapping.text == "id,-,group,prompt,answer,note,tags")
    let questions = content.groups.flatMap(\.items).map(\.question)
    #expect(
      questions.map(\.directions) == [
        nil, [.recognition, .production], [.recognition, .production], [.recognition], nil,
      ])
    #expect(questions.map(\.note) == [nil, nil, nil, nil, "no flag"])
    #expect(content.changes.noteTypes == 1)
  }

  @Test(arguments: [
    // Names of the translations of Anki 26.09.
    (
      "Einfach", "Einfach (und die umgekehrte Richtung)",
      "Einfach (und wahlweise die umgekehrte Richtung)"
    ),
    ("基本", "基本 (表面と裏面を反転したカードも作成)", "基本 (任意で反転カードを作成)"),
    ("问答题", "问答题（附翻转卡片）", "问答题（可选附翻转卡片）"),
    ("Простая", "Простая (с обратной карточкой)", "Простая (с обратной по выбору)"),
    ("Texte à trous", "Généralités (deux sens)", "Basique (carte inversée optionnelle)"),
  ])
  func `Anki's own note types are known in other languages`(
    _ basic: String, _ reversed: String, _ optional: String
  ) throws {
    let (_, content) = try read(
      """
      #separator:tab
      #notetype column:1
      \(basic)\tone\teins\t
      \(reversed)\ttwo\tzwei\t
      \(optional)\tthree\tdrei\ty
      \(optional)\tfour\tvier\t

      """, "x.txt")
    #expect(
      content.groups.flatMap(\.items).map(\.question.directions) == [
        nil, [.recognition, .production], [.recognition, .production], [.recognition],
      ])
    #expect(content.changes.noteTypes == 0)
  }

  @Test func `Anki's notes without identities, with names of columns and tags for all`() throws {
    let (file, content) = try read(
      """
      #separator:Semicolon
      #html:false
      #tags:lesson1 verbs
      #deck:Genki
      #columns:Kanji;Kana;English;Notes
      食べる;たべる;to eat;<ichidan>
      飲む;のむ;"to drink; to swallow";

      """, "x.txt")
    #expect(file.mapping.text == "prompt,reading,answer,note")
    #expect(
      content.groups.map(\.header.title) == ["Genki"]
        && content.groups[0].items.map(\.question) == [
          Question(
            prompt: "食べる", answer: "to eat", reading: "たべる", note: "<ichidan>",
            tags: ["lesson1", "verbs"]),
          Question(
            prompt: "飲む", answer: "to drink; to swallow", reading: "のむ",
            tags: ["lesson1", "verbs"]),
        ])
  }

  @Test func `an old Anki export without headers, its furigana in brackets`() throws {
    let (file, content) = try read(
      "日本[にほん]\tJapan<br>Nippon\n 食[た]べ 物[もの]\tfood\n", "cards.txt")
    #expect(file.isHTML)
    #expect(
      content.groups[0].items.map(\.question) == [
        Question(
          prompt: "日本", answer: "Japan\nNippon", reading: "にほん", furigana: "日本[にほん]"),
        Question(
          prompt: "食べ物", answer: "food", reading: "たべもの", furigana: "食[た]べ 物[もの]"),
      ])
  }

  @Test func `Quizlet's export, with a definition over two lines`() throws {
    let (file, content) = try read(
      "犬\tdog\n猫\tcat\na pet of many\n鳥\tbird, \"fowl\"\n", "pets.txt"
    ) { $0.format = .quizlet }
    #expect(file.mapping.text == "prompt,answer")
    #expect(
      content.groups[0].items.map(\.question) == [
        Question(prompt: "犬", answer: "dog"),
        Question(prompt: "猫", answer: "cat\na pet of many"),
        Question(prompt: "鳥", answer: "bird, \"fowl\""),
      ])
    #expect(content.changes.joinedLines == 1)
    #expect(content.groups[0].items.map(\.line) == [1, 2, 4])
  }

  @Test func `Quizlet's export with separators of one's own`() throws {
    let (_, content) = try read("犬 - dog;猫 - cat;鳥 - bird", "pets.txt") {
      $0.format = .quizlet
      $0.separator = " - "
    }
    #expect(content.groups[0].items.map(\.question.answer) == ["dog", "cat", "bird"])
  }

  @Test func `a bare list of terms and definitions is taken for Quizlet's`() throws {
    #expect(try read("犬\tdog\n猫\tcat\n", "pets.txt").file.format == .quizlet)
  }

  @Test func `Mochi's cards, with sides, labels, pictures and blanks`() throws {
    let (file, content) = try read(
      """
      # {食}(た)べる
      ---
      to **eat** ![](@media/eat.png)
      ---
      ichidan #verb

      ----

      私{{は}}学生です #n5

      ----

      only a note
      """, "Genki.md")
    #expect(file.format == .mochi)
    #expect(
      content.groups[0].items.map(\.question) == [
        Question(
          prompt: "食べる", answer: "to eat", reading: "たべる", furigana: "食[た]べる",
          note: "ichidan", tags: ["verb"]),
        Question(
          prompt: "私＿＿学生です", answer: "私は学生です", tags: ["n5"], cloze: "私{{は}}学生です"),
      ])
    #expect(content.changes.media == 1)
    #expect(content.notices == [ImportNotice(line: 13, kind: .oneSide)])
  }

  @Test func `the numbers of Mochi's blanks are not their texts`() throws {
    let (_, content) = try read(
      "{{1::Paris}} is in {{2::France}}, as {{Lyon}} is {{1::too}}.\n\n----\n\n犬\n---\ndog\n",
      "a.md")
    #expect(
      content.groups[0].items.map(\.question) == [
        Question(
          prompt: "＿＿ is in ＿＿, as ＿＿ is ＿＿.", answer: "Paris is in France, as Lyon is too.",
          cloze: "{{c1::Paris}} is in {{c2::France}}, as {{Lyon}} is {{c1::too}}."),
        Question(prompt: "犬", answer: "dog"),
      ])
  }

  @Test func `Mochi's cards parted by three dashes too`() throws {
    let loose = "犬\n---\ndog\n\n---\n\n猫\n---\ncat\n"
    let paired = "犬\n\n---\n\ndog\n\n---\n\n猫\n\n---\n\ncat\n"
    for text in [loose, paired] {
      let (_, content) = try read(text, "pets.md")
      #expect(
        content.groups[0].items.map(\.question)
          == [Question(prompt: "犬", answer: "dog"), Question(prompt: "猫", answer: "cat")])
    }
  }

  @Test(arguments: ["deck.apkg", "deck.mochi", "deck.xlsx"])
  func `an archive is refused with what to export instead`(name: String) {
    #expect {
      try ImportFile([0x50, 0x4B, 3, 4, 0, 0], name: name)
    } throws: { error in
      "\(error)".contains(
        name.hasSuffix("xlsx") ? "CSV" : name.hasSuffix("mochi") ? "Markdown" : "Plain Text")
    }
  }

  @Test func `the original app's file comes with its scores`() throws {
    let (_, content) = try read(
      """
      [{"title": "Pets", "questions": [{"prompt": "犬", "hint": "wuff", "answer": "dog"}],
        "score": {"correctCount": 12, "incorrectCount": 3}}]
      """, "pets.json"
    ) { $0.format = .rabbleWabble }
    #expect(content.groups[0].header.score == Score(correct: 12, incorrect: 3))
    #expect(
      content.groups[0].items.map(\.question)
        == [Question(prompt: "犬", hint: "wuff", answer: "dog")])
  }
}
