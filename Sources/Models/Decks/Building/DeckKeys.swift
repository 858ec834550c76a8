import RabbleQuestions

/// A key of one kind of object in a deck or course file; all others are passed over.
protocol DeckKeyword: CaseIterable, Hashable, Sendable {
  /// The key as it stands in a file.
  var name: String { get }
  /// Its place in ``numbered``.
  var number: Int { get }
  /// All keys, by their numbers. Those that are not among `allCases` are found by their number alone.
  static var numbered: [Self] { get }
  /// Its name in a Markdown deck.
  var markdownName: String { get }
  /// Whether Markdown may say it on several lines, each with a part of the value.
  var isJoined: Bool { get }
}

extension DeckKeyword {
  static var numbered: [Self] { Array(allCases) }
  var markdownName: String { name }
  var isJoined: Bool { false }
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
    + others

  /// The keys in the order of their numbers. In JSON the settings stand in an object of their own, in
  /// Markdown beside the other fields.
  static let numbered = QuestionGroup.Field.allCases.map { GroupKey.field($0) } + others
  private static let others: [GroupKey] = [.settings, .silence, .questions, .score]

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
    case .settings: Self.numbered.count - 4
    case .silence: Self.numbered.count - 3
    case .questions: Self.numbered.count - 2
    case .score: Self.numbered.count - 1
    }
  }

  var markdownName: String {
    if case .field(let field) = self { field.markdownNames.first ?? name } else { name }
  }

  var isJoined: Bool { self == .silence }
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

  var markdownName: String {
    if case .field(let field) = self { field.markdownNames[0] } else { name }
  }

  var isJoined: Bool {
    guard case .field(let field) = self else { return true }
    if case .list = Question.Field.kinds[field.rawValue] { return true }
    return false
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
    case .correct: "correct_count"
    case .incorrect: "incorrect_count"
    case .correctCount: "correctCount"
    case .incorrectCount: "incorrectCount"
    }
  }
}

/// The members of an object that a deck's keys name; of several with one key the last counts.
struct ObjectMembers<Key: DeckKeyword> {
  private let keys = Key.numbered
  private let names: [[UInt8]]
  /// The nodes of the values, by the key's number.
  private var values: [Int?]
  /// Whether a key stands in the object more than once, without being joined.
  private(set) var hasDuplicates = false
  /// Whether a key stands in the object more than once, so that its values are one.
  private(set) var hasJoined = false
  /// Whether no deck knows a key.
  private(set) var hasUnknown = false
  /// Whether a value can't be read.
  private(set) var hasUnreadable = false

  /// The nodes of all members that can be read, in the order of the text, each with its key or `nil` for
  /// one that no deck knows; empty unless it was asked for.
  private(set) var all: [(known: Key?, key: Int, value: Int)] = []

  /// Makes room for the members of any number of objects, one after the other.
  init() {
    let named = Set(Key.allCases)
    // No text is a byte that UTF-8 doesn't have.
    names = keys.map { named.contains($0) ? Array($0.name.utf8) : [0xFF] }
    values = [Int?](repeating: nil, count: names.count)
  }

  /// The node of a key's value.
  subscript(key: Key) -> Int? { values[key.number] }

  /// The node of the value of the key with this number.
  subscript(number number: Int) -> Int? { values[number] }

  /// Finds the members of an object, and forgets those of the one before.
  mutating func find(in object: Int, of tree: RawTree, keepingAll: Bool = false) {
    for index in values.indices { values[index] = nil }
    (hasDuplicates, hasJoined) = (false, false)
    (hasUnknown, hasUnreadable) = (false, false)
    all.removeAll(keepingCapacity: true)
    var next = 0
    tree.forEachMember(of: object) { key, value in
      let number = number(of: key, in: tree, from: next)
      let isUnreadable = tree.isUnreadable(value)
      hasUnreadable = hasUnreadable || isUnreadable
      if let number {
        if let former = values[number] {
          if isJoined(number, in: tree) {
            hasJoined = true
          } else {
            hasDuplicates = hasDuplicates || counts(former, in: tree)
          }
        }
        values[number] = value
        next = number + 1
      } else {
        hasUnknown = true
      }
      if keepingAll, !isUnreadable { all.append((number.map { keys[$0] }, key, value)) }
    }
  }

  /// The nodes of all values under a key that is joined in this object, or of the last one.
  func joined(_ key: Key, in object: Int, of tree: RawTree) -> [Int] {
    guard hasJoined, isJoined(key.number, in: tree) else {
      return values[key.number].map { [$0] } ?? []
    }
    return tree.members(of: object).filter { number(of: $0.key, in: tree) == key.number }
      .map(\.value)
  }

  /// The nodes of the keys that stood in an object before, with those of their values.
  func duplicates(in object: Int, of tree: RawTree) -> [(known: Key, key: Int, value: Int)] {
    var found = Set<Int>()
    var result: [(known: Key, key: Int, value: Int)] = []
    tree.forEachMember(of: object) { key, value in
      guard let number = number(of: key, in: tree), !isJoined(number, in: tree) else { return }
      if found.contains(number) { result.append((keys[number], key, value)) }
      if counts(value, in: tree) { found.insert(number) }
    }
    return result
  }

  /// The number of the key at a node, looked for from `first` on: keys mostly follow each other.
  @inline(__always)
  private func number(of key: Int, in tree: RawTree, from first: Int = 0) -> Int? {
    let raw = tree.nodes[key].key
    guard raw == .named else { return raw.number }
    return names[first...].firstIndex { tree.string(key, is: $0) }
      ?? names[..<first].firstIndex { tree.string(key, is: $0) }
  }

  private func isJoined(_ number: Int, in tree: RawTree) -> Bool {
    tree.form == .markdown && keys[number].isJoined
  }

  /// Whether a value is there for a later one to replace: not in a form where nothing behind a key is
  /// nothing at all.
  private func counts(_ value: Int, in tree: RawTree) -> Bool {
    !tree.isUntyped(value) || !tree.isEmpty(value)
  }
}
