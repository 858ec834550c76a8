/// How a deck file is written.
public enum DeckForm: Hashable, Sendable {
  /// As JSON (RFC 8259).
  case json
  /// As Markdown.
  case markdown
}
