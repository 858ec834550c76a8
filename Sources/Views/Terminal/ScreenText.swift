import RabbleScreens

/// A study screen as text for a terminal: a pure function of the screen, the width and whether to
/// colour.
public struct ScreenText: Hashable, Sendable {
  /// The lines to write, each with its end; empty when there is nothing to write.
  public let block: String
  /// What stands before the line to type, with Readline's marks around what takes no column; `nil`
  /// when this screen asks for nothing new.
  public let inputPrompt: String?
  /// What stands there while keys turn into kana; `nil` when they never do.
  public let livePrompt: String?

  /// The widest that a text gets, in columns: longer lines are hard to read.
  public static let widest = 80

  /// Draws a screen.
  ///
  /// - Parameters:
  ///   - screen: What to draw.
  ///   - width: The terminal's width in columns; the text stays within it, and within ``widest``.
  ///   - isColored: Whether meaning is also shown by colour.
  ///   - isRepeated: Whether the same question was asked just before, so that nothing is said again
  ///     about where it stands.
  public init(_ screen: StudyScreen, width: Int, isColored: Bool, isRepeated: Bool = false) {
    var page = Page(width: max(20, min(width, Self.widest)), isColored: isColored)
    var livePrompt: String?
    switch screen {
    case .question(let question):
      let prompts = page.draw(question, isRepeated: isRepeated)
      inputPrompt = prompts.off
      livePrompt = question.asksForKana ? prompts.on : nil
    case .revealed(let revealed):
      page.draw(revealed)
      inputPrompt = page.inputPrompt("1–\(revealed.choices.count)", .muted)
    case .verdict(let verdict):
      page.draw(verdict, showsTyped: false)
      inputPrompt = nil
    case .notice(let notice):
      page.draw(notice)
      inputPrompt = nil
    case .summary(let summary):
      page.draw(summary)
      inputPrompt =
        summary.isFinal ? nil : page.inputPrompt("Enter leaves, :undo goes back", .muted)
    }
    block = page.text
    self.livePrompt = livePrompt
  }

  /// The same content for an output that is no terminal: whole lines, no colour, nothing that asks
  /// for input, and what was typed, since nobody sees it being typed.
  ///
  /// - Returns: Lines separated by line feeds, without one at the end.
  public static func plain(_ screen: StudyScreen) -> String {
    var page = Page(width: nil, isColored: false)
    switch screen {
    case .question(let question): page.draw(question)
    case .revealed(let revealed): page.draw(revealed)
    case .verdict(let verdict): page.draw(verdict, showsTyped: true)
    case .notice(let notice): page.draw(notice)
    case .summary(let summary): page.draw(summary)
    }
    return String(page.text.dropLast())
  }
}
