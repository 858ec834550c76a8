/// The members of a JSON object that a deck's keys name; of several with one key the last counts.
struct ObjectMembers<Key: DeckKeyword> {
  /// The nodes of the values, by the key's number.
  private var values: [Int?]
  private let names: [[UInt8]]
  /// Whether a key stands in the object more than once.
  private(set) var hasDuplicates = false

  /// Makes room for the members of any number of objects, one after the other.
  init() {
    names = Key.allCases.map { Array($0.name.utf8) }
    values = [Int?](repeating: nil, count: names.count)
  }

  /// The node of a key's value.
  subscript(key: Key) -> Int? { values[key.rawValue] }

  /// Finds the members of an object, and forgets those of the one before.
  mutating func find(in object: Int, of document: JSONDocument) {
    for index in values.indices { values[index] = nil }
    hasDuplicates = false
    document.forEachMember(of: object) { key, value in
      for (index, name) in names.enumerated() where document.string(key, is: name) {
        hasDuplicates = hasDuplicates || values[index] != nil
        values[index] = value
      }
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
