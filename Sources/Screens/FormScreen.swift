/// One field of a form, to be filled in on a line.
public struct FieldScreen: Hashable, Sendable {
  /// What to say first, a line each: what is wrong, what is there already.
  public let notices: [String]
  /// What the field is called.
  public let label: String
  /// What belongs into it, in a few words.
  public let explanation: String
  /// What it holds already, to be changed or left.
  public let text: String
  /// What Tab offers.
  public let completions: [String]
  /// Whether it holds several values, so that Tab offers each again behind a comma or a space.
  public let isList: Bool
  /// Whether keys turn into kana.
  public let asksForKana: Bool

  /// Makes a field.
  public init(
    notices: [String] = [], label: String, explanation: String = "", text: String = "",
    completions: [String] = [], isList: Bool = false, asksForKana: Bool = false
  ) {
    self.notices = notices
    self.label = label
    self.explanation = explanation
    self.text = text
    self.completions = completions
    self.isList = isList
    self.asksForKana = asksForKana
  }
}

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
