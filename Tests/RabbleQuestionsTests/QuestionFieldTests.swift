import Foundation
import RabbleText
import Testing

@testable import RabbleQuestions

/// The tables of fields, and the schema of decks, which says the same to an editor.
struct QuestionFieldTests {
  private let full = Question(
    id: "eat", prompt: "食べる", hint: "a verb", answer: "to eat", reading: "たべる",
    furigana: "食[た]べる", spellings: ["たべる"], alternatives: ["eat", "to dine"], blocked: ["to drink"],
    partOfSpeech: "ichidan verb", pitch: 2,
    example: Example(text: "寿司を食べる。", reading: "すしをたべる。", meaning: "I eat sushi."),
    note: "Also of soup.", tags: ["verb", "food"], directions: [.recognition, .production],
    cloze: "{{食べる}}", typos: .young, source: "Chapter 3", romaji: "taberu")

  @Test func `what is read from each field gives back the whole question`() throws {
    var copy = Question(prompt: "", answer: "")
    for field in Question.Field.allCases {
      let texts = full.texts(field)
      #expect(!texts.isEmpty)
      try copy.set(field, to: texts)
    }
    #expect(copy == full)
  }

  @Test func `no texts remove a value`() throws {
    var bare = full
    for field in Question.Field.allCases { try bare.set(field, to: []) }
    #expect(bare == Question(prompt: "", answer: ""))
  }

  @Test func `a meaning without a reading keeps its place in an example`() throws {
    let example = Example(text: "食べる。", meaning: "I eat.")
    var question = Question(prompt: "食べる", answer: "to eat", example: example)
    #expect(question.texts(.example) == ["食べる。", "", "I eat."])
    #expect(question.summary(.example) == "食べる。 | I eat.")
    try question.set(.example, to: question.texts(.example))
    #expect(question.example == example)
  }

  @Test func `a number out of range, an unknown name and an unknown direction are refused`() throws
  {
    var question = full
    #expect(throws: Question.FieldError.number("100", 0...99)) {
      try question.set(.pitch, to: ["100"])
    }
    #expect(throws: Question.FieldError.choice("never", ["on", "young", "off"])) {
      try question.set(.typos, to: ["never"])
    }
    #expect(throws: Question.FieldError.direction("backwards")) {
      try question.set(.directions, to: ["recognition", "backwards"])
    }
    #expect(question == full)
  }

  @Test func `a summary leaves out what the sentence with blanks says`() throws {
    let sentence = try ClozeText("私{{は}}学生。")
    let question = Question(
      prompt: sentence.opened, answer: sentence.filled, cloze: "私{{は}}学生。")
    #expect(question.summary(.prompt) == nil)
    #expect(question.summary(.answer) == nil)
    #expect(question.summary(.cloze) == "私{{は}}学生。")
    #expect(full.summary(.tags) == "verb | food")
    #expect(full.summary(.pitch) == "2")
  }

  @Test func `fields stand in the order of a deck`() {
    #expect(
      Question.Field.allCases.map(\.key) == [
        "id", "prompt", "cloze", "hint", "answer", "reading", "furigana", "spellings",
        "alternatives", "blocked", "part_of_speech", "pitch", "note", "example", "tags",
        "directions", "typos", "source", "romaji",
      ])
    #expect(Question.Field.allCases.allSatisfy { $0.help.count <= 70 && $0.help.last == "." })
    #expect(QuestionGroup.Field.allCases.allSatisfy { $0.help.count <= 70 && $0.help.last == "." })
  }

  @Test func `the schema of decks has the fields of a question`() throws {
    let properties = try schema("question")
    let keys = Question.Field.allCases.map(\.key) + ["silence", "comment"]
    #expect(Set(properties.keys) == Set(keys))
    for field in Question.Field.allCases {
      let property = try #require(properties[field.key])
      let reference = property["$ref"] as? String
      switch field.kind {
      case .required: #expect(reference == "#/$defs/text")
      case .text:
        #expect(property["type"] as? [String] == ["string", "null"])
        #expect((property["pattern"] != nil) == (field == .id || field == .cloze))
      case .list: #expect(reference == "#/$defs/texts")
      case .number(_, let range):
        #expect(property["minimum"] as? Int == range.lowerBound)
        #expect(property["maximum"] as? Int == range.upperBound)
      case .choice(_, let names):
        #expect((property["enum"] as? [Any])?.compactMap { $0 as? String } == names)
      case .directions: #expect(reference == "#/$defs/directions")
      case .example: #expect(reference == "#/$defs/example")
      }
      let description = [field.help, field.details].filter { !$0.isEmpty }.joined(separator: " ")
      #expect(property["description"] as? String == description)
    }
  }

  @Test func `the schema of decks has the fields of a group`() throws {
    let own = try schema("group")
    let settings = try schema("settings")
    let fields = QuestionGroup.Field.allCases
    #expect(
      Set(own.keys)
        == Set(
          fields.filter { !$0.isSetting }.map(\.key) + [
            "settings", "silence", "questions", "score", "comment",
          ]))
    #expect(Set(settings.keys) == Set(fields.filter(\.isSetting).map(\.key)))
    for field in fields {
      let property = try #require(field.isSetting ? settings[field.key] : own[field.key])
      #expect(property["description"] as? String == field.help)
      guard case .setting(_, let names) = field.kind else { continue }
      #expect((property["enum"] as? [Any])?.compactMap { $0 as? String } == names)
    }
  }

  /// The properties of a definition in the schema.
  private func schema(_ name: String) throws -> [String: [String: Any]] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Decks/deck.schema.json")
    let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
    let definitions = try #require(schema?["$defs"] as? [String: [String: Any]])
    return try #require(definitions[name]?["properties"] as? [String: [String: Any]])
  }
}

extension QuestionGroup.Field {
  /// Whether the value stands in the object `settings`.
  fileprivate var isSetting: Bool { if case .setting = kind { true } else { false } }
}
