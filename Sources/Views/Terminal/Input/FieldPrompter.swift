import RabbleScreens
import RabbleText

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A form on a terminal: a line a field, edited with GNU Readline.
package final class FieldPrompter: FormView {
  private let editor: LineEditor
  private let output: TextOutput
  private let isColored: Bool
  private let liveInput: (() -> any LiveInput)?

  /// Takes the terminal at standard input.
  ///
  /// - Parameters:
  ///   - editor: what reads lines.
  ///   - isColored: whether the text is colored.
  ///   - liveInput: makes an empty line that turns keys into kana.
  package init(editor: LineEditor, isColored: Bool, liveInput: (() -> any LiveInput)?) {
    self.editor = editor
    self.isColored = isColored
    self.liveInput = liveInput
    output = TextOutput(descriptor: STDOUT_FILENO)
  }

  /// Shows a field and waits for its line.
  ///
  /// - Throws: ``StreamError`` when the terminal can't be written.
  package func ask(_ field: FieldScreen) throws -> FieldReply {
    try say(field.notices)
    let input = field.asksForKana ? liveInput?() : nil
    let live = input == nil ? nil : prompt(field, sign: "‹あ›")
    let prompts = LivePrompts(on: live ?? "", off: prompt(field, sign: "›"))
    let event = editor.readField(
      prompts: prompts, live: input, text: field.text.printable,
      completion: FieldCompletion(values: field.completions, isList: field.isList))
    switch event {
    case .line(let line): return .line(line)
    case .cutLine, .garbledLine:
      try say(["That line was ignored: it is too long or not valid UTF-8."])
      return try ask(field)
    case .interrupted: return .interrupted
    case .endOfInput, .hangUp, .terminated: return .end
    }
  }

  /// Says something between two fields.
  ///
  /// - Throws: ``StreamError`` when the terminal can't be written.
  package func say(_ lines: [String]) throws {
    let width = Terminal.columns(descriptor: STDOUT_FILENO).map { max(20, $0) }
    var page = Page(width: width, isColored: isColored)
    for line in lines { page.add(hints: line) }
    try output.put(page.text)
  }

  private func prompt(_ field: FieldScreen, sign: String) -> String {
    let explanation = field.explanation.isEmpty ? "" : " (\(field.explanation))"
    if DisplayStyle.current.isPlain { return field.label + explanation + ": " }
    guard isColored else { return field.label + explanation + " \(sign) " }
    let muted = TextStyle.muted.apply(to: explanation, isColored: true)
    return field.label + Self.invisible(muted) + " \(sign) "
  }

  /// Marks escape codes as taking no column.
  private static func invisible(_ text: String) -> String {
    var result = ""
    var isEscape = false
    for character in text {
      if character == "\u{1b}" {
        result += "\u{1}"
        isEscape = true
      }
      result.append(character)
      if isEscape, character == "m" {
        result += "\u{2}"
        isEscape = false
      }
    }
    return result
  }
}
