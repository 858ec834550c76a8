import RabbleScreens

extension Page {
  /// Draws what an answer was worth: a sign and a word for it, so that colour is never needed.
  mutating func draw(_ verdict: VerdictScreen, showsTyped: Bool) {
    let meaning = verdict.meaning
    let recorded = standing(of: verdict)
    guard let typed = verdict.typed else {
      let word = verdict.grade ?? verdict.verdict.rawValue
      add([("\(verdict.sign) \(word)", meaning)] + recorded.dropFirst(), indent: 2)
      if !verdict.message.isEmpty { add(verdict.message, .remark, indent: 4) }
      if let leech = verdict.leech { add(leech.message, .remark, indent: 4) }
      return
    }
    let rows = verdict.answer.map(details) ?? []
    let labels = rows.map(\.label.count).reduce(Self.typed.count, max)
    let comparison = verdict.comparison.flatMap {
      ComparisonText($0, width: (width ?? ScreenText.widest) - labels - 6)
    }
    // The answer once is enough.
    let isShownBelow = comparison != nil && verdict.comparison?.right == verdict.answer?.answer
    add(verdict.headline(withAnswer: !isShownBelow), meaning, indent: 2, hanging: 2)
    if !verdict.message.isEmpty { add(verdict.message, .remark, indent: 4) }
    if let comparison {
      draw(comparison, labels: labels, typed: meaning)
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
  private mutating func draw(_ comparison: ComparisonText, labels: Int, typed meaning: Meaning) {
    var (typed, right) = (Self.typed, "Right")
    for line in comparison.lines {
      addLine(line.map { ($0.typed, $0.isSame ? nil : meaning) }, behind: typed, labels)
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

  /// The grade, when the card returns, and the counts, as far as there are any.
  private func standing(of verdict: VerdictScreen) -> [Span] {
    guard let grade = verdict.grade else { return [] }
    let returns = verdict.due.map { "returns \($0.phrase)" }
    return [(grade, .muted)]
      + [returns, counts(of: verdict.standing)].compactMap {
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

extension Comparison {
  fileprivate var right: String { pieces.map(\.right).joined() }
}

extension VerdictScreen {
  fileprivate var meaning: Meaning {
    switch verdict {
    case .correct: .correct
    case .remark, .retry: .remark
    case .wrong: .wrong
    }
  }

  fileprivate var sign: String {
    switch verdict {
    case .correct, .remark: "✓"
    case .retry: "?"
    case .wrong: "✗"
    }
  }

  fileprivate func headline(withAnswer: Bool) -> String {
    let words =
      switch (verdict, withAnswer ? answer : nil) {
      case (.correct, let answer?): "Correct: \(answer.answer)"
      case (.correct, nil): "Correct"
      case (.remark, let answer?): "Correct, with a remark: \(answer.answer)"
      case (.remark, nil): "Correct, with a remark"
      case (.retry, _): "Try again, nothing recorded"
      case (.wrong, let answer?): "Wrong. Right is: \(answer.answer)"
      case (.wrong, nil): "Wrong"
      }
    return "\(sign) \(words)"
  }
}
