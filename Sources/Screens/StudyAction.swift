import RabbleText

/// What a view hands to the controller: a line as it was typed, or what a key asked for.
public enum StudyAction: Hashable, Sendable {
  /// A line that is no command: an answer, a grade, or empty to reveal; with the keys it was typed
  /// with, if they were turned into kana on the way.
  case submit(String, keys: String? = nil)
  /// A command, with the number behind it if there is one, `:more 10`, and the text behind it, whether or
  /// not it takes one: `:tag verb`, `:edit last`. Of a command that takes a number, the text is what is none.
  case command(StudyCommand, count: Int? = nil, text: String? = nil)
  /// A line that begins with a colon and names no command, or several: the name without its colon.
  case unknownCommand(String)
  /// A line that can't be an answer.
  case unusable(Flaw)
  /// What a program asks for as data.
  case request(StudyRequest)
  /// The input has ended, or the learner leaves.
  case end

  /// Why a line can't be an answer.
  public enum Flaw: Hashable, Sendable {
    /// It is longer than any line a person types.
    case tooLong
    /// It is not UTF-8.
    case garbled
    /// It is a request of a program that says too little: what is wrong with it.
    case request(String)
  }

  /// Reads a line: a colon as its first character makes it a command, which may be abbreviated to its
  /// first letters where they are unique. A command means the same in ASCII and in full width.
  ///
  /// - Parameters:
  ///   - line: the line as it stood when it was sent.
  ///   - keys: the keys it was typed with, if they were turned into kana on the way.
  public init(line: String, keys: String? = nil) {
    let trimmed = line.drop(while: Self.isSpace)
    guard let first = trimmed.first, first == ":" || first == "：" else {
      self = .submit(line, keys: keys)
      return
    }
    let typed = trimmed.dropFirst().prefix { !Self.isSpace($0) }
    let name = String(typed).inOrdinaryWidth
    let matches = StudyCommand.matching(name)
    if let command = matches.first, matches.count == 1, !name.isEmpty {
      let rest = trimmed.dropFirst(typed.count + 1).trimmed
      // A tag or note is kept as it was typed.
      let text = command.row.argument == .text ? rest : rest.inOrdinaryWidth
      let count = Self.number(text)
      let isNumber = command.row.argument == .number && count != nil
      self = .command(command, count: count, text: text.isEmpty || isNumber ? nil : text)
    } else {
      self = .unknownCommand(name)
    }
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\u{3000}"
  }

  /// The number that a text is, in digits of any width; `nil` for anything else.
  private static func number(_ text: String) -> Int? {
    Int(
      text.filter { $0 != " " && $0 != "\t" }
        .map { $0.wholeNumberValue.map(String.init) ?? String($0) }.joined())
  }
}

/// A view of a study session: it draws screens and hands on what is typed.
public protocol StudyView {
  /// Draws a screen.
  ///
  /// - Throws: when the output is closed or can't be written.
  func draw(_ screen: StudyScreen) throws

  /// Waits for the next action.
  ///
  /// - Throws: when the input can't be read.
  func nextAction() throws -> StudyAction

  /// Why the view ended the session by itself; `nil` when it did not.
  var leavingReason: LeavingReason? { get }
}

/// Why a view ended a session by itself, without being told by a command.
public enum LeavingReason: Hashable, Sendable {
  /// The input ended: Ctrl-D, or the last line of a file.
  case endOfInput
  /// Ctrl-C.
  case interrupted
  /// The terminal went away.
  case hungUp
  /// The program was asked to end.
  case terminated
}
