import RabbleScreens
import RabbleText

extension Page {
  /// Draws what an answer was worth: a sign and a word for it, so that color is never needed.
  mutating func draw(_ verdict: VerdictScreen, showsTyped: Bool) {
    let style = verdict.style
    let recorded = standing(of: verdict)
    guard let typed = verdict.typed else {
      let word = verdict.grade ?? verdict.verdict.rawValue
      add([("\(verdict.sign) \(word)", style)] + recorded.dropFirst(), indent: 2)
      if !verdict.message.isEmpty { add(verdict.message, .remark, indent: 4) }
      // The rest was shown before the grade.
      if let hint = verdict.answer?.hint { add([Row("Hint", hint)], indent: 4) }
      if let leech = verdict.leech { add(leech.message, .remark, indent: 4) }
      return
    }
    let rows = verdict.answer.map { details(of: $0) } ?? []
    let labels = rows.map(\.label.count).reduce(Self.typed.count, max)
    let comparison = verdict.helpfulComparison.flatMap {
      ComparisonText($0, width: (width ?? ScreenText.widest) - labels - 6)
    }
    // The answer once is enough.
    let isShownBelow = comparison != nil && verdict.comparison?.right == verdict.answer?.answer
    add(verdict.headline(withAnswer: !isShownBelow), style, indent: 2, hanging: 2)
    if !verdict.message.isEmpty { add(verdict.message, .remark, indent: 4) }
    if let comparison {
      draw(comparison, labels: labels, typed: style)
      add(rows, indent: 4, labels: labels)
    } else {
      let isTypedShown = showsTyped && verdict.verdict != .correct && !typed.isEmpty
      add((isTypedShown ? [Row(Self.typed, typed)] : []) + rows, indent: 4)
    }
    add(recorded, indent: 4)
    if let leech = verdict.leech { add(leech.message, .remark, indent: 4) }
  }

  private static let typed = "Typed"

  /// Draws a typed text over the right one, and below them marks where they differ.
  private mutating func draw(_ comparison: ComparisonText, labels: Int, typed style: TextStyle) {
    var (typed, right) = (Self.typed, "Right")
    for line in comparison.lines {
      addLine(line.map { ($0.typed, $0.isSame ? nil : style) }, behind: typed, labels)
      addLine(line.map { ($0.right, $0.isSame ? nil : .correct) }, behind: right, labels)
      if let last = line.lastIndex(where: { !$0.isSame }) {
        addLine(line[...last].map { ($0.mark, .muted) }, behind: "", labels)
      }
      (typed, right) = ("", "")
    }
  }

  private mutating func addLine(_ spans: [Span], behind label: String, _ labels: Int) {
    add(spans, behind: label, labels: labels, indent: 4)
  }

  /// The grade, when the card is due, and the counts, as far as there are any.
  private func standing(of verdict: VerdictScreen) -> [Span] {
    guard let grade = verdict.grade else { return [] }
    return [(grade, .muted)]
      + [verdict.returns, counts(of: verdict.standing)].compactMap {
        $0.map { ($0, .muted) }
      }
  }

  /// The counts so far: `2 correct, 1 incorrect, 67%`.
  func counts(of standing: Standing) -> String {
    let counts = "\(standing.correct) correct, \(standing.incorrect) incorrect"
    return standing.percentage.map { "\(counts), \(percent($0))" } ?? counts
  }

  /// A share as a whole percentage, never 100% when something is missing.
  func percent(_ share: Double) -> String {
    guard share.isFinite else { return "–" }
    let rounded = (min(max(share, 0), 1) * 100).rounded()
    return "\(Int(share < 1 ? min(rounded, 99) : rounded))%"
  }
}

extension Alignment {
  fileprivate var right: String { pieces.map(\.right).joined() }
}

extension VerdictScreen {
  /// The comparison, where it helps: a right answer is close, and the two differ, but not in more than half
  /// of their letters, since those that happen to be the same say nothing then.
  var helpfulComparison: Alignment? {
    guard mistake != "other", let comparison else { return nil }
    let pieces = comparison.pieces
    let same = pieces.count { $0.kind == .same || $0.kind == .swapped }
    return pieces.contains { $0.kind != .same } && same * 2 >= pieces.count ? comparison : nil
  }

  fileprivate var style: TextStyle {
    switch verdict {
    case .correct: .correct
    case .remark, .retry: .remark
    case .wrong: .wrong
    }
  }

  fileprivate var sign: String {
    switch verdict {
    case .correct, .remark: "✓"
    case .retry: "↻"
    case .wrong: "✗"
    }
  }

  fileprivate func headline(withAnswer: Bool) -> String {
    let words =
      switch (verdict, withAnswer ? answer : nil) {
      case (.correct, let answer?): "Correct: \(answer.answer)"
      case (.correct, nil): "Correct"
      case (.remark, let answer?): "Correct (note): \(answer.answer)"
      case (.remark, nil): "Correct (note)"
      case (.retry, _): "Try again (not recorded)"
      case (.wrong, let answer?): "Incorrect — the answer is: \(answer.answer)"
      case (.wrong, nil): "Incorrect"
      }
    return "\(sign) \(words)"
  }
}

// MARK: - Typed over right

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

    init(_ piece: Alignment.Piece) {
      isSame = piece.kind == .same
      let letters = [piece.typed.shown, piece.right.shown]
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

  /// Arranges a comparison; `nil` where it takes too many lines.
  ///
  /// - Parameters:
  ///   - comparison: The typed text and the right one.
  ///   - width: The width of a line in columns.
  init?(_ comparison: Alignment, width: Int) {
    var lines: [[Cell]] = []
    var line: [Cell] = []
    var used = 0
    for cell in comparison.pieces.map(Cell.init) {
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
