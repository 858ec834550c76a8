/// A typed text over the right one, letter by letter, for a view to draw.
public struct Alignment: Hashable, Sendable {
  /// One letter (grapheme) of both texts, or two that were swapped.
  public struct Piece: Hashable, Sendable {
    /// How the two compare.
    public enum Kind: String, Hashable, Sendable {
      /// The same letter.
      case same
      /// Another letter.
      case replaced
      /// A letter that is missing.
      case missing
      /// A letter too many.
      case extra
      /// Two letters in the wrong order.
      case swapped
    }

    /// How the two compare.
    public let kind: Kind
    /// What was typed; empty where a letter is missing.
    public let typed: String
    /// What is right; empty where a letter is too many.
    public let right: String

    /// Makes a piece.
    public init(_ kind: Kind, typed: String, right: String) {
      self.kind = kind
      self.typed = typed
      self.right = right
    }
  }

  /// The pieces from left to right: their `typed` parts make the typed text, their `right` parts the
  /// right one.
  public let pieces: [Piece]

  /// The most comparisons of two letters that are made for one alignment; a longer difference is one
  /// piece.
  package static let mostComparisons = 10_000

  /// Makes an alignment of its pieces.
  public init(pieces: [Piece]) {
    self.pieces = pieces
  }

  /// Aligns two texts by the fewest edits; letters that differ in case, width or kind of kana only
  /// are the same.
  public init(typed: String, right: String) {
    // Texts with combining marks are slow to compare, and each is compared with many.
    var folds: [String: Int] = [:]
    let typedLetters = typed.map { Letter($0, &folds) }
    let rightLetters = right.map { Letter($0, &folds) }
    let most = min(typedLetters.count, rightLetters.count)
    let start = (0..<most).first { typedLetters[$0] != rightLetters[$0] } ?? most
    let end =
      (0..<most - start).first {
        typedLetters[typedLetters.count - 1 - $0] != rightLetters[rightLetters.count - 1 - $0]
      } ?? (most - start)
    let same = { (index: Int, other: Int) in
      Piece(.same, typed: typedLetters[index].text, right: rightLetters[other].text)
    }
    pieces =
      (0..<start).map { same($0, $0) }
      + Self.middle(
        Array(typedLetters[start..<typedLetters.count - end]),
        Array(rightLetters[start..<rightLetters.count - end])
      )
      + (0..<end).map { same(typedLetters.count - end + $0, rightLetters.count - end + $0) }
  }

  private static func middle(_ typed: [Letter], _ right: [Letter]) -> [Piece] {
    guard typed.count * right.count <= mostComparisons else {
      return [
        Piece(.replaced, typed: typed.map(\.text).joined(), right: right.map(\.text).joined())
      ]
    }
    return AlignmentPath(typed, right).steps.map { step in
      let typedText = typed[step.one].map(\.text).joined()
      let rightText = right[step.other].map(\.text).joined()
      return Piece(step.kind, typed: typedText, right: rightText)
    }
  }

  /// A letter that is compared by its fold.
  private struct Letter: Equatable {
    let text: String
    /// The number of the fold among those met so far.
    let fold: Int

    init(_ letter: Character, _ folds: inout [String: Int]) {
      text = String(letter)
      let fold = String(text.inOrdinaryWidth.lowercased().unicodeScalars.map(\.asHiragana))
      self.fold = folds[fold, default: folds.count]
      folds[fold] = self.fold
    }

    static func == (one: Letter, other: Letter) -> Bool { one.fold == other.fold }
  }
}

/// The edits of an optimal string alignment, from the first letter to the last: the fewest
/// insertions, deletions, substitutions and swaps of neighbors that turn one sequence into another,
/// no part being edited twice (Boytsov 2011, "Indexing methods for approximate dictionary searching",
/// section 2.2).
package struct AlignmentPath {
  /// One edit: the letters of either side that it takes.
  package struct Step {
    /// What it does.
    package let kind: Alignment.Piece.Kind
    /// The indices of the letters of the first sequence; empty for an insertion.
    package let one: Range<Int>
    /// The indices of the letters of the second sequence; empty for a deletion.
    package let other: Range<Int>
  }

  /// The edits.
  package let steps: [Step]
  /// How many of them change something.
  package let cost: Int

  /// Aligns two sequences. Takes time and memory in proportion to the product of their lengths.
  package init<Letter: Equatable>(_ one: [Letter], _ other: [Letter]) {
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
