/// A view of a form: it asks for one field at a time.
public protocol FormView {
  /// Shows a field and waits for its line.
  ///
  /// - Throws: when the output can't be written.
  func ask(_ field: FieldScreen) throws -> FieldReply

  /// Says something between two fields.
  ///
  /// - Throws: when the output can't be written.
  func say(_ lines: [String]) throws
}

/// What came of asking for a field.
public enum FieldReply: Hashable, Sendable {
  /// A line.
  case line(String)
  /// Ctrl-C: give up what is being filled in.
  case interrupted
  /// There will be no more lines: Ctrl-D, a hang-up, or the program is asked to end.
  case end
}
