/// What an author says to keep a rule of `rabble deck check` quiet about a question or group.
public struct Silence: Hashable, Sendable {
  /// The code of the rule, such as `RW204`.
  public let code: String
  /// Why the rule is wrong here; blank if the author says nothing.
  public let reason: String
  /// Where the code stands.
  public let codeSpan: SourceSpan
  /// Where the reason stands.
  public let reasonSpan: SourceSpan

  /// Makes a silence.
  public init(code: String, reason: String, codeSpan: SourceSpan, reasonSpan: SourceSpan) {
    self.code = code
    self.reason = reason
    self.codeSpan = codeSpan
    self.reasonSpan = reasonSpan
  }
}
