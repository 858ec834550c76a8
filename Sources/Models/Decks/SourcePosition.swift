/// A line and a column of a file.
public struct SourcePosition: Hashable, Sendable {
  /// The line, from 1; LF, CR LF and a lone CR end a line.
  public var line = 1
  /// The column, from 1, counted in Unicode scalars; a byte order mark is not counted.
  public var column = 1

  /// Makes a position.
  public init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }
}
