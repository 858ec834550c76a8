/// A rule of the check of deck files, as a report lists it.
public struct RuleScreen: Hashable, Sendable {
  /// Its code, such as `RW204`.
  public let code: String
  /// Its name, of words joined by hyphens.
  public let name: String
  /// What it finds, in a sentence.
  public let summary: String
  /// How grave a finding is.
  public let severity: FindingScreen.Severity

  /// Makes a rule.
  public init(code: String, name: String, summary: String, severity: FindingScreen.Severity) {
    self.code = code
    self.name = name
    self.summary = summary
    self.severity = severity
  }
}
