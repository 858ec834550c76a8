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

  @Test func `of a question that is replaced only the value that differs is written anew`() throws {
    #expect(
      try change(
        Self.deck, .replace(place(0, 0), by: Question(prompt: "ねこ", answer: "a cat", tags: ["n5"])))
        == Self.deck.replacing("  cat  #n5", with: "  a cat  #n5"))
    let horse = Question(
      prompt: "うま", hint: "it trots", answer: "horse", note: "A note.")
    #expect(
      try change(Self.deck, .replace(place(0, 2), by: horse))
        == Self.deck.replacing("it neighs", with: "it trots"))
  }

  @Test func `what cannot be written in its place is written anew with all the rest`() throws {
    let horse = Question(
      prompt: "うま", hint: "it neighs", answer: "horse", note: "A note.", tags: ["n4"])
    let changed = try change(Self.deck, .replace(place(0, 2), by: horse))
    #expect(changed.contains("うま :: horse #n4\n  hint: it neighs\n"))
    #expect(changed.contains("about\n     horses") && changed.contains("x-mine: [1,  2]"))
    #expect(changed.hasPrefix(Self.deck.prefix(while: { $0 != "Q" }).dropLast(30)))
    #expect(changed.hasSuffix("\n## More\n"))
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
