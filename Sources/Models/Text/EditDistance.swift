/// How far apart two texts are: the fewest characters to insert, remove, replace or swap with their
/// neighbor that make one of the other (optimal string alignment).
package enum EditDistance {
  /// The distance of two texts.
  ///
  /// - Complexity: O(n·m)
  package static func between(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
    lastRow(Array(first), Array(second), atMost: .max).last ?? 0
  }

  /// The distance of two texts if it is at most `most`, else `most + 1`.
  ///
  /// - Complexity: O(n·m), but nothing where the lengths tell already.
  package static func between<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost most: Int
  ) -> Int {
    if abs(first.count - second.count) > most { return most + 1 }
    if first == second { return 0 }
    return min(lastRow(first, second, atMost: most).last ?? 0, most + 1)
  }

  /// The distance from `name` to the beginning of `text` that is closest to it.
  package static func toPrefix(
    of text: some StringProtocol, from name: some StringProtocol
  ) -> Int {
    lastRow(Array(name), Array(text), atMost: .max).min() ?? 0
  }

  /// The distances from the whole of `first` to each beginning of `second`; cut short once all of them
  /// are more than `most`.
  private static func lastRow<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost most: Int
  ) -> [Int] {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, left) in first.enumerated() {
      var next = [row + 1]
      next.reserveCapacity(second.count + 1)
      for (column, right) in second.enumerated() {
        var least = min(last[column] + (left == right ? 0 : 1), last[column + 1] + 1)
        least = min(least, next[column] + 1)
        if row > 0, column > 0, left == second[column - 1], first[row - 1] == right {
          least = min(least, beforeLast[column - 1] + 1)
        }
        next.append(least)
      }
      (beforeLast, last) = (last, next)
      if most < .max, last.allSatisfy({ $0 > most }) { break }
    }
    return last
  }

  /// Where two lists differ: in each, what stands between their common beginning and their common
  /// end. Both are empty if the lists are the same.
  package static func differing<Element: Equatable>(
    _ first: [Element], _ second: [Element]
  ) -> (first: Range<Int>, second: Range<Int>) {
    let shorter = min(first.count, second.count)
    var start = 0
    while start < shorter, first[start] == second[start] { start += 1 }
    var end = 0
    while end < shorter - start, first[first.count - 1 - end] == second[second.count - 1 - end] {
      end += 1
    }
    return (start..<(first.count - end), start..<(second.count - end))
  }

  /// Whether one insertion, deletion, substitution or swap of neighbors turns one text into the
  /// other. Takes time in proportion to the lengths.
  package static func isOne(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one), Array(other))
    let (left, right) = differing(one, other)
    switch (left.count, right.count) {
    case (0, 1), (1, 0), (1, 1): return true
    case (2, 2):
      return one[left.lowerBound] == other[right.lowerBound + 1]
        && one[left.lowerBound + 1] == other[right.lowerBound]
    default: return false
    }
  }
}

/// Finds the word that somebody meant to write, for a "did you mean".
package enum Nearest {
  /// The word that a misspelled one is closest to, at most two letters away and no more than a third
  /// of its length; `nil` if it is none of them or two are as close.
  package static func to(_ text: String, among words: [String]) -> String? {
    let folded = fold(text)
    guard folded.utf8.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    var isTie = false
    for word in words {
      let known = fold(word)
      guard abs(known.utf8.count - folded.utf8.count) <= 2 else { continue }
      let distance = EditDistance.between(Array(folded.utf8), Array(known.utf8), atMost: 2)
      guard distance <= min(2, max(1, known.utf8.count / 3)) else { continue }
      if let found = best, found.distance <= distance {
        if found.distance == distance { isTie = true }
      } else {
        best = (word, distance)
        isTie = false
      }
    }
    return isTie ? nil : best?.word
  }

  /// The name that a mistyped one may mean: the closest, or else the only one that it abbreviates, such as `--count`
  /// by `--cnt`; `nil` if there is none.
  package static func name(_ text: String, among names: [String]) -> String? {
    if let near = to(text, among: names) { return near }
    let letters = Array(fold(text))
    guard letters.count > 2 else { return nil }
    let found = names.filter { name in
      let known = Array(fold(name))
      var left = letters[...]
      for letter in known where letter == left.first { left.removeFirst() }
      return left.isEmpty && known.first == letters[0]
    }
    return found.count == 1 ? found[0] : nil
  }

  /// Asks for the word that a misspelled one is closest to, to follow a sentence: ` Did you mean “due”?`;
  /// nothing where it is none of them.
  package static func asked(_ text: String, among words: [String]) -> String {
    to(text, among: words).map { " Did you mean “\($0)”?" } ?? ""
  }

  private static func fold(_ text: String) -> String {
    String(text.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
  }
}
