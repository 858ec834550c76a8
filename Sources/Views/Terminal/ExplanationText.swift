import RabbleScreens

/// Explanations as text, one below the other.
public enum ExplanationText {
  /// Draws explanations.
  ///
  /// - Parameters:
  ///   - explanations: what to draw.
  ///   - width: the terminal's width in columns; `nil` for an output where nothing is broken.
  ///   - isColored: whether meaning is also shown by colour.
  /// - Returns: the lines, each with its end.
  public static func text(_ explanations: [ExplanationScreen], width: Int?, isColored: Bool)
    -> String
  {
    explanations.map { explanation in
      var page = Page(
        width: width.map { max(20, min($0, ScreenText.widest)) }, isColored: isColored)
      page.add(explanation.heading, .heading)
      page.add(paragraphs: explanation.lines)
      return page.text
    }.joined(separator: "\n")
  }
}
