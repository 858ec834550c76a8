import RabbleDecks
import RabbleTestSupport
import Testing

/// What is not JSON is repaired where it is clear how, or not at all.
struct JSONRepairTests {
  private func source(_ text: String) -> DeckSource {
    DeckLoader().parseSource(Array(text.utf8), path: "d.json")
  }

  private func repaired(_ text: String) throws -> String {
    let edits = source(text).faults.flatMap(\.edits)
    return String(decoding: try TextEdit.apply(edits, to: Array(text.utf8)), as: UTF8.self)
  }

  @Test func `every clear fault is repaired, each where it stands`() throws {
    let text = """
      {"title": "T", // mine
       "questions": [
        {'prompt': "a" "answer": "b",},
        {"prompt": "c", "answer": "d"]
      ]}
      """
    let deck = source(text)
    #expect(
      deck.faults.map { "\($0.fault.line ?? 0):\($0.fault.column ?? 0) \($0.fault.code.rawValue)" }
        == [
          "1:16 RW115", "3:4 RW111", "3:17 RW101", "3:31 RW102", "4:32 RW117",
        ])
    #expect(
      try repaired(text) == """
        {"title": "T",\(" ")
         "questions": [
          {"prompt": "a", "answer": "b"},
          {"prompt": "c", "answer": "d"}
        ]}
        """)
    #expect(deck.groups.first?.questions.map(\.question.prompt) == ["a", "c"])
    #expect(deck.file.groups.isEmpty)
  }

  @Test(arguments: [
    #"{"title": "T", "questions": [{"prompt" "c", "answer": "d"}]}"#,
    "{\"title\": \"T\", \"questions\": [{\"prompt\": \"c\", \"answer\": \"d\te\"}]}",
    "{\"title\": \"T\", \"questions\": [{\"prompt\": \"c\", \"answer\": \"d\n}]}",
  ])
  func `what was meant where a colon, a tab or a quotation mark is wrong is left to the author`(
    text: String
  ) {
    let faults = source(text).faults
    #expect(faults.count == 1 && faults.allSatisfy { $0.edits.isEmpty })
  }

  @Test func `marks and spaces of full width become those of JSON`() throws {
    let text =
      "｛\"title\"：\"T\"，\n\u{3000}\u{3000}\"questions\"：［\u{A0}{\"pitch\": 1，\"x\": true，\"y\": 2}］｝"
    #expect(
      try repaired(text)
        == "{\"title\":\"T\",\n \"questions\":[ {\"pitch\": 1,\"x\": true,\"y\": 2}]}")
  }

  @Test func `the places in a repaired file are those of the file`() throws {
    let deck = source(#"[/* x */ {title: "T", "questions": [{'prompt': “犬”, "answer": dog}]}]"#)
    #expect(deck.groups.isEmpty)
    let sound = source(#"[/* x */ {title: "T", "questions": [{'prompt': “犬”, "answer": "dog"}]}]"#)
    let question = try #require(sound.groups.first?.questions.first)
    #expect(sound.text(question.span) == #"{'prompt': “犬”, "answer": "dog"}"#)
    #expect(question.field(.prompt).map { sound.text($0.span) } == "“犬”")
    #expect(question.field(.answer).map { sound.text($0.span) } == "\"dog\"")
  }

  @Test(arguments: [
    // A brace is missing, which a comma would not mend.
    #"[{"title": "T", "questions": [{"prompt": "a", "answer": "b" {"prompt": "c", "answer": "d"}]}]"#,
    // The end of the file is missing in the middle of a value.
    #"[{"title": "T", "questions": [{"prompt": "#,
    #"[{"title": "T", "questions": [{"prompt": "a", "#,
    // One fault is clear, the next is not.
    #"[{"title" "T", "questions": [{"prompt": a b, "answer": "c"}]}]"#,
  ])
  func `nothing is repaired where the author must decide`(_ text: String) throws {
    let deck = source(text)
    #expect(deck.faults.allSatisfy { $0.edits.isEmpty })
    #expect(deck.faults.contains { $0.fault.isFatal })
    #expect(deck.groups.isEmpty)
  }

  @Test func `a file that is not UTF-8 is not touched`() {
    let bytes = Array(#"[{"title" "T", "questions": []}]"#.utf8) + [0xFF]
    let deck = DeckLoader().parseSource(bytes, path: "d.json")
    #expect(deck.faults.map(\.fault.code) == [.notUTF8])
    #expect(deck.faults.allSatisfy { $0.edits.isEmpty })
  }

  @Test func `edits make JSON of whatever they are offered for`() throws {
    let text = """
      [{"title": "T", "questions": [{"prompt": "一", "answer": "one", "tags": ["a", "b"]},
      {"prompt": "二", "answer": "two", "pitch": 1, "example": {"text": "二つ"}}]}]
      """
    let marks = Array("{}[]\",:'#/\\\t\n =1x“".unicodeScalars).map { Array(String($0).utf8) }
    var random = SeededGenerator(seed: 7)
    var repaired = 0
    for _ in 0..<4_500 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes.remove(at: index)
        case 1: bytes.insert(contentsOf: random.element(of: marks), at: index)
        default: bytes.replaceSubrange(index...index, with: random.element(of: marks))
        }
      }
      let deck = DeckLoader().parseSource(bytes, path: "d.json")
      let syntax = deck.faults.filter { !$0.edits.isEmpty && $0.fault.isFatal }
      if syntax.isEmpty { continue }
      do throws(TextEdit.Failure) {
        let edited = try TextEdit.apply(syntax.flatMap(\.edits), to: bytes)
        let after = DeckLoader().parseSource(edited, path: "d.json")
        #expect(after.faults.count <= deck.faults.count - syntax.count)
        let texts = [after, deck].map { $0.groups.map { $0.questions.map(\.question) } }
        #expect(texts[0] == texts[1])
        repaired += 1
      } catch {
        // Two edits at one place are made in turns.
      }
    }
    #expect(repaired > 200)
  }
}
