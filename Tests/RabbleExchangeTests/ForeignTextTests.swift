import RabbleQuestions
import Testing

@testable import RabbleExchange

/// The text formats of other programs, as their own manuals write them.
struct ForeignTextTests {
  private func read(_ text: String, _ name: String) throws -> (
    format: ExchangeFormat, content: ImportContent
  ) {
    let file = try ImportFile(Array(text.utf8), name: name)
    return (file.format, file.content(file.mapping))
  }

  private func questions(_ content: ImportContent) -> [Question] {
    content.groups.flatMap(\.items).map(\.question)
  }

  @Test func `hashcards: sides after Q: and A:, and sentences with blanks in brackets`() throws {
    let (format, content) = try read(
      """
      ---
      name = "Cell \\"Biology\\" \\\\"
      ---

      Q: What is the **role** of synaptic vesicles?
      A: They store neurotransmitters
      for release.

      ---

      C: Speech is [produced] in [Broca's] area ![](brain.png) \\[1\\].

      Q: No answer
      """, "bio.md")
    #expect(format == .hashcards)
    #expect(content.groups.map(\.header.title) == [#"Cell "Biology" \"#])
    #expect(
      questions(content) == [
        Question(
          prompt: "What is the role of synaptic vesicles?",
          answer: "They store neurotransmitters\nfor release."),
        Question(
          prompt: "Speech is ＿＿ in ＿＿ area  [1].",
          answer: "Speech is produced in Broca's area  [1].",
          cloze: "Speech is {{produced}} in {{Broca's}} area  [1]."),
      ])
    #expect(content.changes.media == 1)
    #expect(content.notices.map(\.kind) == [.noAnswer])
    #expect(content.notices.map(\.line) == [13])
  }

  @Test func `org-fc: the number of a blank may have any number of digits`() throws {
    let (format, content) = try read(
      """
      * Star :fc:
      :PROPERTIES:
      :FC_TYPE: cloze
      :END:
      The {{sun}@9223372036854775807} is hot.
      """, "stars.org")
    #expect(format == .orgFC)
    #expect(questions(content).map(\.answer) == ["Star\nThe sun is hot."])
  }

  @Test func `Obsidian: cards on a line and over several, both ways, and blanks`() throws {
    let (format, content) = try read(
      """
      ---
      tags: [flashcards/geography]
      ---
      Capital of France::Paris <!--SR:!2026-01-01,3,250-->
      犬:::dog

      ## A heading
      Which river
      flows through Paris?
      ?
      The Seine #river
      <!--SR:!2026-01-01,3,250-->

      one
      ??
      eins

      The ==Rhine== flows through ==Cologne==.

      ```
      a::b
      ```

      #flashcards/history/rome
      Founded::753 BC
      """, "Notes.md")
    #expect(format == .obsidian)
    #expect(content.groups.map(\.header.title) == ["geography", "history::rome"])
    let both: [Direction] = [.recognition, .production]
    #expect(
      questions(content) == [
        Question(prompt: "Capital of France", answer: "Paris"),
        Question(prompt: "犬", answer: "dog", directions: both),
        Question(
          prompt: "Which river\nflows through Paris?", answer: "The Seine", tags: ["river"]),
        Question(prompt: "one", answer: "eins", directions: both),
        Question(
          prompt: "The ＿＿ flows through ＿＿.", answer: "The Rhine flows through Cologne.",
          cloze: "The {{Rhine}} flows through {{Cologne}}."),
        Question(prompt: "Founded", answer: "753 BC"),
      ])
    #expect(content.notices.isEmpty)
  }

  @Test func `org-fc: when a heading was planned or done is no answer`() throws {
    let (_, content) = try read(
      """
      * Capital of Norway :fc:
      CLOSED: [2024-01-01 Mon] DEADLINE: <2024-01-02 Tue>
      SCHEDULED: <2024-01-03 Wed>
      DEADLINE: <2024-01-04 Thu>
      :PROPERTIES:
      :FC_TYPE: normal
      :END:
      Oslo
      """, "geography.org")
    #expect(content.groups.flatMap(\.items).map(\.question.answer) == ["Oslo"])
  }

  @Test func `org-fc: headings with their backs, both ways, and blanks`() throws {
    let (format, content) = try read(
      """
      #+TITLE: Geography
      * Europe :eu:
      ** Capital of France :fc:capital:
      :PROPERTIES:
      :ID:       id-1
      :FC_CREATED: 2026-01-01T00:00:00Z
      :FC_TYPE:  double
      :END:
      :REVIEW_DATA:
      | position | ease | box |
      |----------+------+-----|
      | front    |  2.5 |   0 |
      :END:
      On the [[https://example.org][Seine]].
      *** Back
      Paris
      ** What flows through Cologne? :fc:
      :PROPERTIES:
      :FC_TYPE: normal
      :END:
      The Rhine
      ** Sentence :fc:
      :PROPERTIES:
      :FC_TYPE: cloze
      :END:
      {{Rome}{city}@0} was founded in {{753 BC}@1}.
      """, "geo.org")
    #expect(format == .orgFC)
    #expect(content.groups.map(\.header.title) == ["Geography"])
    #expect(
      questions(content) == [
        Question(
          id: "id-1", prompt: "Capital of France\nOn the Seine.", answer: "Paris",
          tags: ["eu", "capital"], directions: [.recognition, .production]),
        Question(prompt: "What flows through Cologne?", answer: "The Rhine", tags: ["eu"]),
        Question(
          prompt: "Sentence\n＿＿ was founded in ＿＿.",
          answer: "Sentence\nRome was founded in 753 BC.", tags: ["eu"],
          cloze: "Sentence\n{{c1::Rome::city}} was founded in {{c2::753 BC}}."),
      ])
  }

  @Test func `org-fc: a heading and the text below it both have blanks`() throws {
    let (_, content) = try read(
      """
      * The {{Rhine}@0} :fc:
      :PROPERTIES:
      :FC_TYPE: cloze
      :END:
      It flows through {{Cologne}@1}.
      * The {{Seine}@0} is long. :fc:
      :PROPERTIES:
      :FC_TYPE: cloze
      :END:
      """, "rivers.org")
    #expect(
      questions(content).map(\.cloze) == [
        "The {{c1::Rhine}}\nIt flows through {{c2::Cologne}}.", "The {{c1::Seine}} is long.",
      ])
  }

  @Test func `hashcards: a sentence may begin below its C:`() throws {
    let (format, content) = try read("C:\nEnglish: [fire]\n\nFrench: [feu]\n", "French.md")
    #expect(format == .hashcards)
    #expect(questions(content).map(\.cloze) == ["English: {{fire}}\n\nFrench: {{feu}}"])
  }

  @Test func `an array of objects may stand beside a title, and a text in an object of its own`()
    throws
  {
    let (format, content) = try read(
      """
      {"title": "Sums", "cards": [{"question": "2+2?", "answer": 4,
        "example": {"text": "2+2=4", "meaning": "a sum"}}]}
      """, "sums.json")
    #expect(format == .objects)
    #expect(
      questions(content) == [
        Question(
          prompt: "2+2?", answer: "4", example: Example(text: "2+2=4", meaning: "a sum"))
      ])
  }

  @Test func `all arrays of an object are rows, and what is no object is told`() throws {
    let (_, both) = try read(
      """
      {"title": "T", "items": [{"front": "犬", "back": "dog"}], "other": [{"front": "猫", "back": "cat"}],
        "words": ["a", "b"]}
      """, "t.json")
    #expect(
      questions(both) == [
        Question(prompt: "犬", answer: "dog"), Question(prompt: "猫", answer: "cat"),
      ])
    #expect(both.notices.isEmpty)
    let (format, mixed) = try read(
      #"[{"front": "犬", "back": "dog"}, "str", null, 7, ["x"], {"front": "猫", "back": "cat"}]"#,
      "t.json")
    #expect(format == .objects)
    #expect(questions(mixed).map(\.answer) == ["dog", "cat"])
    #expect(mixed.notices == (2...5).map { ImportNotice(line: $0, kind: .noObject) })
  }

  @Test func `an escaped bracket ends no blank of hashcards, and a priority is no text in org-fc`()
    throws
  {
    let (_, cards) = try read("C: The [silver\\] escaped] bracket.\n", "c.md")
    #expect(questions(cards).map(\.cloze) == ["The {{silver] escaped}} bracket."])
    let (_, org) = try read(
      """
      * TODO [#A] Capital of France :fc:
      :PROPERTIES:
      :FC_TYPE: normal
      :END:
      Paris
      """, "geo.org")
    #expect(questions(org).map(\.prompt) == ["Capital of France"])
  }

  @Test func `objects with titles are rows, and objects with titles and rows are groups`() throws {
    let (format, rows) = try read(
      """
      [{"title": "犬", "description": "dog"}, {"title": "猫", "description": "cat"}]
      """, "animals.json")
    #expect(format == .objects)
    #expect(
      questions(rows) == [
        Question(prompt: "犬", answer: "dog"), Question(prompt: "猫", answer: "cat"),
      ])
    let lesson = try read(
      #"[{"word": "犬", "meaning": "dog", "title": "Lesson 1"}]"#, "animals.json")
    #expect(questions(lesson.content) == [Question(prompt: "犬", answer: "dog")])
    let (_, groups) = try read(
      """
      [{"title": "Animals", "description": "of all kinds", "words": [
          {"front": "犬", "back": "dog"}, {"front": "猫", "back": "cat"}]},
        {"title": "Plants", "words": [{"front": "木", "back": "tree", "hint": "tall"}]}]
      """, "nature.json")
    #expect(groups.groups.map(\.header.title) == ["Animals", "Plants"])
    #expect(questions(groups).map(\.answer) == ["dog", "cat", "tree"])
    #expect(questions(groups).map(\.hint) == [nil, nil, "tall"])
    let (_, own) = try read(
      #"{"title": "Animals", "words": [{"front": "犬", "back": "dog", "deck": "Pets"}]}"#, "a.json")
    #expect(own.groups.map(\.header.title) == ["Pets"])
    let (_, nested) = try read(
      #"[{"title": "犬", "back": "dog", "examples": [{"front": "a", "back": "b"}]}]"#, "a.json")
    #expect(questions(nested) == [Question(prompt: "犬", answer: "dog")])
  }

  /// As Anki 26.09 exports notes of three types: a column for each field of the type with most fields.
  private static let mixed = """
    #separator:tab
    #html:true
    #guid column:1
    #notetype column:2
    #deck column:3
    #tags column:8
    g1\tVocab\tD\t<img src="dog.png">\t犬\tいぬ\tdog\t
    g2\tVocab\tD\t<img src="cat.png">\t猫\tねこ\tcat\tn5
    g3\tVocab\tD\t<img src="cow.png">\t牛\tうし\tcow\t
    g4\tBasic\tD\tFrance\tParis\t\t\t
    g5\tBasic\tD\tPeru\tLima\t\t\tgeo
    g6\tCloze\tD\t{{c1::red or {{c2::blue}}}} is {{c3::a; b::hint}}\t\t\t\t

    """

  /// Anki 26.09 imports three notes of it.
  @Test
  func `lines of Anki's text that begin with a number sign are comments, but not within quotes`()
    throws
  {
    let text = "#separator:tab\n#html:false\na\tb\n#c\td\n\"#e\"\tf\n\"g\n#x\"\th\n#\ni\tj"
    let file = try ImportFile(Array(text.utf8), name: "notes.txt")
    let content = file.content(file.mapping)
    #expect(questions(content).map(\.prompt) == ["a", "#e", "g\n#x", "i"])
    #expect(content.groups[0].items.map(\.line) == [3, 5, 6, 9])
    #expect(content.notices.isEmpty)
  }

  @Test func `note types of a text export of Anki have columns of their own`() throws {
    let file = try ImportFile(Array(Self.mixed.utf8), name: "notes.txt")
    #expect(file.noteTypes.map(\.name) == ["Vocab", "Basic", "Cloze"])
    #expect(file.noteTypes.map(\.count) == [3, 2, 1])
    let content = file.content(file.mapping)
    #expect(
      questions(content).map(\.prompt) == [
        "犬", "猫", "牛", "France", "Peru", "＿＿ is ＿＿", "red or ＿＿ is a; b",
      ])
    #expect(questions(content).prefix(5).map(\.answer) == ["dog", "cat", "cow", "Paris", "Lima"])
    #expect(questions(content).prefix(3).map(\.reading) == ["いぬ", "ねこ", "うし"])
    #expect(questions(content).map(\.id) == ["g1", "g2", "g3", "g4", "g5", "g6", "g6-2"])
    #expect(
      questions(content).suffix(2).map(\.cloze) == [
        "{{c1::red or blue}} is {{c3::a;\u{FE0E} b::hint}}", "red or {{c2::blue}} is a; b",
      ])
    #expect(content.notices.allSatisfy { !$0.isSkip })
    #expect(try file.mapping(file.mapping.text) == file.mapping)
    let named = try file.mapping("basic: prompt=5,answer=4; Vocab: prompt=7,answer=5")
    #expect(
      questions(file.content(named)).prefix(5).map(\.prompt) == [
        "dog", "cat", "cow", "Paris", "Lima",
      ])
    #expect(
      throws: ColumnMapping.Failure.noNoteType("Words", names: ["Vocab", "Basic", "Cloze"])
    ) { try file.mapping("Words: prompt=4,answer=5") }
    // Without names, it is said of all.
    #expect(try file.mapping("-,-,group,prompt,answer").noteTypes.isEmpty)
  }

  @Test func `columns are named for a note type of a text export, even if they are like another's`()
    throws
  {
    let text = """
      #separator:tab
      #html:true
      #guid column:1
      #notetype column:2
      #deck column:3
      g1\tVocab\tD\tdog\tdog\tHund
      g2\tBasic\tD\tFrance\tParis\t

      """
    let file = try ImportFile(Array(text.utf8), name: "notes.txt")
    #expect(file.mapping.noteTypes.isEmpty)
    #expect(file.noteTypes.map(\.name) == ["Basic", "Vocab"])
    let named = try file.mapping("Vocab: prompt=4,answer=6")
    let content = file.content(named)
    #expect(questions(content).map(\.answer) == ["Hund", "Paris"])
    #expect(questions(content).map(\.id) == ["g1", "g2"])
    #expect(content.groups.map(\.header.title) == ["D"])
    #expect(try file.mapping(named.text) == named)
  }

  @Test func `Obsidian: a tag in a card is that of the card alone, as the manual of decks says`()
    throws
  {
    let (_, content) = try read(
      """
      #flashcards/deckA
      Question1::Answer1

      #flashcards/deckB Question4::Answer4

      Question6::Answer6
      """, "Decks.md")
    #expect(content.groups.map(\.header.title) == ["deckA", "deckB"])
    #expect(
      content.groups.map { $0.items.map(\.question.prompt) } == [
        ["Question1", "Question6"], ["Question4"],
      ])
  }

  @Test func `Obsidian: blanks have hints and numbers, and code has no marks`() throws {
    let (_, content) = try read(
      """
      #flashcards

      This ==note== has a ==number==^[hint] on it.

      A ==cloze==^[a hint][^1], ==no hint==[^2], ==with the first==[^1].

      ==Item 1==[^ashh] and `a == b` or `c == d`.
      """, "Clozes.md")
    #expect(
      questions(content).map(\.cloze) == [
        "This {{note}} has a {{number::hint}} on it.",
        "A {{c1::cloze::a hint}}, {{c2::no hint}}, {{c1::with the first}}.",
        "{{Item 1}} and a == b or c == d.",
      ])
  }

  @Test func `org-fc: the first line is typed, LaTeX may have braces, and files have tags`() throws
  {
    let (_, content) = try read(
      #"""
      #+TITLE: Spanish
      #+FILETAGS: :es:
      * el plato :fc:
      :PROPERTIES:
      :FC_TYPE: text-input
      :END:
      It is a ~plate~.
      Round, mostly.
      * Half :fc:math:
      :PROPERTIES:
      :FC_TYPE: cloze
      :END:
      It is {{$\frac{1}{2}$}{less than 1}@0}.
      """#, "es.org")
    let found = questions(content)
    #expect(found.map(\.answer) == ["plate", "Half\nIt is $\\frac{1}{2}$."])
    #expect(found.map(\.note) == ["Round, mostly.", nil])
    #expect(found.map(\.tags) == [["es"], ["es", "math"]])
    #expect(found[1].cloze == "Half\nIt is {{c1::$\\frac{1}{2}$::less than 1}}.")
  }

  @Test func `Obsidian: comments of HTML are no cards`() throws {
    let (_, content) = try read(
      """
      #flashcards

      <!-- old::card -->
      a::b <!-- c -->
      <!-- d::e

      f::g
      ```
      h --> i::j
      `<!--`::begins a comment
      k::l <!--SR:!2026-01-01,3,250-->
      """, "notes.md")
    #expect(
      questions(content) == [
        Question(prompt: "a", answer: "b"), Question(prompt: "i", answer: "j"),
        Question(prompt: "<!--", answer: "begins a comment"),
        Question(prompt: "k", answer: "l"),
      ])
    #expect(content.changes.schedules == 1)
  }

  @Test func `objects of JSON are rows, and their keys columns`() throws {
    let (format, content) = try read(
      """
      {"cards": [{"Character": "犬", "German": "Hund", "more": {"kana": "いぬ"}, "tags": ["n5", "tier"]},
        {"Character": "猫", "German": "Katze", "rank": 2, "known": true}]}
      """, "words.json")
    #expect(format == .objects)
    #expect(content.groups.isEmpty || questions(content).count <= 2)
    let file = try ImportFile(
      Array("[{\"Character\": \"犬\", \"German\": \"Hund\", \"x\": null}]".utf8), name: "w.json")
    #expect(file.header == ["Character", "German"])
    let mapping = try file.mapping("prompt=Character,answer=German")
    #expect(questions(file.content(mapping)) == [Question(prompt: "犬", answer: "Hund")])
    #expect(throws: ColumnMapping.Failure.noColumn("Hanzi", names: ["Character", "German"])) {
      try file.mapping("prompt=Hanzi,answer=German")
    }
    #expect(throws: ImportError.noObjects) {
      try ImportFile(Array("[{\"a\": 1}".utf8), name: "broken.json")
    }
  }

  @Test func `columns of a table are named, too`() throws {
    var options = ImportOptions()
    options.hasHeader = true
    let file = try ImportFile(
      Array("Nr;Character;German\n1;犬;Hund\n".utf8), name: "w.csv",
      options: options)
    let mapping = try file.mapping("prompt=character, answer=3")
    #expect(questions(file.content(mapping)) == [Question(prompt: "犬", answer: "Hund")])
  }

  @Test func `a heading makes no deck of hashcards' cards`() throws {
    let (format, content) = try read(
      """
      # Notes

      Q: a
      A: b

      ## More

      C: x [y] z
      """, "notes.md")
    #expect(format == .hashcards)
    #expect(questions(content).map(\.answer) == ["b", "x y z"])
    #expect(content.notices.isEmpty)
    let named = try read("+++\nname = \"Named\"\n+++\n\n# Notes\n\nQ: a\nA: b\n", "notes.md")
    #expect(named.format == .hashcards)
    #expect(named.content.groups.map(\.header.title) == ["Named"])
  }

  @Test func `headings make no deck of Obsidian's cards, but the keys of a deck do`() throws {
    let (format, content) = try read(
      """
      # Animals

      ## Pets

      犬 :: dog

      猫 ::: cat

      What says moo?
      ?
      A cow
      """, "notes.md")
    #expect(format == .obsidian)
    #expect(questions(content).map(\.answer) == ["dog", "cat", "A cow"])
    for own in ["## T\nlanguage: ja\n\na ::: b :: c\n", "## T\na ::: b :: c\n  hint: d\n"] {
      #expect(try ImportFile(Array(own.utf8), name: "own.md").format == .markdown)
    }
  }

  @Test func `Obsidian: marks of lists and blocks, comments and fences are no text`() throws {
    let (format, content) = try read(
      """
      #flashcards

      - dog::犬 ^a-1
      %% not
      a::b
      now %%
      Print it? %%hidden%%
      ?
      ```swift
      print(1)
      ```

      - [ ] The ==Rhine== flows. <!--SR:!2026-01-01,3,250!2026-01-02,3,250-->
      """, "notes.md")
    #expect(format == .obsidian)
    #expect(
      questions(content) == [
        Question(prompt: "dog", answer: "犬"),
        Question(prompt: "Print it?", answer: "print(1)"),
        Question(
          prompt: "The ＿＿ flows.", answer: "The Rhine flows.", cloze: "The {{Rhine}} flows."),
      ])
    #expect(content.changes.schedules == 2)
  }

  @Test func `org-fc: schedules and suspended cards are counted`() throws {
    let (_, content) = try read(
      """
      * One :fc:suspended:
      :REVIEW_DATA:
      | position | ease | box | interval | due                  |
      |----------+------+-----+----------+----------------------|
      | front    |  2.5 |   3 |     2.00 | 2026-01-01T00:00:00Z |
      | back     |  2.5 |   3 |     2.00 | 2026-01-01T00:00:00Z |
      :END:
      Eins
      * Two :fc:
      Zwei
      """, "words.org")
    #expect(questions(content).map(\.answer) == ["Eins", "Zwei"])
    #expect(content.changes.schedules == 2)
    #expect(content.changes.suspensions == 1)
  }

  @Test func `org-fc: when a heading was planned or done is no part of its card`() throws {
    let (_, content) = try read(
      """
      * TODO One :fc:
      DEADLINE: <2026-01-01 Thu>
      Eins
      * DONE Two :fc:
      CLOSED: [2026-01-01 Thu 10:00] SCHEDULED: <2026-01-01 Thu>
      Zwei
      """, "words.org")
    #expect(questions(content).map(\.answer) == ["Eins", "Zwei"])
  }

  @Test func `the line by which Excel names the separator is no row`() throws {
    let file = try ImportFile(
      Array("sep=;\r\nPrompt;Answer\r\na, b;c\r\n;d\r\n".utf8), name: "w.csv")
    let content = file.content(file.mapping)
    #expect(file.header == ["Prompt", "Answer"])
    #expect(file.headerLine == 2)
    #expect(questions(content) == [Question(prompt: "a, b", answer: "c")])
    #expect(content.notices.map(\.line) == [4])
  }

  @Test(arguments: [
    ("# Animals\n犬 :: dog\n", "a.md"), ("# Animals\nQ: What?\nA: That.\n", "b.md"),
    ("[{\"title\": \"A\", \"questions\": []}]", "c.json"),
  ])
  func `decks of this program stay decks`(text: String, name: String) throws {
    let file = try ImportFile(Array(text.utf8), name: name)
    #expect([.markdown, .json].contains(file.format))
  }
}
