/// Decks with bytes replaced, inserted, removed, swapped or doubled, the same for the same seed.
public struct MutatedDecks {
  private static let marks =
    Array(
      "{}[]\",:\\'/#-+.0eEu \n\r\tntf\u{B}*;()<&《》「」｛（あア一ー漢ｶﾞＡ\u{200B}\u{202E}\u{3099}e\u{301}".utf8)
    + [0, 0x80, 0xE3, 0xFF, 0xC2, 0xEF, 0xBB, 0xBF]
  private static let pieces = [
    "{\"prompt\": ", "\"answer\": \"", "}]}]", "[[[[", "{{", "}}", "::", "/*", "//", "“", "',",
    "\"silence\": {\"RW501\": \"", "\"questions\": [", "\\ud83d", "\\u00", "]},{", "食[た]べる",
    "<ruby>", "\"pitch\": 1e9,", "null", "\"directions\": [\"reading\"],", "\u{FEFF}",
  ].map { Array($0.utf8) }

  private let samples: [[UInt8]]
  private var random: SeededGenerator

  /// Begins with the decks to change and a seed.
  public init(_ samples: [[UInt8]], seed: UInt64) {
    self.samples = samples
    random = SeededGenerator(seed: seed)
  }

  /// The next deck.
  public mutating func next() -> [UInt8] {
    var bytes = random.element(of: samples)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      guard !bytes.isEmpty else { return bytes }
      let index = Int.random(in: bytes.indices, using: &random)
      let end = min(index + Int.random(in: 1...60, using: &random), bytes.count)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[index] = random.element(of: Self.marks)
      case 1: bytes.insert(random.element(of: Self.marks), at: index)
      case 2: bytes.swapAt(index, Int.random(in: bytes.indices, using: &random))
      case 3: bytes.insert(contentsOf: bytes[index..<end], at: index)
      case 4: bytes.removeSubrange(index..<end)
      case 5: bytes.insert(contentsOf: random.element(of: Self.pieces), at: index)
      default: bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
    }
    return bytes
  }
}
