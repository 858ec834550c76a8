/// Words that are never a typo of another one, and beginnings that deny the rest of a word.
package struct StrictWords: Sendable {
  /// Words of one kind, each kind by itself.
  private let kinds: [[Substring]]
  private let words: Set<Substring>
  /// Those that are strict against every other word, not only against their own kind.
  private let functionWords: Set<Substring>
  private let denyingPrefixes: Set<Substring>

  /// None.
  init() { self.init(functionWords: [], others: [], denyingPrefixes: []) }

  /// Takes words of a kind between spaces; function words are strict against every other word.
  init(functionWords: [String], others: [String], denyingPrefixes: Set<Substring>) {
    func kinds(_ texts: [String]) -> [[Substring]] { texts.map { $0.split(separator: " ") } }
    self.kinds = kinds(functionWords + others)
    self.functionWords = Set(kinds(functionWords).joined())
    self.denyingPrefixes = denyingPrefixes
    words = Set(self.kinds.joined())
  }

  /// Whether a word is one of them.
  package func contains(_ word: Substring) -> Bool { words.contains(word) }

  /// Whether one of two lists of words has a negation or a function word that the other has not, so
  /// that they mean different things however few letters differ.
  package func differ(_ typed: [Substring], _ right: [Substring]) -> Bool {
    // A strict word that was itself mistyped, `thre`, is none and so no difference.
    if typed.contains(where: { functionWords.contains($0) && !right.contains($0) }) { return true }
    if typed.count < right.count,
      right.contains(where: { functionWords.contains($0) && !typed.contains($0) })
    {
      return true
    }
    return typed.count == right.count && zip(typed, right).contains(where: isNegation)
  }

  /// The other words of its kind.
  package func others(of word: Substring) -> [Substring] {
    guard words.contains(word) else { return [] }
    return kinds.filter { $0.contains(word) }.flatMap { $0 }.filter { $0 != word }
  }

  private func isNegation(_ one: Substring, _ other: Substring) -> Bool {
    let (longer, shorter) = one.utf8.count > other.utf8.count ? (one, other) : (other, one)
    return longer != shorter && longer.hasSuffix(shorter)
      && denyingPrefixes.contains(longer.dropLast(shorter.count))
  }
}
