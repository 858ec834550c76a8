import Foundation
import GRDB
import RabbleQuestions

/// A deck file as the log keeps it between two readings.
package struct StoredDeck: Hashable, Sendable {
  /// The file's path.
  package let path: String
  /// What it is known by: its path below its decks folder, without the ending.
  package let name: String
  /// What told this content of the file from any other when it was read.
  package let signature: String
  /// What was wrong with it, one line per problem.
  package let faults: [String]

  /// Makes a deck's record.
  package init(path: String, name: String, signature: String, faults: [String]) {
    self.path = path
    self.name = name
    self.signature = signature
    self.faults = faults
  }
}

/// A group of questions as the log keeps it between two readings of its deck.
package struct StoredGroup: Hashable, Sendable {
  /// How this log identifies the group as long as its deck has one of this title.
  package let id: Int64
  /// Its deck and its title.
  package let name: GroupName
  /// What it is called to the learner: its title, with its deck where another group has that title.
  package let label: String
  /// The path of its deck file.
  package let deck: String
  /// The number of its questions.
  package let questions: Int

  /// The group's title.
  package var title: String { name.title }
}

/// A question as the log keeps it between two readings of its deck.
package struct StoredQuestion: Hashable, Sendable {
  /// What its history belongs to.
  package let id: QuestionID
  /// The question.
  package let question: Question
  /// The question's group.
  package let group: StoredGroup
  /// The directions it is asked in, in the order in which its cards are introduced.
  package let directions: [Direction]
}

// MARK: - Rows

/// How a group is stored: its title in a column, everything else except its questions as JSON.
struct GroupRow {
  private let group: QuestionGroup

  init(_ group: QuestionGroup) {
    self.group = GroupRow.copy(of: group, with: [])
  }

  init(title: String, more: String?) throws {
    group =
      try more.map { try JSONDecoder().decode(QuestionGroup.self, from: $0) }
      ?? QuestionGroup(title: title, questions: [])
  }

  /// How its author wants it to be studied.
  var settings: GroupSettings { group.settings }

  /// The languages its author names.
  var languages: GroupLanguages { group.languages }

  /// The directions its questions are asked in by default.
  var directions: [Direction]? { group.directions }

  /// The group with these questions.
  func group(with questions: [Question]) -> QuestionGroup {
    GroupRow.copy(of: group, with: questions)
  }

  /// The rest as JSON, or `nil` when there is none.
  func more() throws -> String? {
    if group == QuestionGroup(title: group.title, questions: []) { return nil }
    return try JSONEncoder.stored.encoded(group)
  }

  private static func copy(of group: QuestionGroup, with questions: [Question]) -> QuestionGroup {
    var copy = group
    copy.questions = questions
    return copy
  }
}

/// How a question is stored: what every prompt needs in columns, the rest as JSON.
struct QuestionRow {
  let id: QuestionID
  let position: Int
  let question: Question

  /// The columns that ``init(_:)`` reads from a table `question` of this alias.
  static func columns(_ alias: String) -> String {
    ["id", "position", "prompt", "hint", "answer", "more"].map { "\(alias).\($0)" }
      .joined(separator: ", ")
  }

  /// A query of the questions of a group, in their order.
  static let ofGroup =
    "SELECT \(columns("q")) FROM question q WHERE q.deck_group = ? ORDER BY q.position"

  /// Reads ``columns(_:)``.
  init(_ row: Row) throws {
    id = try row.decode(forColumn: "id")
    position = try row.decode("position", in: LogBounds.position)
    let json: String? = try row.decode(forColumn: "more")
    let details = try json.map { try JSONDecoder().decode(Details.self, from: $0) }
    var question = details?.question ?? Question(prompt: "", answer: "")
    question.prompt = try row.decodeText("prompt")
    let hint: String? = try row.decode(forColumn: "hint")
    question.hint = hint == nil ? nil : try row.decodeText("hint")
    question.answer = try row.decodeText("answer")
    self.question = question
  }

  /// The fields of a question that have no column as JSON, or `nil` when there are none.
  static func more(_ question: Question) throws -> String? {
    let bare = Question(prompt: question.prompt, hint: question.hint, answer: question.answer)
    if question == bare { return nil }
    return try JSONEncoder.stored.encoded(Details(question: question))
  }

  /// The fields that have no column, since nothing searches them.
  private struct Details: Codable {
    var question: Question

    private static let fields = Question.Field.allCases.filter {
      ![.prompt, .hint, .answer].contains($0)
    }.map { (key: Key($0), kind: $0.kind) }

    /// A field's key in camel case, as the first rows had it.
    private struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }

      init(_ field: Question.Field) {
        let words = field.key.split(separator: "_")
        stringValue = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
      }

      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { return nil }
    }

    init(question: Question) {
      self.question = question
    }

    /// What no deck has, so that it is no field.
    private static let blankNames = Key(stringValue: "blankNames")
    private static let isWithheld = Key(stringValue: "isWithheld")

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: Key.self)
      question = Question(prompt: "", answer: "")
      if values.contains(Self.blankNames) {
        question.blankNames = try values.decode(forKey: Self.blankNames)
      }
      question.isWithheld = values.contains(Self.isWithheld)
      for (key, kind) in Self.fields where values.contains(key) {
        switch kind {
        case .required(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .text(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .list(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .number(let path, _): question[keyPath: path] = try values.decode(forKey: key)
        case .choice(let path, _): question[keyPath: path] = try values.decode(forKey: key)
        case .example(let path): question[keyPath: path] = try values.decode(forKey: key)
        case .directions(let path):
          let names: [String] = try values.decode(forKey: key)
          question[keyPath: path] = names.compactMap(Direction.init(name:))
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: Key.self)
      if !question.blankNames.isEmpty {
        try values.encode(question.blankNames, forKey: Self.blankNames)
      }
      if question.isWithheld { try values.encode(true, forKey: Self.isWithheld) }
      for (key, kind) in Self.fields {
        switch kind {
        case .required(let path): try values.encode(question[keyPath: path], forKey: key)
        case .text(let path), .choice(let path, _):
          try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .number(let path, _): try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .example(let path): try values.encodeIfPresent(question[keyPath: path], forKey: key)
        case .list(let path):
          let texts = question[keyPath: path]
          if !texts.isEmpty { try values.encode(texts, forKey: key) }
        case .directions(let path):
          try values.encodeIfPresent(question[keyPath: path]?.compactMap(\.name), forKey: key)
        }
      }
    }
  }
}

extension JSONEncoder {
  /// What is the same is written the same, or what did not change could not be told by it.
  fileprivate static var stored: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  fileprivate func encoded(_ value: some Encodable) throws -> String {
    String(decoding: try encode(value), as: UTF8.self)
  }
}

extension JSONDecoder {
  /// Decodes a text. `Data(text.utf8)` finds out by slow casts what kind of sequence that is.
  fileprivate func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    var text = text
    return try decode(type, from: text.withUTF8 { Data(buffer: $0) })
  }
}

extension KeyedDecodingContainer {
  /// Decodes a value of the type that is asked for.
  fileprivate func decode<Value: Decodable>(forKey key: Key) throws -> Value {
    try decode(Value.self, forKey: key)
  }
}

extension Set<Int64> {
  /// As SQL's `IN` takes them, between its brackets.
  var sqlList: String { map(String.init).joined(separator: ",") }
}
