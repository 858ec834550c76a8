/// How a deck file is written.
public enum DeckForm: Hashable, Sendable {
  /// As JSON (RFC 8259).
  case json
  /// As Markdown.
  case markdown

  /// The form that the ending of a file's name tells: Markdown for `.md` and `.markdown`, else JSON.
  public init(path: String) {
    let name = path.lowercased()
    self = name.hasSuffix(".md") || name.hasSuffix(".markdown") ? .markdown : .json
  }
}
