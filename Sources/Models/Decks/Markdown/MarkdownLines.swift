/// A text of several lines while they are read; blank lines between them are part of it.
struct MarkdownLines {
  private(set) var text: String?
  private(set) var span: SourceSpan?

  /// Adds a line after so many blank ones.
  mutating func add(_ line: String, at range: Range<Int>, after blankLines: Int) {
    guard let text, let span else {
      text = line
      span = SourceSpan(range.lowerBound, range.upperBound)
      return
    }
    self.text = text + String(repeating: "\n", count: blankLines + 1) + line
    self.span = SourceSpan(span.start, range.upperBound)
  }
}
