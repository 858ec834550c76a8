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
      let text = command == .tag || command == .note ? rest : rest.inOrdinaryWidth
      let count = Self.number(text)
      let isNumber = command.takesNumber && count != nil
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

/// What a learner can ask for in a session, typed after a colon.
public enum StudyCommand: String, Hashable, Sendable, CaseIterable {
  /// Show the hint.
  case hint
  /// Show the answer.
  case show
  /// Undo the last thing done.
  case undo
  /// Redo what was undone last.
  case redo
  /// Mark the last answer correct.
  case override
  /// Mark the last answer correct and accept it from now on.
  case accept
  /// Mark the last answer incorrect.
  case wrong
  /// Regrade the last answer as hard.
  case hard
  /// Regrade the last answer as easy.
  case easy
  /// Ask this card later in the session.
  case skip
  /// Ask the new cards of this lesson without showing the rest of them.
  case skipLesson = "skip-lesson"
  /// Ask no other cards, and end when those of this session are learned.
  case wrap
  /// Ask more cards than the limits of the session allow.
  case more
  /// Say the card aloud.
  case say
  /// Suspend this card.
  case suspend
  /// Bury this card until tomorrow.
  case bury
  /// Show furigana on questions, or stop showing them.
  case furigana
  /// Explain why this card is asked now.
  case why
  /// Flag this card, or remove its flag.
  case flag
  /// Give this question a tag of the learner's.
  case tag
  /// Show or write the learner's note on this question.
  case note
  /// Show all that is known of this card.
  case info
  /// Make this card new again.
  case forget
  /// Take this card as known.
  case known
  /// Have this card due on another day.
  case reschedule
  /// Edit the card's question in its deck.
  case edit
  /// Add questions to the card's group.
  case add
  /// List the commands.
  case help
  /// End the session.
  case quit

  /// What the command does, for a list of commands.
  public var explanation: String {
    switch self {
    case .hint: "show the hint (the answer then counts as hard at most)"
    case .show: "reveal the answer and grade yourself, as Enter does"
    case .undo: "undo the last thing done; `:undo 3` for the last three"
    case .redo: "redo what was undone; `:redo 3` for three things"
    case .override: "mark the last answer correct"
    case .accept: "mark it correct and accept that spelling from now on"
    case .wrong: "mark the last answer incorrect"
    case .hard: "regrade the last answer as hard"
    case .easy: "regrade the last answer as easy"
    case .skip: "ask this card again at the end of the session"
    case .skipLesson: "skip the rest of this lesson; its cards are asked at once"
    case .wrap: "start no other cards, and finish those of this session"
    case .more: "study 10 more cards than the limits allow; `:more 30` for 30"
    case .say: "say the card aloud, with the program in speech.command"
    case .suspend: "suspend this card; `rabble suspended` lists it"
    case .bury: "bury this card until tomorrow"
    case .furigana: "toggle furigana on questions (always shown with answers)"
    case .why: "explain this card's schedule"
    case .flag: "flag this card, or remove its flag; `rabble cards --where is:flagged` lists them"
    case .tag: "tag it, e.g. `:tag verb`; `:tag -verb` removes the tag"
    case .note: "write your own note on it, e.g. `:note …`; `:note` shows it, `:note -` removes it"
    case .info: "show this card's state, memory and marks"
    case .forget: "make this card new again"
    case .known: "mark this card as known"
    case .reschedule: "have it due on another day, e.g. `:reschedule 3` or `:reschedule 2026-12-01`"
    case .edit: "open this card's question in your editor; `:edit last` for the last answer's"
    case .add: "add questions to this card's group"
    case .help: "list the commands (also :h)"
    case .quit: "end the session; all answers are saved"
    }
  }

  /// Whether the command came after others had their abbreviations, which mean what they meant.
  private var isLater: Bool {
    switch self {
    case .skipLesson, .wrap, .more, .say: true
    case .flag, .tag, .note, .info, .forget, .known, .reschedule: true
    default: false
    }
  }

  /// Whether a number may stand behind the command.
  fileprivate var takesNumber: Bool { self == .undo || self == .redo || self == .more }

  /// The commands whose names begin with what was typed, without its colon, in upper or lower case;
  /// `h` is the command that costs nothing, and not a hint, and `sk` skips the card, not a lesson.
  public static func matching(_ prefix: String) -> [StudyCommand] {
    let lowercase = prefix.lowercased()
    if lowercase == "h" { return [.help] }
    if let exact = StudyCommand(rawValue: lowercase) { return [exact] }
    let matches = allCases.filter { $0.rawValue.hasPrefix(lowercase) }
    let earlier = matches.filter { !$0.isLater }
    return earlier.isEmpty || prefix.isEmpty ? matches : earlier
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
