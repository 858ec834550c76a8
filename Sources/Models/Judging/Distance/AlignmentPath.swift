/// The edits of an optimal string alignment, from the first letter to the last: the fewest
/// insertions, deletions, substitutions and swaps of neighbours that turn one sequence into another,
/// no part being edited twice (Boytsov 2011, "Indexing methods for approximate dictionary searching",
/// section 2.2).
struct AlignmentPath {
  /// One edit: the letters of either side that it takes.
  struct Step {
    let kind: Alignment.Piece.Kind
    let one: Range<Int>
    let other: Range<Int>
  }

  /// The edits.
  let steps: [Step]
  /// How many of them change something.
  let cost: Int

  /// Aligns two sequences. Takes time and memory in proportion to the product of their lengths.
  init<Letter: Equatable>(_ one: [Letter], _ other: [Letter]) {
    let width = other.count + 1
    var costs = Array(repeating: 0, count: (one.count + 1) * width)
    for column in 0..<width { costs[column] = column }
    for row in stride(from: 1, through: one.count, by: 1) {
      costs[row * width] = row
      for column in stride(from: 1, to: width, by: 1) {
        let isSame = one[row - 1] == other[column - 1]
        var cost = min(
          costs[(row - 1) * width + column] + 1,
          costs[row * width + column - 1] + 1,
          costs[(row - 1) * width + column - 1] + (isSame ? 0 : 1)
        )
        if Self.isSwap(one, other, row, column) {
          cost = min(cost, costs[(row - 2) * width + column - 2] + 1)
        }
        costs[row * width + column] = cost
      }
    }
    var steps: [Step] = []
    var (row, column) = (one.count, other.count)
    while row > 0 || column > 0 {
      let cost = costs[row * width + column]
      let (kind, rows, columns): (Alignment.Piece.Kind, Int, Int) =
        if row > 0, column > 0, one[row - 1] == other[column - 1],
          cost == costs[(row - 1) * width + column - 1]
        {
          (.same, 1, 1)
        } else if Self.isSwap(one, other, row, column),
          cost == costs[(row - 2) * width + column - 2] + 1
        {
          (.swapped, 2, 2)
        } else if row > 0, column > 0, cost == costs[(row - 1) * width + column - 1] + 1 {
          (.replaced, 1, 1)
        } else if row > 0, cost == costs[(row - 1) * width + column] + 1 {
          (.extra, 1, 0)
        } else {
          (.missing, 0, 1)
        }
      steps.append(
        Step(kind: kind, one: row - rows..<row, other: column - columns..<column)
      )
      (row, column) = (row - rows, column - columns)
    }
    self.steps = steps.reversed()
    self.cost = costs[one.count * width + other.count]
  }

  private static func isSwap<Letter: Equatable>(
    _ one: [Letter],
    _ other: [Letter],
    _ row: Int,
    _ column: Int
  ) -> Bool {
    row > 1 && column > 1 && one[row - 1] == other[column - 2] && one[row - 2] == other[column - 1]
      && one[row - 1] != one[row - 2]
  }
}
