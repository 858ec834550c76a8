import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Conflicts that a merge of Git left in a deck are one finding each, and the rest of the deck goes on.
struct MergeConflictTests {
  private let markdown = """
    ## Weather

    la nube :: cloud
    <<<<<<< HEAD
    la lluvia :: rain
    =======
    la lluvia :: the rain
    >>>>>>> feature
    el viento :: wind

    """

  private let json = """
    [
      {
        "title": "Weather",
        "questions": [
          {"prompt": "la nube", "answer": "cloud"},
          {
            "prompt": "la lluvia",
    <<<<<<< HEAD
            "answer": "rain",
            "hint": "wet"
    =======
            "answer": "the rain"
    >>>>>>> feature
          },
          {"prompt": "el viento", "answer": "wind"}
        ]
      }
    ]
    """

  private func load(_ text: String, _ path: String = "d.md") -> DeckFile {
    DeckLoader().parse(Array(text.utf8), path: path)
  }

  private func prompts(_ file: DeckFile) -> [[String]] {
    file.groups.map { $0.questions.map(\.prompt) }
  }

  @Test func `a conflict is one finding in Markdown, and the other questions are read`() {
    let file = load(markdown)
    #expect(
      file.faults.map(\.description) == [
        "d.md:4:1: error: merge conflict, lines 4–8; keep the right lines, and remove the lines "
          + "<<<<<<<, ======= and >>>>>>>"
      ])
    #expect(prompts(file) == [["la nube", "el viento"]])
    let source = DeckLoader().parseSource(Array(markdown.utf8), path: "d.md")
    #expect(source.file == file)
    #expect(
      source.faults.map { source.text($0.span) }.allSatisfy {
        $0.hasPrefix("<<<<<<< HEAD\n") && $0.hasSuffix("\n>>>>>>> feature")
      })
    #expect(source.groups[0].questions.map { source.text($0.span) }.last == "el viento :: wind")
  }

  @Test func `a conflict is one finding in JSON, even within a question`() {
    for text in [json, json.replacing("\n", with: "\r\n")] {
      let file = load(text, "d.json")
      #expect(file.faults.map(\.kind) == [.mergeConflict(lines: 8...13)])
      #expect(prompts(file) == [["la nube", "el viento"]])
      #expect(DeckLoader().parseSource(Array(text.utf8), path: "d.json").file == file)
    }
  }

  @Test func `between questions in JSON, one side may lack the comma`() {
    let text = """
      {"title": "T", "questions": [
      {"prompt": "a", "answer": "b"}
      <<<<<<< ours
      ,
      =======
      , {"prompt": "c", "answer": "d"},
      >>>>>>> theirs
      {"prompt": "e", "answer": "f"}
      ]}
      """
    #expect(prompts(load(text, "d.json")) == [["a", "e"]])
    let other = text.replacing("ours\n,\n", with: "ours\n")
    #expect(load(other, "d.json").faults.map(\.code) == [.mergeConflict])
    #expect(prompts(load(other, "d.json")) == [["a", "e"]])
  }

  @Test(arguments: ["||||||| 1a2b3c4", "||||||| merged common ancestors", "|||||||"])
  func `the common text of the styles diff3 and zdiff3 is part of the conflict`(mark: String) {
    let text = markdown.replacing("=======", with: "\(mark)\nla lluvia :: Rain\n=======")
    let file = load(text)
    #expect(file.faults.map(\.kind) == [.mergeConflict(lines: 4...10)])
    #expect(prompts(file) == [["la nube", "el viento"]])
  }

  @Test func `a question whose note is in a conflict is in it, and so is what is wrong there`() {
    let text = """
      ## Weather
      la nube :: cloud
        hint: h
      <<<<<<< HEAD
        note: white
        pitch: high
      =======
        note: gray
      >>>>>>> feature
      el viento :: wind
      <<<<<<< HEAD
      nonsense
      =======
      >>>>>>> feature
      el sol :: sun

      """
    let file = load(text)
    #expect(
      file.faults.map(\.kind) == [
        .mergeConflict(lines: 4...9), .mergeConflict(lines: 11...14),
      ])
    #expect(prompts(file) == [["el viento", "el sol"]])
  }

  @Test(arguments: [
    "## =======\na :: b\n", "## T\n\na :: b\n  <<<<<<<\n  =======\n  >>>>>>>\n",
    "## T\n\n=======\n\n>>>>>>>\n\na :: b\n", "## T\n\n<<<<<<<\n\na :: b\n",
    "## T\n\n<<<<<<< x\n\n>>>>>>> x\n\na :: b\n", "## T\n\n<<<<<<<<\n=======\n>>>>>>>\n\na :: b\n",
  ])
  func `marks that are no conflict are text`(text: String) {
    let file = load(text)
    #expect(!file.faults.map(\.code).contains(.mergeConflict))
    #expect(file.groups.map(\.questions.count) == [1])
  }

  @Test func `neither side of which can be read, the file is skipped with one finding`() {
    let text = "[\n<<<<<<< a\n{\n=======\n{{\n>>>>>>> b\n]\n"
    let file = load(text, "d.json")
    #expect(file.faults.map(\.kind) == [.mergeConflict(lines: 2...6)])
    #expect(!file.isUsable)
    #expect(DeckLoader().parseSource(Array(text.utf8), path: "d.json").file == file)
  }

  @Test(arguments: ["d.md", "d.json"])
  func `a file with a conflict is neither changed nor rewritten`(path: String) {
    let text = path == "d.md" ? markdown : json
    let source = DeckLoader().parseSource(Array(text.utf8), path: path)
    let change = DeckChange.add([DeckEntry(Question(prompt: "x", answer: "y"))], toGroup: 0)
    #expect(throws: DeckChangeError.unusable(source.file.faults[0])) {
      try source.applying([change])
    }
    for form in [DeckForm.json, .markdown] {
      #expect(throws: DeckRewriting.Failure(faults: source.file.faults)) {
        try DeckRewriting(source).text(as: form)
      }
    }
  }

  @Test func `a deck of nothing but conflicts is read in a time in proportion to its size`() {
    func cost(_ count: Int) -> Duration {
      let conflict = "<<<<<<< a\nb :: c\n=======\nb :: d\n>>>>>>> e\nf :: g\n"
      let bytes = Array(("## T\n" + String(repeating: conflict, count: count)).utf8)
      return ProcessorTime.least { _ = DeckLoader().parseSource(bytes, path: "d.md") }
    }
    // A cost that grows with the square is 16 times as much.
    #expect(cost(20_000) < cost(5_000) * 10)
  }
}
