import RabbleScreens

/// A comparison in columns: each letter stands over the one it is compared with, whatever their
/// widths, and `_` where there is none.
struct ComparisonText {
  /// A letter over another one, or two over two that were swapped.
  struct Cell {
    /// What was typed, as wide as ``right``.
    let typed: String
    /// What is right, as wide as ``typed``.
    let right: String
    /// Whether the two are the same letter.
    let isSame: Bool

    /// What points at a difference from below, as wide as both.
    var mark: String {
      String(repeating: isSame ? " " : "^", count: columns)
    }

    var columns: Int { DisplayWidth.columns(of: typed) }

    init(_ piece: Comparison.Piece) {
      isSame = piece.kind == .same
      let letters = [piece.typed.printable, piece.right.printable]
      let columns = Swift.max(1, letters.map(DisplayWidth.columns).max() ?? 1)
      let gap = columns % 2 == 0 ? String(repeating: "＿", count: columns / 2) : "_"
      let cells = letters.map { $0.isEmpty ? gap.padded(to: columns) : $0.padded(to: columns) }
      (typed, right) = (cells[0], cells[1])
    }
  }

  /// The cells line by line, each line within the width.
  let lines: [[Cell]]

  /// The most lines: what is longer is no help.
  static let mostLines = 4

  /// Arranges a comparison; `nil` where it would not help: the texts are the same, or differ in more
  /// than half of their letters, or take too many lines.
  ///
  /// - Parameters:
  ///   - comparison: The typed text and the right one.
  ///   - width: The width of a line in columns.
  init?(_ comparison: Comparison, width: Int) {
    let pieces = comparison.pieces
    let same = pieces.reduce(0) { $0 + ($1.kind == .same || $1.kind == .swapped ? 1 : 0) }
    guard pieces.contains(where: { $0.kind != .same }), same * 2 >= pieces.count else { return nil }
    var lines: [[Cell]] = []
    var line: [Cell] = []
    var used = 0
    for cell in pieces.map(Cell.init) {
      if used + cell.columns > width {
        let rest = Self.cutLastWord(of: &line)
        lines.append(line)
        line = rest
        used = rest.reduce(0) { $0 + $1.columns }
        guard used + cell.columns <= width, lines.count < Self.mostLines else { return nil }
      }
      line.append(cell)
      used += cell.columns
    }
    self.lines = lines + [line]
  }

  /// Takes the cells behind the last space away from a line, if they are less than half of it.
  private static func cutLastWord(of line: inout [Cell]) -> [Cell] {
    guard let space = line.lastIndex(where: { $0.right == " " && $0.isSame }),
      space > line.count / 2
    else { return [] }
    defer { line.removeSubrange(space...) }
    return Array(line[(space + 1)...])
  }
}
