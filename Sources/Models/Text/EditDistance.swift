/// How far apart two texts are: the fewest characters to insert, remove, replace or swap with their
/// neighbor that make one of the other (optimal string alignment).
///
/// Whoever asks says how much is still of interest, and pays for that alone: two texts of a megabyte that
/// differ everywhere take no longer than two that differ a little.
package enum EditDistance {
  /// How many letters may differ in a word, or in a name that somebody typed.
  package static let mostOfWords = 40
  /// How many letters may differ in a text of which the rest was edited.
  package static let mostOfTexts = 200

  /// The distance of two texts if it is at most `most`, else `most + 1`.
  ///
  /// - Complexity: O(n·most), but nothing where the lengths tell already.
  package static func between(
    _ first: some StringProtocol, _ second: some StringProtocol, atMost most: Int
  ) -> Int {
    between(Array(first), Array(second), atMost: most)
  }

  /// The distance of two lists of letters if it is at most `most`, else `most + 1`.
  ///
  /// - Complexity: O(n·most), but nothing where the lengths tell already.
  package static func between<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost most: Int
  ) -> Int {
    if abs(first.count - second.count) > most { return most + 1 }
    // What they begin and end with in common is not compared again.
    let (left, right) = differing(first, second)
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    let row = lastRow(Array(first[left]), Array(second[right]), atMost: most)
    return min(row?.last?.distance ?? most + 1, most + 1)
  }

  /// The distance from `name` to the beginning of `text` that is closest to it, if it is at most `most`, else
  /// `most + 1`.
  ///
  /// - Complexity: O(n·most), n being the length of `name`
  package static func toPrefix(
    of text: some StringProtocol, from name: some StringProtocol, atMost most: Int
  ) -> Int {
    let name = Array(name)
    let row = lastRow(name, Array(text.prefix(name.count + most)), atMost: most)
    return min(row?.map(\.distance).min() ?? most + 1, most + 1)
  }

  /// The distances from the whole of `first` to the beginnings of `second` that are at most `most` longer or
  /// shorter; `nil` if all are more than `most`.
  private static func lastRow<Letter: Equatable>(
    _ first: [Letter], _ second: [Letter], atMost most: Int
  ) -> [(column: Int, distance: Int)]? {
    let far = most + 1
    var beforeLast = [Int](repeating: far, count: second.count + 1)
    var last = (0...second.count).map { min($0, far) }
    var next = beforeLast
    var columns = 0...min(second.count, most)
    for (row, left) in first.enumerated() {
      // More insertions or deletions than `most` lead out of these columns.
      let (start, end) = (max(0, row + 1 - most), min(second.count, row + 1 + most))
      guard start <= end else { return nil }
      var least = far
      for column in start...end {
        var distance = far
        if column == 0 {
          distance = row + 1
        } else {
          let right = second[column - 1]
          distance = last[column - 1] + (left == right ? 0 : 1)
          if columns.contains(column) { distance = min(distance, last[column] + 1) }
          if column > start { distance = min(distance, next[column - 1] + 1) }
          if row > 0, column > 1, left == second[column - 2], first[row - 1] == right {
            distance = min(distance, beforeLast[column - 2] + 1)
          }
        }
        next[column] = min(distance, far)
        least = min(least, next[column])
      }
      if least == far { return nil }
      columns = start...end
      (beforeLast, last, next) = (last, next, beforeLast)
    }
    return columns.map { ($0, last[$0]) }
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
