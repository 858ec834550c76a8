/// The words of a language, so that `quite` is no typo of `quiet`: small letters without accents and apostrophes.
///
/// They are part of the program: nothing is loaded, and looking a word up reads only a few lines of the list.
package struct WordList: Sendable {
  /// Bytes that live as long as the program.
  package typealias Bytes = @Sendable () -> UnsafeBufferPointer<UInt8>

  private let common: Bytes
  private let others: Bytes

  /// Takes two lists of lines in alphabetical order, each beginning with a whole word; a capital begins
  /// each further word, A for none of the letters of the word before, B for one, and so on.
  package init(common: @escaping Bytes, others: @escaping Bytes) {
    self.common = common
    self.others = others
  }

  /// Whether a word, strictly folded, is one.
  package func contains(_ word: Substring) -> Bool {
    let letters = Array(word.utf8)
    return Self.isListed(letters, in: common) || Self.isListed(letters, in: others)
  }

  /// Whether a word, strictly folded, is among the commonest.
  package func hasCommon(_ word: Substring) -> Bool { Self.isListed(Array(word.utf8), in: common) }

  /// Whether letters are a word of a list.
  private static func isListed(_ word: [UInt8], in list: Bytes) -> Bool {
    guard !word.isEmpty, word.count <= longest, word.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A }) else {
      return false
    }
    let bytes = list()
    // The last line that doesn't begin after the word.
    var (low, high) = (0, bytes.count)
    while true {
      var middle = (low + high) / 2
      while middle > low, bytes[middle - 1] != lineBreak { middle -= 1 }
      if middle == low {
        // What is left of the middle is one line; the next may begin before the middle's end.
        guard let next = bytes[low..<high].firstIndex(of: lineBreak), next + 1 < high,
          !isBefore(word, firstWord(of: bytes, at: next + 1))
        else { break }
        low = next + 1
      } else if isBefore(word, firstWord(of: bytes, at: middle)) {
        high = middle
      } else {
        low = middle
      }
    }
    return isOnLine(word, bytes, from: low)
  }

  private static func isOnLine(
    _ word: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Bool {
    var current: [UInt8] = []
    for byte in bytes[start...] {
      if byte == lineBreak { break }
      if byte <= 0x5A {
        if current == word { return true }
        current.removeLast(current.count - Int(byte - 0x41))
      } else {
        current.append(byte)
      }
    }
    return current == word
  }

  private static func firstWord(
    of bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    bytes[start...].prefix { byte in byte >= 0x61 && byte <= 0x7A }
  }

  private static func isBefore(
    _ word: [UInt8], _ other: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Bool {
    word.lexicographicallyPrecedes(other)
  }

  private static let lineBreak: UInt8 = 0x0A
  private static let longest = 40
}
