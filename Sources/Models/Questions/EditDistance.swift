/// How far apart two texts are: the fewest characters to insert, remove, replace or swap with their
/// neighbour that make one of the other (optimal string alignment).
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
  package static func between(_ first: [Character], _ second: [Character], atMost most: Int) -> Int
  {
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
  private static func lastRow(_ first: [Character], _ second: [Character], atMost most: Int)
    -> [Int]
  {
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
}
