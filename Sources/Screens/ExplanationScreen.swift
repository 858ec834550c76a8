/// Why a card comes when it comes, under the card's name.
public struct ExplanationScreen: Hashable, Sendable {
  /// Which card it is.
  public let heading: String
  /// The text, a paragraph a line: a word, a gap of two spaces or more, and what belongs to it.
  public let lines: [String]

  /// Makes an explanation.
  public init(heading: String, lines: [String]) {
    self.heading = heading
    self.lines = lines
  }
}
