import RabbleText

/// A rule that decks are checked by: what `rabble deck check` calls a kind of finding.
///
/// A class, since a check hands it on for each text of a deck: a value would be copied with all its texts.
package final class Rule: Hashable, Sendable {
  /// The code that never changes its meaning, such as `RW204`.
  package let code: String
  /// A short name of words joined by hyphens, such as `duplicate-key`.
  package let name: String
  /// How serious a finding is.
  package let severity: Severity
  /// What the rule finds, in a sentence.
  package let summary: String
  /// How far the edits that its findings offer can be trusted; `nil` if they offer none.
  package let fix: FixSafety?
  /// What breaks it: the questions of a group in JSON, or a whole deck in either form. `nil` for what no
  /// single text can show, such as a file that is missing.
  package let example: String?

  package init(
    _ code: String, _ name: String, _ severity: Severity, _ summary: String,
    fix: FixSafety? = nil, example: String? = nil
  ) {
    self.code = code
    self.name = name
    self.severity = severity
    self.summary = summary
    self.fix = fix
    self.example = example
  }

  package static func == (one: Rule, other: Rule) -> Bool { one.code == other.code }

  package func hash(into hasher: inout Hasher) { hasher.combine(code) }

  /// Whether authors may suppress it: errors can't be.
  package var canBeSilenced: Bool { severity != .error }
}
