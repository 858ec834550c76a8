import RabbleQuestions
import Testing

@testable import RabbleDecks

/// Decks written by hand as Markdown.
struct MarkdownDeckTests {
  private func parse(_ text: String) -> DeckFile {
    DeckLoader().parse(Array(text.utf8), path: "d.md")
  }

  private func report(_ text: String) -> String {
    parse(text).faults.map(\.description).joined(separator: "\n")
  }

  private func formatted(_ text: String) throws -> String {
    let source = DeckLoader().parseSource(Array(text.utf8), path: "d.md")
    return try DeckRewriting(source).text(as: .markdown)
  }

  private let whole = """
    <!-- Checked by a teacher. -->

    # Japanese

    ## Numbers
    language: ja
    author: Aiko Sato
    license: CC0-1.0
    version: 1.0
    directions: recognition, production
    accents: demanded
    furigana: hidden
    score: 3 correct, 1 incorrect
    silence: RW204 short on purpose
    x-audio: {"folder": "sounds"}

    The numbers, as they are counted.

    - A list is part of the description.

    一 [いち] :: one #n1 #number ^ja-1
    二 [に; ふた] :: two; 2

    三 [さん] :: three
      hint: 3
      furigana: 三[さん]
      also: 3 | a trio
      never: tree | free
      part of speech: numeral
      pitch: 0
      example: 三[さん]人 | さんにん | three people
      directions: reading
      source: Genki I, p. 12
      tags: two readings, n1
      silence: RW101 it is so
      x-audio: "san.ogg"
      Counts most things.

      Three people are 三人.

    Q: Say that you are a student,
    politely.
    A: 私は学生です
    わたしは学生です #politeness ^student
      note: です may not be left out.

    私==は==学生==です::copula==。 :: I am a student.
    <!--
    Two blanks,
    two cards.
    -->
    ==は==と==が==

    <!-- More to come. -->

    """

  @Test func `every part of a deck has its form`() throws {
    let file = parse(whole)
    #expect(file.faults.isEmpty)
    let group = try #require(file.groups.first)
    #expect(group.title == "Numbers")
    #expect(group.language == "ja")
    #expect(group.author == "Aiko Sato")
    #expect(group.license == "CC0-1.0")
    #expect(group.version == "1.0")
    #expect(group.directions == [.recognition, .production])
    #expect(group.settings == GroupSettings(accents: .demanded, furigana: .hidden))
    #expect(group.score == Score(correct: 3, incorrect: 1))
    #expect(
      group.description
        == "The numbers, as they are counted.\n\n- A list is part of the description.")
    #expect(
      group.questions == [
        Question(
          id: "ja-1", prompt: "一", answer: "one", reading: "いち", tags: ["n1", "number"]),
        Question(prompt: "二", answer: "two; 2", reading: "に; ふた"),
        Question(
          prompt: "三", hint: "3", answer: "three", reading: "さん", furigana: "三[さん]",
          alternatives: ["3", "a trio"], blocked: ["tree", "free"], partOfSpeech: "numeral",
          pitch: 0,
          example: Example(text: "三[さん]人", reading: "さんにん", meaning: "three people"),
          note: "Counts most things.\n\nThree people are 三人.", tags: ["two readings", "n1"],
          directions: [.reading], source: "Genki I, p. 12"),
        Question(
          id: "student", prompt: "Say that you are a student,\npolitely.",
          answer: "私は学生です\nわたしは学生です", note: "です may not be left out.",
          tags: ["politeness"]),
        Question(
          prompt: "I am a student.", answer: "私は学生です。", cloze: "私{{は}}学生{{です::copula}}。"),
        Question(prompt: "＿＿と＿＿", answer: "はとが", cloze: "{{は}}と{{が}}"),
      ])
  }

  @Test func `the whole becomes JSON with a key for everything`() throws {
    let source = DeckLoader().parseSource(Array(whole.utf8), path: "d.md")
    let json = try DeckRewriting(source).text(as: .json)
    let first = """
      [
        {
          "title": "Numbers",
          "description": "The numbers, as they are counted.\\n\\n- A list is part of the description.",
          "language": "ja",
          "author": "Aiko Sato",
          "license": "CC0-1.0",
          "version": "1.0",
          "directions": ["recognition", "production"],
          "settings": {"accents": "demanded", "furigana": "hidden"},
          "silence": {"RW204": "short on purpose"},
          "questions": [
            {
              "id": "ja-1",
              "prompt": "一",
              "answer": "one",
              "reading": "いち",
              "tags": ["n1", "number"]
            },
      """
    let last = """
            {
              "cloze": "{{は}}と{{が}}",
              "comment": "Two blanks,\\ntwo cards."
            }
          ],
          "score": {"correct_count": 3, "incorrect_count": 1},
          "heading": "Japanese",
          "comment": "Checked by a teacher.",
          "audio": {"folder": "sounds"},
          "closing_comment": "More to come."
        }
      ]

      """
    #expect(json.hasPrefix(first))
    #expect(json.hasSuffix(last))
    #expect(
      json.contains("\"silence\": {\"RW101\": \"it is so\"},\n        \"audio\": \"san.ogg\"\n"))
  }

  @Test func `canonical Markdown is left as it is`() throws {
    let text = try formatted(whole)
    #expect(try formatted(text) == text)
    // All that moves: a note written with its key, and the blank lines around longer questions.
    let expected =
      whole
      .replacing("  note: です", with: "  です")
      .replacing("私==は==", with: "私==は==")
      .replacing("student.\n<!--", with: "student.\n\n<!--")
    #expect(text == expected)
  }

  @Test func `other ways to write the same become the one`() throws {
    let text = """
      # Words
      License: MIT
      * Language: ja


      - 犬 :: dog {#dog}
      * 猫   [ ねこ ] ::   cat    <!-- they purr -->
      \tHINT: it purrs
          Part_of_speech: noun

      Q:
      What is this?

      A: a bird
      I am tall. :: 私==は==高い
      """
    #expect(
      try formatted(text) == """
        ## Words
        language: ja
        license: MIT

        犬 :: dog ^dog

        <!-- they purr -->
        猫 [ねこ] :: cat
          hint: it purrs
          part of speech: noun

        What is this? :: a bird
        私==は==高い :: I am tall.

        """)
  }

  @Test func `what would be misread is escaped, and nothing else`() throws {
    let group = QuestionGroup(
      title: "C# ##",
      questions: [
        Question(prompt: "# a", answer: "b #c"), Question(prompt: "a :: b", answer: "c::d, e == f"),
        Question(prompt: "Q: is it", answer: "A: yes"), Question(prompt: "- 5", answer: "-5"),
        Question(prompt: "[polite] hello [here]", answer: "x [y]"),
        Question(prompt: "[polite] hello", answer: "C:\\names\\"),
        Question(prompt: " spaces ", answer: "&#10; 2^3 ^4 * {a} \u{202E}"),
        Question(
          prompt: "n", answer: "m", note: "note: this\nNever: mind\nThis: is text\nnotes: x"),
        Question(prompt: "l", answer: "k", alternatives: ["a|b", "c, d"], tags: ["x, y", "1"]),
      ])
    let text = DeckMarkdown.text(of: [group])
    #expect(
      text == ##"""
        ## C# \#\#

        \# a :: b \#c
        a \:: b :: c::d, e \=\= f
        Q\: is it :: A: yes
        \- 5 :: -5
        \[polite] hello \[here] :: x [y]
        [polite] hello :: C:\names\\
        &#32;spaces&#32; :: \&#10; 2^3 \^4 * {a} &#8238;

        n :: m
          note\: this
          Never\: mind
          This: is text
          notes\: x

        l :: k
          also: a\|b | c, d
          tags: x\, y, 1

        """##)
    #expect(parse(text).groups == [group])
  }

  @Test func `spaces around the blanks of a sentence are kept`() {
    let group = QuestionGroup(
      title: "T",
      questions: [
        Question(prompt: "I am", answer: "bin", cloze: "Ich {{bin}} "),
        Question(prompt: "You are", answer: "bist", cloze: " {{Du}} {{bist}}  "),
      ])
    let text = DeckMarkdown.text(of: [group])
    #expect(text.contains("\nIch ==bin==&#32; :: I am\n"))
    #expect(text.contains("\n&#32;==Du== ==bist==&#32;&#32; :: You are\n"))
    #expect(parse(text).groups == [group])
  }

  @Test func `a question too long for its line becomes Q and A`() {
    let long = String(repeating: "long ", count: 19) + "end"
    let fitting = Question(prompt: String(long.dropLast(7)), answer: "a", reading: "r")
    #expect(DeckMarkdown.text(of: DeckEntry(fitting)) == fitting.prompt + " [r] :: a\n")
    let question = Question(prompt: long, answer: "a", reading: "r", tags: ["t"])
    #expect(DeckMarkdown.text(of: DeckEntry(question)) == "Q: \(long)\nA: a #t\n  reading: r\n")
  }

  @Test func `faults are named one by one, and the rest is studied`() {
    let text = """
      Stray text
      over two lines.

      ## Numbers
      langauge: ja
      accents: sometimes
      score: many

      二 :: two
        pitch: high
      一 one
        an orphan
      三 ::
      A: nothing asked
      Q: nothing answered

      四 :: four
        notes: similar
        hint: a
        hint: b
        x-audio: {"a" 1}
      五 :: five
        directions: sideways
      六{==ろく==} :: six
      七 :: seven ^n
      八 :: eight ^n
      九 :: nine
      九 :: nine
      十::ten

      ### Part
      十 :: ten
      ## Empty
      ## Last
      百 :: hundred
      <!-- never closed
      千 :: thousand
      """
    #expect(
      report(text)
        == #"""
        d.md:1:1: error: this text is outside a group and is ignored; put it below a line ## Title, or between <!-- and -->
        d.md:5:1: warning: in "Numbers": "langauge" is read as text, but looks like "language"; write language: if you mean that, otherwise langauge\: with a backslash
        d.md:6:10: warning: in "Numbers": "accents" cannot be "sometimes"; write "forgiven" or "demanded"
        d.md:7:8: warning: in "Numbers": "score" must hold two counts; write 3 correct, 1 incorrect
        d.md:10:10: error: in "Numbers", question 1: "pitch" must be a whole number from 0 to 99; write the mora after which the pitch falls, or 0 if it does not fall
        d.md:11:1: error: in "Numbers": this line is not a question; write prompt :: answer, or a sentence with ==blanks==; indent what belongs to the question above, and put a comment between <!-- and -->
        d.md:13:1: error: in "Numbers", question 2: "answer" is empty; write a text
        d.md:14:1: error: in "Numbers": this A: has no Q:; write Q: and the question above it
        d.md:15:1: error: in "Numbers": this Q: has no A:; write A: and the answer below it
        d.md:18:3: warning: in "Numbers", question 3: "notes" is read as text, but looks like "note"; write note: if you mean that, otherwise notes\: with a backslash
        d.md:20:9: warning: in "Numbers", question 3: "hint" appears twice; keep one; the last one is used
        d.md:21:16: error: in "Numbers", question 3: a colon is missing after the key; write "key": value
        d.md:23:15: error: in "Numbers", question 4: "directions" cannot be "sideways"; write "recognition", "production", "reading" or "listening"
        d.md:24:5: error: in "Numbers", question 5: braces beside a blank would be read as a blank themselves; separate them from the blank
        d.md:26:13: error: in "Numbers", question 7: the id "n" is already used by the question on line 25; give each question its own id
        d.md:28:1: warning: in "Numbers", question 9: the question on line 27 has the same prompt and answer; remove one of them
        d.md:29:2: error: in "Numbers": "::" has no spaces around it; write prompt :: answer
        d.md:31:1: warning: in "Numbers": this heading is too deep and is ignored; begin a group with ## Title
        d.md:33:1: warning: in "Empty": there are no questions below this heading; write one, prompt :: answer
        d.md:36:1: error: in "Last", question 1: the comment that begins here has no end; close it with -->
        """#.replacing("\\\\", with: "\\"))
    let groups = parse(text).groups
    #expect(groups.map(\.title) == ["Numbers", "Last"])
    #expect(groups.map { $0.questions.map(\.answer) } == [["seven", "nine", "ten"], ["hundred"]])
  }

  @Test func `a mistake is named where it stands, above the first question as well`() {
    let text = """
      ## Words
      See std::vector, and 2::3.
      犬::dog
      猫：：cat
      | Word | Meaning |
      |------|---------|
      | 鳥 | bird |

      魚　::　fish
      一＝＝
      二 == two
      三\\::three
      四［よん］ :: four　＃number
      五 [ご］ :: five ＃
      六::six
      七 ==しち :: seven
      ==八 :: eight==
      九 ==きゅう

      """
    #expect(
      report(text) == """
        d.md:3:2: error: in "Words": "::" has no spaces around it; write prompt :: answer
        d.md:4:2: error: in "Words": "：：" is full-width; write prompt :: answer with colons and spaces of half width
        d.md:5:1: warning: in "Words": a row of a table is not a question; write prompt :: answer; leave out the table's heading
        d.md:6:1: warning: in "Words": a row of a table is not a question; write prompt :: answer; leave out the table's heading
        d.md:7:1: warning: in "Words": a row of a table is not a question; write prompt :: answer; leave out the table's heading
        d.md:9:3: error: in "Words": the space beside "::" is an ideographic one; write prompt :: answer with colons and spaces of half width
        d.md:12:1: warning: in "Words": this line is read as the description, but looks like a question; write prompt :: answer if it is one, otherwise leave a blank line below it
        d.md:13:2: warning: in "Words", question 1: "［よん］" is full-width and read as text; write [よん]
        d.md:13:15: warning: in "Words", question 1: "＃number" is full-width and read as text; write #number
        d.md:15:2: error: in "Words": "::" has no spaces around it; write prompt :: answer
        d.md:16:3: warning: in "Words", question 3: this == has no closing ==; close the blank, ==like this==, or hide it: \\==
        d.md:18:3: error: in "Words": this == has no closing ==; close the blank, ==like this==, or hide it: \\==
        """)
  }

  @Test func `a file without a group, of another encoding or of nothing is told`() {
    #expect(
      report("Hello\n") == """
        d.md:1:1: error: this text is outside a group and is ignored; put it below a line ## Title, or between <!-- and -->
        d.md:1:1: error: there is no group in the file; begin one with a line ## Title
        """)
    #expect(
      report("") == "d.md:1:1: error: there is no group in the file; begin one with a line ## Title"
    )
    #expect(
      report("# Only\n")
        == "d.md:1:3: warning: there are no questions below this heading; write one, prompt :: answer"
    )
    let bytes: [UInt8] = Array("## A\na :: b".utf8) + [0xFF]
    let file = DeckLoader().parse(bytes, path: "d.MD")
    #expect(!file.isUsable)
    #expect(file.faults.map(\.line) == [2])
  }

  @Test func `CR LF, CR and a byte order mark are read as well`() {
    let groups = parse("## N\n\n一 :: one\n  a\n  b\n二 :: two").groups
    #expect(groups.first?.questions.count == 2)
    for text in [
      "\u{FEFF}## N\r\n\r\n一 :: one\r\n  a\r\n  b\r\n二 :: two\r\n",
      "## N\r一 :: one\r\ta\r\tb\r二 :: two",
    ] {
      #expect(parse(text).groups == groups)
    }
  }

  @Test func `each value's place is the text it was read from`() throws {
    let source = DeckLoader().parseSource(Array(whole.utf8), path: "d.md")
    let group = try #require(source.groups.first)
    #expect(group.field(.title).map { source.text($0.span) } == "Numbers")
    #expect(group.field(.accents).map { source.text($0.span) } == "demanded")
    #expect(group.silences.map(\.reason) == ["short on purpose"])
    let question = group.questions[2]
    func text(_ key: Question.Field, _ element: Int? = nil) -> String? {
      question.field(key, element: element).map { source.text($0.span) }
    }
    #expect(text(.prompt) == "三")
    #expect(text(.reading) == "さん")
    #expect(text(.answer) == "three")
    #expect(text(.alternatives, 1) == "a trio")
    #expect(text(.tags, 0) == "two readings")
    #expect(text(.note) == "Counts most things.\n\n  Three people are 三人.")
    #expect(question.field(.example(.meaning)).map { source.text($0.span) } == "three people")
    #expect(question.silences.map { source.text($0.codeSpan) } == ["RW101"])
    #expect(
      question.fields.filter { $0.key == .unknown }.map { source.text($0.keySpan) } == ["x-audio"])
    #expect(source.position(of: question.span.start).line == 24)
    #expect(group.questions.map(\.index) == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a byte of a value's text is found behind escapes and on further lines`() throws {
    let text = "## N\na \\:: &#x3042;b :: c\n  one\n    two\n"
    let source = DeckLoader().parseSource(Array(text.utf8), path: "d.md")
    let question = try #require(source.groups.first?.questions.first)
    #expect(question.question.prompt == "a :: あb")
    #expect(question.question.note == "one\ntwo")
    func rest(_ offset: Int, of key: Question.Field) throws -> String {
      let span = try #require(question.field(key)).span
      return source.text(SourceSpan(source.offset(of: offset, in: span), span.end))
    }
    #expect(try rest(3, of: .prompt) == ": &#x3042;b")
    #expect(try rest(8, of: .prompt) == "b")
    #expect(try rest(4, of: .note) == "two")
    #expect(source.literal("a::b #c, [d]") == "a::b \\#c\\, \\[d\\]")
  }
}
