import Foundation
import RabbleControllers
import RabbleScreens
import RabbleTerminal

/// How a command asks: field by field on a terminal, not at all elsewhere.
enum Asking {
  /// A form on the terminal; `nil` when standard input and output are not both one.
  static func view(_ options: CommonOptions) throws -> (any FormView)? {
    guard Terminal.isTerminal(descriptor: STDIN_FILENO),
      Terminal.isTerminal(descriptor: STDOUT_FILENO)
    else { return nil }
    return FieldPrompter(
      editor: try LineEditor(completions: []), isColored: options.isColored(STDOUT_FILENO),
      liveInput: KanaInput.init)
  }

  /// Fills in a form; `nil` when the learner gives it up, with what ended it.
  static func fill(_ form: FormController, on view: any FormView, endsEmpty: Bool = false) throws
    -> Result<[String: String], Refusal>
  {
    var form = form
    var field = form.screen
    while true {
      switch try view.ask(field) {
      case .interrupted: return .failure(form.isUntouched ? .end : .interrupted)
      case .end: return .failure(.end)
      case .line(let line):
        if endsEmpty, form.isUntouched, line.allSatisfy(\.isWhitespace) { return .failure(.end) }
        switch form.submit(line) {
        case .ask(let next): field = next
        case .done(let values): return .success(values)
        }
      }
    }
  }

  /// Why a form was not filled in.
  enum Refusal: Error {
    /// This one was given up.
    case interrupted
    /// There will be no other.
    case end
  }

  /// Asks a question that is answered with one of some letters; the end of input is the last one.
  static func choose(_ question: String, among letters: [Character], on view: any FormView) throws
    -> Character
  {
    let list = letters.map(String.init).joined(separator: "/")
    while true {
      switch try view.ask(FieldScreen(label: question, explanation: list)) {
      case .interrupted, .end: return letters[letters.count - 1]
      case .line(let line):
        let first = line.lowercased().first { !$0.isWhitespace }
        if let first, letters.contains(first) { return first }
      }
    }
  }
}
