import RabbleScreens
import RabbleText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The study session on a terminal: screens as text, lines through GNU Readline.
package final class TerminalView: StudyView {
  /// Why the view sent ``StudyAction/end``; `nil` when it did not.
  package private(set) var leavingReason: LeavingReason?

  /// Forms on the same terminal, between two actions.
  package let form: any FormView

  private let editor: LineEditor
  private let output = TextOutput(descriptor: STDOUT_FILENO)
  private let isColored: Bool
  private let liveInput: (() -> any LiveInput)?
  private var inputPrompt = "› "
  private var livePrompts: LivePrompts?
  private var asked: QuestionScreen?
  private var wasJustInterrupted = false

  /// Takes the terminal at standard input and output.
  ///
  /// - Parameters:
  ///   - isColored: Whether the text is colored.
  ///   - liveInput: Makes an empty line that turns keys into kana, for the questions that ask for
  ///     kana; without it keys stay what they are.
  /// - Throws: ``StreamError`` when the process has no descriptors left.
  package init(isColored: Bool, liveInput: (() -> any LiveInput)? = nil) throws {
    self.isColored = isColored
    self.liveInput = liveInput
    editor = try LineEditor(completions: StudyCommand.typed.map { ":" + $0.rawValue })
    form = FieldPrompter(editor: editor, isColored: isColored, liveInput: liveInput)
  }

  /// Draws a screen, unless the terminal has gone away.
  ///
  /// - Throws: ``StreamError`` when the terminal can't be written.
  package func draw(_ screen: StudyScreen) throws {
    guard leavingReason != .hungUp else { return }
    let width = Terminal.columns(descriptor: STDOUT_FILENO) ?? ScreenText.widest
    let text = ScreenText(
      screen,
      width: width,
      isColored: isColored,
      isRepeated: isRepeated(screen)
    )
    if let inputPrompt = text.inputPrompt {
      self.inputPrompt = inputPrompt
      livePrompts = text.livePrompt.map { LivePrompts(on: $0, off: inputPrompt) }
    }
    switch screen {
    case .question(let question): asked = question
    case .verdict(let verdict) where verdict.grade != nil: asked = nil
    default: break
    }
    try output.put(text.block)
  }

  /// Waits for a line. The first Ctrl-C clears what was typed, a second one right after it ends
  /// the session, as do Ctrl-D, a hang-up and SIGTERM.
  ///
  /// - Throws: ``StreamError`` when the terminal can't be written.
  package func nextAction() throws -> StudyAction {
    while true {
      switch readLine() {
      case .line(let line):
        wasJustInterrupted = false
        return StudyAction(line: line, keys: editor.keys)
      case .cutLine: return .unusable(.tooLong)
      case .garbledLine: return .unusable(.garbled)
      case .interrupted:
        guard !wasJustInterrupted else { return leave(because: .interrupted) }
        wasJustInterrupted = true
        // Short enough for any terminal, and true where nothing is recorded, too.
        let message = "Once more to quit."
        try output.put("  \(TextStyle.muted.apply(to: message, isColored: isColored))\n")
      case .endOfInput: return leave(because: .endOfInput)
      case .hangUp: return leave(because: .hungUp)
      case .terminated: return leave(because: .terminated)
      }
    }
  }

  private func readLine() -> InputEvent {
    guard let livePrompts, let liveInput else { return editor.readLine(prompt: inputPrompt) }
    return editor.readLine(prompts: livePrompts, live: liveInput())
  }

  private func leave(because reason: LeavingReason) -> StudyAction {
    leavingReason = reason
    return .end
  }

  /// Whether a screen is the question asked already: with its hint now, or after a notice.
  private func isRepeated(_ screen: StudyScreen) -> Bool {
    guard case .question(let question) = screen, let asked else { return false }
    return question.card == asked.card && question.number == asked.number
  }
}
