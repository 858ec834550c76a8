/// Something to tell that is not a question nor a verdict.
public struct NoticeScreen: Hashable, Sendable {
  /// What a notice is about; a view may colour it.
  public enum Tone: String, Hashable, Sendable {
    /// Help, an explanation, something done as asked.
    case information
    /// Something did not work; the text says what and what to do.
    case problem
  }

  /// Where the learner stands.
  public let standing: Standing
  /// What the notice is about.
  public let tone: Tone
  /// The text, line by line.
  public let lines: [String]

  /// Makes a notice.
  public init(standing: Standing, tone: Tone, lines: [String]) {
    self.standing = standing
    self.tone = tone
    self.lines = lines
  }
}
