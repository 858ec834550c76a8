import Foundation
import RabbleQuestions
import RabbleTestSupport
import Testing

@testable import RabbleDecks

struct DeckLoaderTests {
  @Test func `an original Rabble Wabble file is read as it is`() {
    let file = DeckText.parse(
      """
      [
        {
          "title" : "Hiragana",
          "questions" : [
            { "prompt" : "あ", "hint" : "as in far", "answer" : "a" },
            { "prompt" : "い", "answer" : "i" }
          ],
          "score" : { "correctCount" : 3, "incorrectCount" : 1 }
        },
        {
          "title" : "Phrases",
          "questions" : [ { "prompt" : "はい", "answer" : "yes" } ]
        }
      ]
      """
    )
    #expect(file.faults.isEmpty)
    #expect(
      file.groups == [
        QuestionGroup(
          title: "Hiragana",
          questions: [
            Question(prompt: "あ", hint: "as in far", answer: "a"),
            Question(prompt: "い", answer: "i"),
          ],
          score: Score(correct: 3, incorrect: 1)
        ),
        QuestionGroup(title: "Phrases", questions: [Question(prompt: "はい", answer: "yes")]),
      ]
    )
  }

  @Test func `a single group is read with all its keys, in any order`() {
    let file = DeckText.parse(
      """
      {"questions": [{"tags": "noun", "example": "犬がいる。", "note": "n", "alternatives":
      ["hound", "doggy"], "reading": "いぬ", "answer": "dog", "hint": "h", "prompt": "犬",
      "id": "dog"}], "language": "ja", "description": "Pets.", "title": "Animals", "version": 2}
      """
    )
    #expect(file.faults.isEmpty)
    #expect(
      file.groups == [
        QuestionGroup(
          title: "Animals",
          description: "Pets.",
          language: "ja",
          version: "2",
          questions: [
            Question(
              id: "dog",
              prompt: "犬",
              hint: "h",
              answer: "dog",
              reading: "いぬ",
              alternatives: ["hound", "doggy"],
              example: Example(text: "犬がいる。"),
              note: "n",
              tags: ["noun"]
            )
          ]
        )
      ]
    )
  }

  @Test func `null and blank optional texts are absent, unknown keys no fault`() {
    let file = DeckText.parse(
      DeckText.withSecondQuestion(
        """
        {"prompt": "二", "answer": "ni", "hint": null, "reading": "", "alternatives": null,
         "tags": [], "x": {"prompt": [1, {"y": -2.5e3}]}}
        """
      )
    )
    #expect(file.faults.isEmpty)
    #expect(file.groups.first?.questions.last == Question(prompt: "二", answer: "ni"))
  }

  @Test func `a byte order mark is accepted and not counted`() {
    #expect(DeckText.report("\u{FEFF}[1 2]") == DeckText.report("[1 2]"))
    let text = "\u{FEFF}{\"title\": \"A\", \"questions\": [{\"prompt\": \"a\", \"answer\": \"b\"}]}"
    #expect(DeckText.parse(text).groups.count == 1)
  }

  @Test func `escapes are decoded in keys and texts`() {
    let file = DeckText.parse(
      #"{"titl\u0065": "\u3042\ud83d\ude00\"\\\/\b\f\n\r\t\u0000", "#
        + #""questions": [{"prompt": "a", "answer": "b"}]}"#
    )
    #expect(file.faults.isEmpty)
    #expect(file.groups.map(\.title) == ["あ😀\"\\/\u{8}\u{C}\n\r\t\0"])
  }

  @Test func `a file over the size limit is not parsed`() {
    let file = DeckLoader(sizeLimit: 4).parse(Array("[1,2]".utf8), path: "d.json")
    #expect(file.faults.map(\.kind) == [.file(.tooLarge(bytes: 5, limit: 4))])
  }

  @Test(arguments: 0..<200)
  func `groups that Foundation wrote are read back equal, as it reads them`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let groups = (0..<Int.random(in: 1...4, using: &random)).map { index in
      DeckSamples.group("\(index)", using: &random)
    }
    let encoder = JSONEncoder()
    if seed % 2 == 0 { encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes] }
    let data = try encoder.encode(groups)
    let file = DeckLoader().parse(Array(data), path: "d.json")
    #expect(file.faults.isEmpty)
    #expect(file.groups == groups)
    #expect(try file.groups == JSONDecoder().decode([QuestionGroup].self, from: data))
  }

  @Test func `many questions on one line are read and their faults placed in good time`() {
    let good = (0..<20_000).map { "{\"prompt\":\"p\($0)\",\"answer\":\"a\"}" }
    let bad = [String](repeating: "{\"prompt\":\"\"}", count: 20_000)
    let text = "{\"title\":\"A\",\"questions\":[\((good + bad).joined(separator: ","))]}"
    let file = DeckLoader(faultLimit: 50_000).parse(Array(text.utf8), path: "d.json")
    #expect(file.groups.map(\.questions.count) == [20_000])
    #expect(file.faults.count == 40_000)
    #expect(file.faults.last?.column == text.utf8.count - 4)
  }
}
