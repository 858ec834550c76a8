import RabbleDecks

/// One thing that is wrong with a deck, or looks like it.
public struct Finding: Hashable, Sendable {
  /// The file, as it was named to the author.
  public let path: String
  /// The bytes it is about; `nil` when the file was not read.
  public let span: SourceSpan?
  /// The rule that found it.
  public let rule: Rule
  /// The group and the question it lies in.
  public let place: DeckPlace?
  /// What is wrong.
  public let reason: String
  /// What to do about it.
  public let advice: String
  /// The edits of its own file that mend it without a doubt; empty where its author must decide.
  public let edits: [TextEdit]

  /// Makes a finding.
  public init(
    path: String, span: SourceSpan?, rule: Rule, place: DeckPlace? = nil, reason: String,
    advice: String, edits: [TextEdit] = []
  ) {
    self.path = path
    self.span = span
    self.rule = rule
    self.place = place
    self.reason = reason
    self.advice = advice
    self.edits = edits
  }
}
