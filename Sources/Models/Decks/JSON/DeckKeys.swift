/// The keys that a deck file may use; all others are passed over.
public enum DeckKey {
  /// The keys of a group.
  public enum Group: Int, DeckKeyword {
    case title, questions, description, language, author, licence, version, directions, settings
    case score, silence

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a question.
  public enum Question: Int, DeckKeyword {
    case prompt, answer, hint, id, reading, furigana, alternatives, blocked
    case partOfSpeech, pitch, example, note, tags, directions, cloze, source, silence

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { $0 == .partOfSpeech ? "part_of_speech" : "\($0)" }
  }

  /// The keys of an example.
  public enum Example: Int, DeckKeyword {
    case text, reading, meaning

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a group's settings.
  public enum Settings: Int, DeckKeyword {
    case accents, furigana

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }

  /// The keys of a score, ours before the original's.
  public enum Score: Int, DeckKeyword {
    case correct, incorrect, correctCount, incorrectCount

    /// The key as it stands in a file.
    public var name: String { Self.names[rawValue] }
    private static let names = allCases.map { "\($0)" }
  }
}

/// A key of one kind of object in a deck file, numbered from 0.
public protocol DeckKeyword: CaseIterable, Hashable, Sendable, RawRepresentable<Int> {
  /// The key as it stands in a file.
  var name: String { get }
}

/// The members of a JSON object that a deck's keys name; of several with one key the last counts.
struct ObjectMembers<Key: DeckKeyword> {
  /// The nodes of the values, by the key's number.
  private var values: [Int?]
  private let names: [[UInt8]]
  /// Whether a key stands in the object more than once.
  private(set) var hasDuplicates = false

  /// The nodes of all members in the order of the text, with the number of their key or -1 for one
  /// that no deck knows; empty unless it was asked for.
  private(set) var all: [(number: Int, key: Int, value: Int)] = []

  /// Makes room for the members of any number of objects, one after the other.
  init() {
    names = Key.allCases.map { Array($0.name.utf8) }
    values = [Int?](repeating: nil, count: names.count)
  }

  /// The node of a key's value.
  subscript(key: Key) -> Int? { values[key.rawValue] }

  /// Finds the members of an object, and forgets those of the one before.
  mutating func find(in object: Int, of document: JSONDocument, keepingAll: Bool = false) {
    for index in values.indices { values[index] = nil }
    hasDuplicates = false
    all.removeAll(keepingCapacity: true)
    document.forEachMember(of: object) { key, value in
      let number = names.firstIndex { document.string(key, is: $0) } ?? -1
      if number >= 0 {
        hasDuplicates = hasDuplicates || values[number] != nil
        values[number] = value
      }
      if keepingAll { all.append((number, key, value)) }
    }
  }

  /// The nodes of the keys that stood in an object before, each with its name.
  func duplicates(in object: Int, of document: JSONDocument) -> [(node: Int, key: String)] {
    var found = Set<Int>()
    var result: [(node: Int, key: String)] = []
    document.forEachMember(of: object) { key, _ in
      for (index, name) in names.enumerated() where document.string(key, is: name) {
        if !found.insert(index).inserted {
          result.append((key, String(decoding: name, as: UTF8.self)))
        }
      }
    }
    return result
  }
}
