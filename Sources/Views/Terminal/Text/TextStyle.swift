import RabbleScreens

/// What a piece of text is to the learner; its color follows from it.
package enum TextStyle: Hashable, Sendable, CaseIterable {
  /// A title.
  case heading
  /// What is asked.
  case prompt
  /// The answer shown without a verdict.
  case answer
  /// Help asked for.
  case hint
  /// A correct answer.
  case correct
  /// Something to notice.
  case remark
  /// An incorrect answer.
  case wrong
  /// What matters less.
  case muted
  /// Something that did not work.
  case problem

  /// Its role in a theme.
  private var role: ThemeRole {
    switch self {
    case .heading, .prompt: .heading
    case .answer, .hint: .answer
    case .correct: .correct
    case .remark: .remark
    case .wrong, .problem: .wrong
    case .muted: .muted
    }
  }

  /// The parameters of Select Graphic Rendition (ECMA-48, 8.3.117), by the theme; empty for none.
  private var rendition: String { DisplayStyle.current.theme[role].parameters }

  /// The text in this style's color, or as it is.
  package func apply(to text: String, isColored: Bool) -> String {
    let rendition = isColored && !text.isEmpty ? rendition : ""
    return rendition.isEmpty ? text : "\u{1b}[\(rendition)m\(text)\u{1b}[0m"
  }

  /// The same for a prompt of Readline's, which must be told what takes no column.
  func apply(toReadlinePrompt text: String, isColored: Bool) -> String {
    let rendition = isColored && !text.isEmpty ? rendition : ""
    guard !rendition.isEmpty else { return text }
    return "\u{1}\u{1b}[\(rendition)m\u{2}\(text)\u{1}\u{1b}[0m\u{2}"
  }
}

/// When to color the output, as `--color` takes it.
package enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// On a terminal that shows colors, unless the environment says no.
  case auto
  /// Everywhere.
  case always
  /// Nowhere.
  case never

  /// Decides whether to color.
  ///
  /// A choice wins over `NO_COLOR`, which wins over `TERM`, which wins over what the output is.
  ///
  /// - Parameters:
  ///   - choice: What `--color` says.
  ///   - noColor: The variable `NO_COLOR`; any value but an empty one means no (no-color.org).
  ///   - term: The variable `TERM`; `dumb` means no.
  ///   - isTerminal: Whether the output is a terminal.
  /// - Returns: Whether to color.
  package static func isColored(
    choice: ColorChoice,
    noColor: String?,
    term: String?,
    isTerminal: Bool
  ) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto: (noColor ?? "").isEmpty && term != "dumb" && isTerminal
    }
  }
}
