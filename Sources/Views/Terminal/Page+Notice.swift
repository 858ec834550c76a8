import RabbleScreens

extension Page {
  /// Draws a notice.
  mutating func draw(_ notice: NoticeScreen) {
    add(paragraphs: notice.lines, isProblem: notice.tone == .problem)
  }

  /// Adds lines; one that breaks goes on in the column behind its first wide gap, so that lists stay
  /// lists.
  mutating func add(paragraphs lines: [String], isProblem: Bool = false) {
    for (index, line) in lines.enumerated() {
      let sign = isProblem ? (index == 0 ? "! " : "  ") : ""
      add(
        sign + line,
        isProblem ? .problem : nil,
        indent: 2,
        hanging: sign.count + textColumn(of: line)
      )
    }
  }

  /// Draws the end of a session.
  mutating func draw(_ summary: SummaryScreen) {
    addSpace()
    add("Session over", .heading)
    var rows = [Row("Answered", "\(summary.answered)")]
    if let share = summary.standing.percentage {
      rows.append(Row("Correct", "\(summary.standing.correct) (\(percent(share)))"))
    }
    if summary.answered > 0 { rows.append(Row("Time", duration(summary.seconds))) }
    let digits = summary.grades.map { String($0.count).count }.max() ?? 0
    for grade in summary.grades where summary.answered > 0 {
      let name = grade.grade.prefix(1).uppercased() + grade.grade.dropFirst()
      rows.append(Row(name, String(grade.count).leftPadded(to: digits)))
    }
    rows.append(Row("Next due", summary.nextDue.map(moment) ?? "nothing"))
    add(rows, indent: 2)
  }

  /// The phrase, and the learner's local time to the minute.
  private func moment(_ time: ReturnTime) -> String {
    let local = time.timestamp.prefix(16).map { $0 == "T" ? " " : $0 }
    return "\(time.phrase) (\(String(local)))"
  }

  /// A time span in its two largest units.
  private func duration(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(max(0, seconds)) s"
    case ..<3600: "\(seconds / 60) min \(seconds % 60) s"
    default: "\(seconds / 3600) h \(seconds / 60 % 60) min"
    }
  }

  /// The column of what follows a line's indentation, or its first word and a gap of at least two
  /// spaces; 0 when that is beyond half a line.
  private func textColumn(of line: String) -> Int {
    let indentation = line.prefix { $0 == " " }
    let column =
      line.dropFirst(indentation.count).firstRange(of: "  ").map { gap in
        let rest = line[gap.lowerBound...].drop { $0 == " " }
        return DisplayWidth.columns(of: line[..<rest.startIndex].description)
      } ?? indentation.count
    return column * 2 <= width ?? 0 ? column : 0
  }
}
