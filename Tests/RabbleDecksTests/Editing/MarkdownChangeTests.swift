import RabbleDecks
import RabbleQuestions
import Testing

/// Changes of a deck written as Markdown: what is asked for, and not a byte more.
struct MarkdownChangeTests {
  private func change(_ text: String, _ changes: DeckChange...) throws -> String {
    let source = DeckLoader().parseSource(Array(text.utf8), path: "d.md")
    return String(decoding: try source.applying(changes).bytes, as: UTF8.self)
  }

  private func place(_ group: Int, _ question: Int) -> QuestionIndex {
    QuestionIndex(group: group, question: question)
  }

  private static let bird = DeckEntry(Question(prompt: "とり", answer: "bird", tags: ["n5"]))

  private static let deck = """
    <!-- my deck -->
    ##   Words  ##
    language: ja

    - ねこ ::  cat  #n5
    いぬ  :: dog <!-- woof -->

    <!-- about
         horses -->
    Q: うま
    A: horse
       hint:   it neighs
       x-mine: [1,  2]

       A note.

    ## More

    """

  @Test func `a question that is added stands below the last one`() throws {
    #expect(
      try change(Self.deck, .add([Self.bird], toGroup: 0))
        == Self.deck.replacing("   A note.\n", with: "   A note.\n\nとり :: bird #n5\n"))
    #expect(
      try change(Self.deck, .add([Self.bird], toGroup: 0, before: 1))
        == Self.deck.replacing("いぬ  :: ", with: "とり :: bird #n5\nいぬ  :: "))
    #expect(
      try change(Self.deck, .add([Self.bird], toGroup: 1))
        == Self.deck.replacing("## More\n", with: "## More\n\nとり :: bird #n5\n"))
    #expect(
      try change("## A\r\n\r\na :: b\r\nc :: d", .add([Self.bird], toGroup: 0))
        == "## A\r\n\r\na :: b\r\nc :: d\r\nとり :: bird #n5")
  }

  @Test func `a question that is added to a list is an item of it`() throws {
    #expect(
      try change("## A\n\n*  a :: b\n*  c :: d\n", .add([Self.bird], toGroup: 0))
        == "## A\n\n*  a :: b\n*  c :: d\n*  とり :: bird #n5\n")
    #expect(
      try change("## A\n\n- a :: b\n- c :: d\n", .add([Self.bird], toGroup: 0, before: 0))
        == "## A\n\n- とり :: bird #n5\n- a :: b\n- c :: d\n")
    #expect(
      try change("## A\n\n1. a :: b\n", .add([Self.bird], toGroup: 0))
        == "## A\n\n1. a :: b\nとり :: bird #n5\n")
  }

  @Test func `a question that is replaced is written in canonical form below its comments`() throws
  {
    #expect(
      try change(
        Self.deck, .replace(place(0, 0), by: Question(prompt: "ねこ", answer: "a cat", tags: ["n5"])))
        == Self.deck.replacing("- ねこ ::  cat  #n5", with: "- ねこ :: a cat #n5"))
    #expect(
      try change(Self.deck, .replace(place(0, 1), by: Question(prompt: "いぬ", answer: "a dog")))
        == Self.deck.replacing(
          "いぬ  :: dog <!-- woof -->", with: "<!-- woof -->\nいぬ :: a dog"))
    let horse = Question(
      prompt: "うま", hint: "it trots", answer: "horse", note: "A note.")
    #expect(
      try change(Self.deck, .replace(place(0, 2), by: horse))
        == Self.deck.replacing(
          """
          Q: うま
          A: horse
             hint:   it neighs
             x-mine: [1,  2]

             A note.

          """,
          with: """
            うま :: horse
              hint: it trots
              x-mine: [1,  2]
              A note.

            """))
  }

  @Test func `a question that is replaced by itself keeps every byte`() throws {
    let horse = Question(prompt: "うま", hint: "it neighs", answer: "horse", note: "A note.")
    #expect(try change(Self.deck, .replace(place(0, 2), by: horse)) == Self.deck)
  }

  @Test func `a comment in the lines of its group stays there when a question changes`() throws {
    let text = "## A\n<!-- of a :: b -->\nlanguage: ja\n\na :: b\n"
    #expect(
      try change(text, .replace(place(0, 0), by: Question(prompt: "a", answer: "c")))
        == text.replacing("\na :: b", with: "\na :: c"))
  }

  @Test func `a comment below the last line of a question goes with it`() throws {
    #expect(
      try change("## A\n\na :: b\nc :: d\n  <!-- of c -->\ne :: f\n", .remove(place(0, 1)))
        == "## A\n\na :: b\ne :: f\n")
  }

  @Test func `a question with a line that was not read is not replaced`() throws {
    #expect {
      try change(
        "## A\n\na :: b\n  x-foo: {1\n",
        .replace(place(0, 0), by: Question(prompt: "a", answer: "c")))
    } throws: {
      "\($0)".contains("the question has problems; fix them first")
    }
  }

  @Test func `a question that takes another form is rewritten with all the rest`() throws {
    let cat = Question(
      prompt: "＿＿がいる", answer: "ねこがいる", tags: ["n5"], cloze: "{{ねこ}}がいる")
    #expect(
      try change(Self.deck, .replace(place(0, 0), by: cat))
        == Self.deck.replacing("- ねこ ::  cat  #n5", with: "- ==ねこ==がいる #n5"))
  }

  private static let layout = """
    ## Words

    - 猫 :: cat   #a
      hint:   meows
      <!-- inner comment -->
      x-foo: 1
    犬 [いぬ] :: dog {#dog}

    """

  /// Whether the lines of ``layout`` become others when one of its two questions changes.
  private func edit(
    _ number: Int, _ change: (inout Question) -> Void, gives lines: [String]
  ) throws -> Bool {
    let source = DeckLoader().parseSource(Array(Self.layout.utf8), path: "d.md")
    var question = source.groups[0].questions[number].question
    change(&question)
    let old = Self.layout.split(separator: "\n", omittingEmptySubsequences: false)
    let own = number == 0 ? 2..<6 : 6..<7
    let new =
      old[..<own.lowerBound].map(String.init) + lines + old[own.upperBound...].map(String.init)
    return try self.change(Self.layout, .replace(place(0, number), by: question))
      == new.joined(separator: "\n")
  }

  @Test func `a field that comes gets a line or its place, and everything else stays`() throws {
    let comment = "<!-- inner comment -->"
    #expect(
      try edit(
        0, { $0.note = "new\n\nlines" },
        gives: [
          comment, "- 猫 :: cat #a", "  hint: meows", "  x-foo: 1", "  new", "", "  lines",
        ]))
    #expect(
      try edit(
        0, { $0.example = Example(text: "猫だ", meaning: "a cat") },
        gives: [
          comment, "- 猫 :: cat #a", "  hint: meows", "  example: 猫だ |  | a cat", "  x-foo: 1",
        ]))
    #expect(
      try edit(
        0, { $0.reading = "ねこ" },
        gives: [
          comment, "- 猫 [ねこ] :: cat #a", "  hint: meows", "  x-foo: 1",
        ]))
    #expect(
      try edit(
        0, { $0.id = "cat" },
        gives: [
          comment, "- 猫 :: cat #a ^cat", "  hint: meows", "  x-foo: 1",
        ]))
    #expect(
      try edit(1, { $0.hint = "barks" }, gives: ["犬 [いぬ] :: dog ^dog", "  hint: barks"]))
    #expect(try edit(1, { $0.tags = ["b", "c"] }, gives: ["犬 [いぬ] :: dog #b #c ^dog"]))
  }

  @Test func `a field that changes or goes takes nothing along`() throws {
    let comment = "<!-- inner comment -->"
    #expect(
      try edit(0, { $0.hint = nil }, gives: [comment, "- 猫 :: cat #a", "  x-foo: 1"]))
    #expect(
      try edit(
        0, { $0.tags = ["b", "c"] },
        gives: [
          comment, "- 猫 :: cat #b #c", "  hint: meows", "  x-foo: 1",
        ]))
    #expect(
      try edit(
        0, { $0.tags = [] },
        gives: [
          comment, "- 猫 :: cat", "  hint: meows", "  x-foo: 1",
        ]))
    #expect(try edit(1, { $0.id = nil }, gives: ["犬 [いぬ] :: dog"]))
    #expect(try edit(1, { $0.id = "hound" }, gives: ["犬 [いぬ] :: dog ^hound"]))
    #expect(try edit(1, { $0.reading = nil }, gives: ["犬 :: dog ^dog"]))
  }

  @Test func `lines that come end as the file's do, also where the last has no end`() throws {
    let text = "## A\r\n\r\na :: b\r\n\thint: x"
    let new = Question(prompt: "a", hint: "x", answer: "b", note: "n")
    #expect(
      try change(text, .replace(place(0, 0), by: new))
        == "## A\r\n\r\na :: b\r\n  hint: x\r\n  n")
  }

  @Test func `a question without a prompt is refused by what it lacks`() throws {
    do {
      _ = try change(Self.layout, .add([DeckEntry(Question(prompt: "", answer: "b"))], toGroup: 0))
      Issue.record("It was added.")
    } catch let error as DeckChangeError {
      #expect(error.description.contains(#"question 3: "prompt" is empty"#))
    }
  }

  @Test func `a question goes with the comments above it`() throws {
    #expect(
      try change(Self.deck, .remove(place(0, 1)))
        == Self.deck.replacing("いぬ  :: dog <!-- woof -->\n", with: ""))
    #expect(
      try change(Self.deck, .remove(place(0, 2))) == """
        <!-- my deck -->
        ##   Words  ##
        language: ja

        - ねこ ::  cat  #n5
        いぬ  :: dog <!-- woof -->

        ## More

        """)
  }

  @Test func `a question that moves keeps its lines`() throws {
    #expect(
      try change(Self.deck, .move(place(0, 2), toGroup: 1)) == """
        <!-- my deck -->
        ##   Words  ##
        language: ja

        - ねこ ::  cat  #n5
        いぬ  :: dog <!-- woof -->

        ## More

        <!-- about
             horses -->
        Q: うま
        A: horse
           hint:   it neighs
           x-mine: [1,  2]

           A note.

        """)
    #expect(
      try change("## A\na :: b\nc :: d\n", .move(place(0, 0), toGroup: 0))
        == "## A\nc :: d\na :: b\n")
  }

  @Test func `groups get titles and company`() throws {
    #expect(
      try change(Self.deck, .rename(group: 0, to: "Wörter #"))
        == Self.deck.replacing("##   Words  ##", with: "##   Wörter \\#  ##"))
    #expect(
      try change(
        "## A\na :: b",
        .addGroups([DeckGroup(QuestionGroup(title: "B", language: "ja", questions: []))])
      )
      .hasPrefix("## A\na :: b\n\n## B\nlanguage: ja\n"))
  }

  @Test func `between the two forms nothing gets lost without a word`() throws {
    let source = DeckLoader().parseSource(Array(Self.deck.utf8), path: "d.md")
    let json = DeckLoader().parseSource(
      Array(#"{"title": "J", "questions": [{"prompt": "a", "answer": "b"}]}"#.utf8),
      path: "d.json")
    let cat = try source.entry(at: place(0, 0))
    let there = try json.applying([.add([cat], toGroup: 0)])
    #expect(
      String(decoding: there.bytes, as: UTF8.self)
        == #"{"title": "J", "questions": [{"prompt": "a", "answer": "b"}, "#
        + #"{"prompt": "ねこ", "answer": "cat", "tags": ["n5"]}]}"#)
    #expect(throws: DeckChangeError.self) {
      try json.applying([.add([try source.entry(at: place(0, 2))], toGroup: 0)])
    }
    let back = try source.applying([
      .add([try json.entry(at: QuestionIndex(group: 0, question: 0))], toGroup: 1)
    ])
    #expect(String(decoding: back.bytes, as: UTF8.self) == Self.deck + "\na :: b\n")
  }
}
