/// How far apart two texts are.
enum EditDistance {
  /// The fewest characters to insert, remove, replace or swap with their neighbour that make one
  /// text of the other (optimal string alignment).
  ///
  /// - Complexity: O(n·m)
  static func between(_ first: some StringProtocol, _ second: some StringProtocol) -> Int {
    lastRow(Array(first), Array(second)).last ?? 0
  }

  /// The distance from `name` to the beginning of `text` that is closest to it.
  static func toPrefix(of text: some StringProtocol, from name: some StringProtocol) -> Int {
    lastRow(Array(name), Array(text)).min() ?? 0
  }

  /// The distances from the whole of `first` to each beginning of `second`.
  private static func lastRow(_ first: [Character], _ second: [Character]) -> [Int] {
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
    }
    return last
  }
}
