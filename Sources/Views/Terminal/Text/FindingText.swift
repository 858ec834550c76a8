import RabbleScreens
import RabbleText

/// Findings as text: where, what and why, then the line of the file with a caret below the place.
///
///     words.json:3:14: error: in "Words", question 2: "answer" is a number …; … [RW201]
///        3 |     {"prompt": "犬", "answer": 12},
///          |                                ^~
package enum FindingText {
  /// A finding's lines, each with its end; the excerpt takes at most `columns`.
  package static func text(_ finding: FindingScreen, columns: Int, isColored: Bool) -> String {
    var head = finding.path.shown
    if let region = finding.region { head += ":\(region.startLine):\(region.startColumn)" }
    var result = TextStyle.heading.apply(to: head + ":", isColored: isColored) + " "
    let style: TextStyle = finding.severity == .error ? .problem : .remark
    result += style.apply(to: finding.severity.rawValue + ":", isColored: isColored) + " "
    if let place = finding.place { result += "in \(place.shown): " }
    result += finding.reason.shown + "; " + finding.advice.shown
    let fix = finding.fix.map { ", " + name(of: $0) } ?? ""
    result +=
      TextStyle.muted.apply(to: " [\(finding.code)\(fix)]", isColored: isColored) + "\n"
    if let excerpt = finding.excerpt, let region = finding.region {
      result += text(
        excerpt, line: region.startLine, columns: columns, style: style, isColored: isColored)
    }
    return result
  }

  /// A rule with its example: what it finds there, and what a fix makes of it.
  package static func text(_ rule: RuleScreen, columns: Int, isColored: Bool) -> String {
    let title = "\(rule.code) \(rule.name)"
    var result =
      TextStyle.heading.apply(to: title, isColored: isColored)
      + " (\(rule.severity.rawValue))\n\(rule.summary)\n"
    if let example = rule.example {
      result += "\n" + indented(example.text) + "\n"
      result += text(example.finding, columns: columns, isColored: isColored)
      let option =
        switch example.finding.fix {
        case nil: ""
        case .safe: "--fix makes of it:"
        case .unsafe: "--unsafe-fixes makes of it:"
        case .shown: "One way out, which only you can choose:"
        }
      if let fixed = example.fixed {
        result += "\n\(option)\n\n" + indented(fixed)
      }
    }
    return result
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "\n" : "    " + shown(String($0)) + "\n" }.joined()
  }

  private static func name(of fix: FixSafety) -> String {
    switch fix {
    case .safe: "safe fix"
    case .unsafe: "unsafe fix"
    case .shown: "suggestion"
    }
  }

  private static func text(
    _ excerpt: FindingScreen.Excerpt, line: Int, columns: Int, style: TextStyle, isColored: Bool
  ) -> String {
    let number = "\(line)".leftPadded(to: 5)
    let room = max(20, columns - DisplayWidth.columns(of: number) - 3)
    var before = shown(excerpt.before)
    var marked = shown(excerpt.marked)
    var after = shown(excerpt.after)
    let most = room * 2 / 3
    let markWidth = min(DisplayWidth.columns(of: marked), room / 3)
    let lead = DisplayWidth.columns(of: before)
    if lead + markWidth > most {
      before =
        "…"
        + tail(
          of: before, columns: max(0, most - markWidth - DisplayWidth.columns(of: "…" as String)))
    } else if excerpt.isCutBefore {
      before = "…" + before
    }
    let left = room - DisplayWidth.columns(of: before)
    marked = marked.truncated(to: max(1, left - 1))
    let rest = max(1, left - DisplayWidth.columns(of: marked))
    after = excerpt.isCutAfter ? (after + "…").truncated(to: rest) : after.truncated(to: rest)
    let caret = "^" + String(repeating: "~", count: max(0, DisplayWidth.columns(of: marked) - 1))
    let bar = TextStyle.muted.apply(to: " | ", isColored: isColored)
    let indent = String(repeating: " ", count: DisplayWidth.columns(of: before))
    return TextStyle.muted.apply(to: number, isColored: isColored) + bar + before
      + style.apply(to: marked, isColored: isColored) + after + "\n"
      + String(repeating: " ", count: DisplayWidth.columns(of: number)) + bar + indent
      + style.apply(to: caret, isColored: isColored) + "\n"
  }

  /// The text as a terminal may see it: a tab as one space, what is invisible as its number, what could
  /// command the terminal as a sign.
  private static func shown(_ text: String) -> String {
    guard text.hasUnprintable else { return text.shown }
    let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar == "\t" ? " " : scalar.isUnprintable ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars)).shown
  }

  /// As much of a text's end as fits into a number of columns.
  private static func tail(of text: String, columns: Int) -> String {
    var left = columns
    var characters: [Character] = []
    for character in text.reversed() {
      left -= DisplayWidth.columns(of: character)
      guard left >= 0 else { break }
      characters.append(character)
    }
    return String(characters.reversed())
  }
}
