/// A fault of a file with the bytes it is about, and what would mend it.
public struct SourceFault: Hashable, Sendable {
  /// What is wrong.
  public let fault: DeckFault
  /// The bytes it is about; empty for a place between two of them, or when the file was not read.
  public let span: SourceSpan
  /// The edits that mend it without a doubt; empty where its author must decide.
  public let edits: [TextEdit]

  /// Makes a fault.
  public init(_ fault: DeckFault, span: SourceSpan, edits: [TextEdit] = []) {
    self.fault = fault
    self.span = span
    self.edits = edits
  }
}
