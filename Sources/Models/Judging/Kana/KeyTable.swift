/// Which kana which keys make: Hepburn, wāpuro, kunrei and nihon-shiki spellings in one table,
/// together with the keys that input methods have for small and rare kana.
struct KeyTable: Sendable {
  /// The one table there is.
  static let standard = KeyTable()

  /// The kana that keys make when nothing else is known, in hiragana.
  private(set) var kana: [String: Reading] = [:]
  /// Further kana that the same keys may mean, in hiragana: `ti` for てぃ beside ち.
  private(set) var otherKana: [String: [Reading]] = [:]
  /// Every spelling of one or two kana that belong together; the first makes exactly that kana.
  private(set) var spellings: [Reading: [String]] = [:]
  /// Every beginning of keys that make a kana, the whole keys not among them unless they can grow.
  private(set) var beginnings: Set<String> = []

  /// The number of letters in the longest keys.
  static let longestKeys = 4

  private init() {
    for (keys, row) in KeyRows.syllables {
      for (vowel, kana) in zip("aiueo", row.split(separator: " ")) where kana != "-" {
        add(keys + String(vowel), for: String(kana))
      }
    }
    for (keys, kana) in KeyRows.single { add(keys, for: kana) }
    for (kana, keys) in KeyRows.alsoRead {
      for key in keys.split(separator: " ") { add(String(key), alsoFor: kana) }
    }
    for keys in kana.keys {
      for end in keys.indices.dropFirst() { beginnings.insert(String(keys[..<end])) }
    }
  }

  private mutating func add(_ keys: String, for text: String) {
    let reading = Reading(text.unicodeScalars)
    guard kana[keys] == nil else { return }
    kana[keys] = reading
    spellings[reading, default: []].append(keys)
  }

  private mutating func add(_ keys: String, alsoFor text: String) {
    let reading = Reading(text.unicodeScalars)
    otherKana[keys, default: []].append(reading)
    spellings[reading, default: []].append(keys)
  }
}
