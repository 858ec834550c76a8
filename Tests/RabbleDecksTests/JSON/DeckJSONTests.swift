import Foundation
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleDecks

/// Decks written as JSON.
struct DeckJSONTests {
  private func formatted(_ text: String) throws -> String {
    try DeckJSON.formatted(Array(text.utf8), path: "d.json")
  }

  @Test func `known keys come in one order, others after them as they stand`() throws {
    let text = """
      {"questions":[{"x":{"b":1,
       "a":[ ]},"answer":"one","tags":["n","number"],"prompt":"\\u4e00","a":1.50,
       "example":{"audio":"a.ogg","meaning":"one dog","text":"犬\\/一匹"}},{}],
       "z":null,"title":"N","$schema":"s"}
      """
    #expect(
      try formatted(text) == """
        {
          "$schema": "s",
          "title": "N",
          "questions": [
            {
              "prompt": "一",
              "answer": "one",
              "example": {"text": "犬/一匹", "meaning": "one dog", "audio": "a.ogg"},
              "tags": ["n", "number"],
              "x": {"b":1,
         "a":[ ]},
              "a": 1.50
            },
            {}
          ],
          "z": null
        }

        """)
  }

  @Test func `an array that does not fit into 100 columns has a line for each element`() throws {
    // With the indentation of eight, the key, brackets and a comma after it.
    func array(_ count: Int) throws -> String {
      let text = String(repeating: "x", count: count)
      return try formatted(
        #"[{"title": "N", "questions": [{"alternatives": ["a", "\#(text)"]}]}]"#)
    }
    let fitting = try array(66)
    #expect(fitting.split(separator: "\n").map(\.count).max() == 99)
    #expect(!fitting.contains("\"a\",\n"))
    #expect(try array(67).contains("[\n          \"a\",\n          \"xxx"))
  }

  @Test func `only what must be is escaped`() throws {
    let text = #"[{"title": "\u0041\/é\u3042\ud83d\ude00\"\\\n\t\r\u0007\u202e\u007f\u200d"}]"#
    #expect(
      try formatted(text) == """
        [
          {
            "title": "A/éあ😀\\"\\\\\\n\\t\\r\\u0007\\u202e\\u007f\u{200D}"
          }
        ]

        """)
  }

  @Test func `the bundled decks are in this form`() throws {
    for path in try bundledDecks() {
      let bytes = try AtomicFile.read(path)
      #expect(try DeckJSON.formatted(bytes, path: path).utf8.elementsEqual(bytes), "\(path)")
    }
  }

  private func bundledDecks() throws -> [String] {
    let decks = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Decks").standardized.path
    let files = DeckFolder.files(in: decks).files
    try #require(files.count >= 4)
    return files
  }

  @Test func `formatting changes no value, and does nothing the second time`() throws {
    var random = SeededGenerator(seed: 11)
    for number in 0..<200 {
      let groups = [
        DeckSamples.group("a\(number)", using: &random), DeckSamples.group("b", using: &random),
      ]
      let encoder = JSONEncoder()
      encoder.outputFormatting = number % 2 == 0 ? [.prettyPrinted] : [.sortedKeys]
      let bytes = Array(try encoder.encode(groups))
      let text = try DeckJSON.formatted(bytes, path: "d.json")
      #expect(DeckText.parse(text).groups == groups)
      #expect(try formatted(text).utf8.elementsEqual(text.utf8))
      #expect(DeckJSON.text(of: groups).utf8.elementsEqual(text.utf8))
      #expect(try JSONDecoder().decode([QuestionGroup].self, from: Data(text.utf8)) == groups)
    }
  }

  @Test func `a broken deck loses nothing either`() throws {
    let text = """
      [{"title": 7, "title": "B", "questions": [1, [{"prompt": {"b": 2, "a": 1}}], {"pitch": "x"}]},
       null, {"prompt": "loose", "answer": "question"}]
      """
    #expect(
      try formatted(text) == """
        [
          {
            "title": 7,
            "title": "B",
            "questions": [
              1,
              [
                {"prompt": {"b": 2, "a": 1}}
              ],
              {
                "pitch": "x"
              }
            ]
          },
          null,
          {
            "prompt": "loose",
            "answer": "question"
          }
        ]

        """)
  }

  @Test func `text that is no JSON is told with its place`() {
    #expect {
      try formatted("[\n  {\"title\" \"x\"}]")
    } throws: {
      "\($0)" == "d.json:2:11: error: a colon is missing after the key; write \"key\": value"
    }
  }

  @Test func `a question is written for the place where it goes`() {
    let question = Question(
      id: "n1", prompt: "一", answer: "one", pitch: 2,
      example: Example(text: "一つ", meaning: "one thing"), cloze: nil)
    let extras = [
      DeckExtra(key: "audio", source: "[1,  2]"),
      DeckExtra(owner: "example", key: "by", source: "\"me\""),
    ]
    let value = DeckJSON.value(of: DeckEntry(question, extras: extras))
    #expect(
      JSONWriter.text(value, margin: "    ") == """
        {
              "id": "n1",
              "prompt": "一",
              "answer": "one",
              "pitch": 2,
              "example": {"text": "一つ", "meaning": "one thing", "by": "me"},
              "audio": [1,  2]
            }
        """)
  }

  @Test func `a cloze that says prompt and answer itself is written without them`() {
    let question = Question(prompt: "私＿＿学生", answer: "私は学生", cloze: "私{{は}}学生")
    let text = JSONWriter.text(DeckJSON.value(of: DeckEntry(question)))
    #expect(text == "{\n  \"cloze\": \"私{{は}}学生\"\n}")
  }
}
