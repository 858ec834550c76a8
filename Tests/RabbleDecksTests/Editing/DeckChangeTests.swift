import RabbleDecks
import RabbleQuestions
import Testing

/// Changes of a deck file: what is asked for, and not a byte more.
struct DeckChangeTests {
  private func change(_ text: String, _ changes: DeckChange...) throws -> String {
    let source = DeckLoader().parseSource(Array(text.utf8), path: "d.json")
    return String(decoding: try source.applying(changes).bytes, as: UTF8.self)
  }

  private static let bird = DeckEntry(
    Question(prompt: "とり", answer: "bird", tags: ["animal", "n5"]))

  private static let readable = """
    [
      {
        "title": "Words",
        "mine": 1e3,
        "questions": [
          {
            "prompt": "ねこ",
            "answer":"cat" , "my key": [1,  2]
          },
          { "prompt": "いぬ", "answer": "dog" }
        ]
      },
      {"title": "None", "questions": []}
    ]

    """

  @Test(arguments: [
    // On one line, as the last one is.
    (
      readable,
      readable.replacing(
        #""dog" }"#,
        with: #""dog" },"# + "\n      "
          + #"{"prompt": "とり", "answer": "bird", "tags": ["animal", "n5"]}"#)
    ),
    // All on one line without a space, and without a line break at the end.
    (
      #"[{"title":"W","questions":[{"prompt":"a","answer":"b"}]}]"#,
      #"[{"title":"W","questions":[{"prompt":"a","answer":"b"},"#
        + #"{"prompt":"とり","answer":"bird","tags":["animal","n5"]}]}]"#
    ),
    // A single group, tabs, CR LF, a byte order mark.
    (
      "\u{FEFF}{\r\n\t\"title\": \"W\",\r\n\t\"questions\": [\r\n\t\t{\r\n\t\t\t\"prompt\": \"a\","
        + "\r\n\t\t\t\"answer\": \"b\"\r\n\t\t}\r\n\t]\r\n}\r\n",
      "\u{FEFF}{\r\n\t\"title\": \"W\",\r\n\t\"questions\": [\r\n\t\t{\r\n\t\t\t\"prompt\": \"a\","
        + "\r\n\t\t\t\"answer\": \"b\"\r\n\t\t},\r\n\t\t{\r\n\t\t\t\"prompt\": \"とり\",\r\n\t\t\t"
        + "\"answer\": \"bird\",\r\n\t\t\t\"tags\": [\"animal\", \"n5\"]\r\n\t\t}\r\n\t]\r\n}\r\n"
    ),
    // An empty group, four spaces.
    (
      """
      {
          "title": "W",
          "questions": []
      }
      """,
      """
      {
          "title": "W",
          "questions": [
              {
                  "prompt": "とり",
                  "answer": "bird",
                  "tags": ["animal", "n5"]
              }
          ]
      }
      """
    ),
    (
      #"{"title": "W", "questions": [ ]}"#,
      #"{"title": "W", "questions": [{"prompt": "とり", "answer": "bird", "#
        + #""tags": ["animal", "n5"]}]}"#
    ),
  ])
  func `a question that is added is laid out as its neighbours are`(
    before: String, after: String
  ) throws {
    #expect(try change(before, .add([Self.bird], toGroup: 0)) == after)
  }

  @Test func `a question can be put before another`() throws {
    #expect(
      try change(
        #"{"title":"W","questions":[{"prompt":"a","answer":"b"}]}"#,
        .add([DeckEntry(Question(prompt: "c", answer: "d"))], toGroup: 0, before: 0))
        == #"{"title":"W","questions":[{"prompt":"c","answer":"d"},{"prompt":"a","answer":"b"}]}"#)
  }

  @Test func `a question that is replaced is written in canonical form with its unknown keys`()
    throws
  {
    let changed = Question(
      prompt: "ねこ", hint: "it \"purrs\"", answer: "cat; the cat", note: "one\ntwo")
    #expect(
      try change(Self.readable, .replace(QuestionIndex(group: 0, question: 0), by: changed))
        == Self.readable.replacing(
          #"""
          "answer":"cat" , "my key": [1,  2]
          """#,
          with: #"""
            "hint": "it \"purrs\"",
                    "answer": "cat; the cat",
                    "note": "one\ntwo",
                    "my key": [1,  2]
            """#))
  }

  @Test func `a question that is replaced follows the indentation and line ends of its file`()
    throws
  {
    let before =
      "{\r\n\t\"title\": \"W\",\r\n\t\"questions\": [{\r\n  \"answer\":\"b\",\"prompt\" : \"a\"}]\r\n}"
    #expect(
      try change(
        before,
        .replace(QuestionIndex(group: 0, question: 0), by: Question(prompt: "a", answer: "c")))
        == "{\r\n\t\"title\": \"W\",\r\n\t\"questions\": [{\r\n\t\t\"prompt\": \"a\",\r\n\t\t"
        + "\"answer\": \"c\"\r\n\t}]\r\n}")
    #expect(
      try change(
        #"[{"title":"W","questions":[{"answer":"b","prompt":"a"},{"prompt":"x","answer":"y"}]}]"#,
        .replace(QuestionIndex(group: 0, question: 0), by: Question(prompt: "a", answer: "c")))
        == #"[{"title":"W","questions":[{"prompt":"a","answer":"c"},{"prompt":"x","answer":"y"}]}]"#
    )
  }

  @Test func `a question that is replaced by itself keeps every byte`() throws {
    let cat = Question(prompt: "ねこ", answer: "cat")
    #expect(
      try change(Self.readable, .replace(QuestionIndex(group: 0, question: 0), by: cat))
        == Self.readable)
  }

  @Test func `what is wrong with a question stays when another of its fields changes`() throws {
    func deck(_ question: String) -> String { #"{"title": "W", "questions": [\#(question)]}"# }
    #expect(
      try change(
        deck(#"{"pitch": "high", "prompt": "a", "hint": "x", "hint": "y", "answer": "b"}"#),
        .replace(
          QuestionIndex(group: 0, question: 0),
          by: Question(prompt: "a", hint: "z", answer: "c")))
        == deck(#"{"prompt": "a", "hint": "x", "hint": "z", "answer": "c", "pitch": "high"}"#))
  }

  @Test func `a key that goes leaves no white space of its own`() throws {
    let place = QuestionIndex(group: 0, question: 0)
    func deck(_ question: String) -> String { #"{"title": "W", "questions": [\#(question)]}"# }
    let question = Question(prompt: "a", answer: "b")
    for before in [
      #"{ "id": "x" , "prompt": "a",  "answer": "b" }"#,
      #"{ "prompt": "a",  "tags": [ "x" ], "answer": "b" }"#,
      #"{ "prompt": "a",  "answer": "b" , "tags": [ "x" ] }"#,
    ] {
      #expect(
        try change(deck(before), .replace(place, by: question))
          == deck(#"{"prompt": "a", "answer": "b"}"#))
    }
  }

  @Test func `a text whose normalization alone changes is rewritten`() throws {
    let before =
      "{\"title\": \"W\", \"questions\": [{\"prompt\": \"か\u{3099}\", \"answer\": \"b\"}]}"
    let after = try change(
      before,
      .replace(QuestionIndex(group: 0, question: 0), by: Question(prompt: "が", answer: "b")))
    #expect(after.utf8.elementsEqual(before.replacing("か\u{3099}", with: "が").utf8))
    #expect(after.utf8.count == before.utf8.count - 3)
  }

  @Test func `a question goes with its comma`() throws {
    #expect(
      try change(Self.readable, .remove(QuestionIndex(group: 0, question: 1)))
        == Self.readable.replacing(
          #"""
          },
                { "prompt": "いぬ", "answer": "dog" }
          """#, with: "}"))
    #expect(
      try change(Self.readable, .remove(QuestionIndex(group: 0, question: 0)))
        == Self.readable.replacing(
          #"""
          {
                  "prompt": "ねこ",
                  "answer":"cat" , "my key": [1,  2]
                },
                {
          """#, with: "{"))
    #expect(
      try change(
        #"{"title": "W", "questions": [ {"prompt": "a", "answer": "b"} ]}"#,
        .remove(QuestionIndex(group: 0, question: 0))) == #"{"title": "W", "questions": []}"#)
  }

  @Test func `a question that moves keeps its bytes and its unknown keys`() throws {
    let place = QuestionIndex(group: 0, question: 0)
    #expect(
      try change(Self.readable, .move(place, toGroup: 0)) == """
        [
          {
            "title": "Words",
            "mine": 1e3,
            "questions": [
              { "prompt": "いぬ", "answer": "dog" },
              {
                "prompt": "ねこ",
                "answer":"cat" , "my key": [1,  2]
              }
            ]
          },
          {"title": "None", "questions": []}
        ]

        """)
    #expect(
      try change(Self.readable, .move(place, toGroup: 1)).contains(
        #"""
          {"title": "None", "questions": [
              {
                "prompt": "ねこ",
                "answer":"cat" , "my key": [1,  2]
              }
            ]}
        """#))
  }

  @Test func `a question that moves elsewhere takes on the indentation there`() throws {
    let from = """
      [{
        "title": "A",
        "questions": [
          {
            "prompt": "a",
            "note": "\u{2028}x",
            "answer": "b"
          }
        ]
      }]
      """
    let to = "{\r\n\t\"title\": \"B\",\r\n\t\"questions\": [\r\n\t]\r\n}"
    let written = try DeckLoader().parseSource(Array(from.utf8), path: "a.json").entry(
      at: QuestionIndex(group: 0, question: 0))
    #expect(
      try change(to, .add([written], toGroup: 0))
        == "{\r\n\t\"title\": \"B\",\r\n\t\"questions\": [\r\n\t\t{\r\n\t\t  \"prompt\": \"a\","
        + "\r\n\t\t  \"note\": \"\u{2028}x\",\r\n\t\t  \"answer\": \"b\"\r\n\t\t}\r\n\t]\r\n}")
  }

  @Test func `a group gets another title`() throws {
    #expect(
      try change(Self.readable, .rename(group: 1, to: "A \"b\""))
        == Self.readable.replacing(#""None""#, with: #""A \"b\"""#))
  }

  @Test func `a group comes at the end, and a single one becomes the first of a list`() throws {
    let group = QuestionGroup(
      title: "New", language: "ja", settings: GroupSettings(accents: .demanded), questions: [])
    #expect(
      try change(Self.readable, .addGroups([DeckGroup(group)]))
        == Self.readable.replacing(
          #""None", "questions": []}"#,
          with: #"""
            "None", "questions": []},
              {
                "title": "New",
                "language": "ja",
                "settings": {"accents": "demanded"},
                "questions": []
              }
            """#))
    #expect(
      try change(
        #"{"title":"W","questions":[{"prompt":"a","answer":"b"}]}"#, .addGroups([DeckGroup(group)]))
        == #"[{"title":"W","questions":[{"prompt":"a","answer":"b"}]},{"title":"New","#
        + #""language":"ja","settings":{"accents":"demanded"},"questions":[]}]"#)
    #expect(
      try change("[]\n", .addGroups([DeckGroup(group)])) == """
        [
          {
            "title": "New",
            "language": "ja",
            "settings": {"accents": "demanded"},
            "questions": []
          }
        ]

        """)
  }

  @Test func `what would be a fault is refused`() throws {
    let cat = DeckEntry(Question(prompt: "ねこ", answer: "cat"))
    let source = DeckLoader().parseSource(Array(Self.readable.utf8), path: "d.json")
    #expect {
      try source.applying([.add([cat], toGroup: 0)])
    } throws: {
      "\($0)".hasPrefix("Nothing was changed, because ") && "\($0)".hasSuffix(".")
        && "\($0)".contains("same prompt and answer")
    }
    #expect(throws: DeckChangeError.self) {
      try source.applying([.add([DeckEntry(Question(prompt: " ", answer: "x"))], toGroup: 0)])
    }
    #expect(throws: DeckChangeError.notThere(path: "d.json")) {
      try source.applying([.remove(QuestionIndex(group: 0, question: 2))])
    }
    #expect(throws: DeckChangeError.self) {
      try DeckLoader().parseSource(Array("[".utf8), path: "d.json").applying([])
        .applying([.rename(group: 0, to: "x")])
    }
  }
}
