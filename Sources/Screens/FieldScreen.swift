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
