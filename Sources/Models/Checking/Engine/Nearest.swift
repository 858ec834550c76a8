/// Finds what an author meant to write.
enum Nearest {
  /// The word that a misspelled one is closest to, at most two letters away and no more than a third
  /// of its length; `nil` if it is none of them or two are as close.
  static func to(_ text: String, among words: [String]) -> String? {
    let folded = fold(text)
    guard folded.utf8.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    var isTie = false
    for word in words {
      let known = fold(word)
      guard abs(known.utf8.count - folded.utf8.count) <= 2 else { continue }
      let distance = distance(Array(folded.utf8), Array(known.utf8))
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

  private static func fold(_ text: String) -> String {
    String(text.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " })
  }

  /// The fewest letters to insert, remove, replace or swap with their neighbour.
  private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...other.count)
    for (row, left) in one.enumerated() {
      var next = [row + 1]
      for (column, right) in other.enumerated() {
        var least = min(last[column] + (left == right ? 0 : 1), last[column + 1] + 1)
        least = min(least, next[column] + 1)
        if row > 0, column > 0, left == other[column - 1], one[row - 1] == right {
          least = min(least, beforeLast[column - 1] + 1)
        }
        next.append(least)
      }
      (beforeLast, last) = (last, next)
    }
    return last.last ?? 0
  }
}
