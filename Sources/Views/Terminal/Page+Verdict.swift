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
      return
    }
    add(verdict.headline, meaning, indent: 2, hanging: 2)
    if !verdict.message.isEmpty { add(verdict.message, .remark, indent: 4) }
    var rows: [Row] = []
    if showsTyped, verdict.verdict != .correct, !typed.isEmpty {
      rows.append(("Typed", typed, nil))
    }
    if let answer = verdict.answer { rows += details(of: answer) }
    add(rows, indent: 4)
    add(recorded, indent: 4)
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

  fileprivate var headline: String {
    let words =
      switch (verdict, answer) {
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
