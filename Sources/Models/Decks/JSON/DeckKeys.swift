import RabbleQuestions

/// A key of one kind of object in a deck or course file; all others are passed over.
protocol DeckKeyword: CaseIterable, Hashable, Sendable {
  /// The key as it stands in a file.
  var name: String { get }
  /// Its place among all keys of the object, from 0.
  var number: Int { get }
}

extension DeckKeyword where Self: RawRepresentable<Int> {
  var number: Int { rawValue }
}

/// The keys of a group: its fields without the settings, which have an object of their own.
enum GroupKey: DeckKeyword {
  case field(QuestionGroup.Field)
  case settings, silence, questions, score

  /// The keys in the order in which a deck is written.
  static let allCases =
    QuestionGroup.Field.allCases.filter { !$0.isSetting }.map { GroupKey.field($0) }
    + [.settings, .silence, .questions, .score]

  var name: String {
    switch self {
    case .field(let field): field.key
    case .settings: "settings"
    case .silence: "silence"
    case .questions: "questions"
    case .score: "score"
    }
  }

  var number: Int {
    switch self {
    case .field(let field): field.rawValue
    case .settings: Self.allCases.count - 4
    case .silence: Self.allCases.count - 3
    case .questions: Self.allCases.count - 2
    case .score: Self.allCases.count - 1
    }
  }
}

extension QuestionGroup.Field {
  /// Whether it stands in the object `settings`; those fields come last.
  var isSetting: Bool {
    if case .setting = kind { true } else { false }
  }

  /// The fields of the object `settings`.
  static let settings = allCases.filter(\.isSetting)
}

extension Question.Field {
  /// The kinds of all fields, by their numbers: a file with 100,000 questions asks often.
  static let kinds = allCases.map(\.kind)
}

/// The keys of a question: its fields, and the rules it silences.
enum QuestionKey: DeckKeyword {
  case field(Question.Field)
  case silence

  /// The keys in the order in which a deck is written.
  static let allCases = Question.Field.allCases.map { QuestionKey.field($0) } + [.silence]

  var name: String {
    switch self {
    case .field(let field): field.key
    case .silence: "silence"
    }
  }

  var number: Int {
    switch self {
    case .field(let field): field.rawValue
    case .silence: Self.allCases.count - 1
    }
  }
}

/// A part of a question's example.
public enum ExamplePart: Int, Hashable, Sendable, CaseIterable, DeckKeyword {
  case text, reading, meaning

  /// The key as it stands in a file.
  public var name: String {
    switch self {
    case .text: "text"
    case .reading: "reading"
    case .meaning: "meaning"
    }
  }
}

extension Example {
  /// A part of the example, if it has it.
  func text(of part: ExamplePart) -> String? {
    switch part {
    case .text: text
    case .reading: reading
    case .meaning: meaning
    }
  }
}

/// The settings of a group.
struct SettingKey: DeckKeyword {
  let field: QuestionGroup.Field

  static let allCases = QuestionGroup.Field.settings.map { SettingKey(field: $0) }

  var name: String { field.key }
  var number: Int { field.rawValue - Self.allCases[0].field.rawValue }
}

/// The keys of a score, ours before the original's.
enum ScoreKey: Int, DeckKeyword {
  case correct, incorrect, correctCount, incorrectCount

  var name: String {
    switch self {
    case .correct: "correct"
    case .incorrect: "incorrect"
    case .correctCount: "correctCount"
    case .incorrectCount: "incorrectCount"
    }
  }
}

/// The members of a JSON object that a deck's keys name; of several with one key the last counts.
struct ObjectMembers<Key: DeckKeyword> {
  private let keys = Array(Key.allCases)
  private let names = Key.allCases.map { Array($0.name.utf8) }
  /// The nodes of the values, by the key's number.
  private var values: [Int?]
  /// Whether a key stands in the object more than once.
  private(set) var hasDuplicates = false

  /// The nodes of all members in the order of the text, each with its key or `nil` for one that no
  /// deck knows; empty unless it was asked for.
  private(set) var all: [(known: Key?, key: Int, value: Int)] = []

  /// Makes room for the members of any number of objects, one after the other.
  init() {
    values = [Int?](repeating: nil, count: names.count)
  }

  /// The node of a key's value.
  subscript(key: Key) -> Int? { values[key.number] }

  /// The node of the value of the key with this number.
  subscript(number number: Int) -> Int? { values[number] }

  /// Finds the members of an object, and forgets those of the one before.
  mutating func find(in object: Int, of document: JSONDocument, keepingAll: Bool = false) {
    for index in values.indices { values[index] = nil }
    hasDuplicates = false
    all.removeAll(keepingCapacity: true)
    document.forEachMember(of: object) { key, value in
      let number = names.firstIndex { document.string(key, is: $0) }
      if let number {
        hasDuplicates = hasDuplicates || values[number] != nil
        values[number] = value
      }
      if keepingAll { all.append((number.map { keys[$0] }, key, value)) }
    }
  }

  /// The nodes of the keys that stood in an object before, each with its name.
  func duplicates(in object: Int, of document: JSONDocument) -> [(node: Int, key: String)] {
    var found = Set<Int>()
    var result: [(node: Int, key: String)] = []
    document.forEachMember(of: object) { key, _ in
      let number = names.firstIndex { document.string(key, is: $0) }
      if let number, !found.insert(number).inserted { result.append((key, keys[number].name)) }
    }
    return result
  }
}
