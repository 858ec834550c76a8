/// A rule that decks are checked by: what `rabble deck check` calls a kind of finding.
public struct Rule: Hashable, Sendable {
  /// The code that never changes its meaning, such as `RW204`.
  public let code: String
  /// A short name of words joined by hyphens, such as `duplicate-key`.
  public let name: String
  /// How grave a finding is.
  public let severity: Severity
  /// What the rule finds, in a sentence.
  public let summary: String

  /// How grave a finding is.
  public enum Severity: String, Hashable, Sendable, CaseIterable {
    /// Something cannot be studied, or is judged wrongly.
    case error
    /// Something looks like a slip.
    case warning
    /// Something to know, which is no slip.
    case note
  }

  /// Makes a rule.
  init(_ code: String, _ name: String, _ severity: Severity, _ summary: String) {
    self.code = code
    self.name = name
    self.severity = severity
    self.summary = summary
  }

  /// Whether authors may silence it: only warnings, for an error stays one.
  public var canBeSilenced: Bool { severity != .error }
}
